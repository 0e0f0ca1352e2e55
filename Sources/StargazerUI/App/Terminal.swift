import Foundation

/// The two streams of the command line.
enum Terminal {
    static func printLine(_ text: String) { write(text, to: .standardOutput) }
    static func printError(_ text: String) { write("stargazer: " + text, to: .standardError) }

    private static func write(_ text: String, to stream: FileHandle) {
        // Nobody listening is no reason to fail.
        try? stream.write(contentsOf: Data((text + "\n").utf8))
    }
}
