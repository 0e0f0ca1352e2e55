import CStargazer
package import Foundation
import GtkBridge
import StargazerCore

/// Where this program's files are: beside an installed binary, or in the source tree it was built in.
@MainActor package enum Installation {
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

    private static var prefix: URL { executable.deletingLastPathComponent().deletingLastPathComponent() }

    static var localeFolder: String { inSourceTree(".build/locale") ?? prefix.appending(path: "share/locale").path }

    /// The icons of the source tree, when the binary runs from its build folder; installed ones are found without help.
    static var iconFolder: String? {
        inSourceTree("data/icons")
    }

    /// Where the description of the settings may be beside what the system looks at.
    static var schemaFolders: [String] {
        [inSourceTree(".build/schemas"), prefix.appending(path: "share/glib-2.0/schemas").path].compactMap(\.self)
    }

    private static func inSourceTree(_ path: String) -> String? {
        var folder = executable.deletingLastPathComponent()
        for _ in 0..<5 {
            folder.deleteLastPathComponent()
            let place = folder.appending(path: path)
            if FileManager.default.fileExists(atPath: place.path) { return place.path }
        }
        return nil
    }

    /// How numbers and dates are written: in the words of the language that the program speaks, in the manner of the
    /// region that the environment names, which `Locale.current` does not know on Linux.
    package nonisolated static var locale: Locale {
        let time = sgz_locale_name(LC_TIME).map { String(cString: $0) } ?? "C"
        return Formats.locale(language: Gettext.language ?? "en", region: time)
    }

    /// Starts the sample catalog as a process of its own.
    static func startSample() {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--demo"]
        try? process.run()
    }
}
