import Foundation

/// Standard output and standard error.
enum Terminal {
    static func printLine(_ text: String) { write(text, to: .standardOutput) }
    static func printError(_ text: String) { write("stargazer: " + text, to: .standardError) }

    private static func write(_ text: String, to stream: FileHandle) {
        // A closed stream is no reason to fail.
        try? stream.write(contentsOf: Data((text + "\n").utf8))
    }
}
