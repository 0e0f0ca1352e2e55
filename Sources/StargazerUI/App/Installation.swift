import CStargazer
package import Foundation
import GtkBridge
import StargazerLibrary

/// The locations of this program's files: next to an installed binary, or in the source tree of a local build.
@MainActor package enum Installation {
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

    private static var prefix: URL { executable.deletingLastPathComponent().deletingLastPathComponent() }

    static var localeFolder: String { inSourceTree(".build/locale") ?? prefix.appending(path: "share/locale").path }

    /// The icons of the source tree, when the binary runs from its build folder; GTK finds installed ones itself.
    static var iconFolder: String? {
        inSourceTree("data/icons")
    }

    /// Folders with the settings schema, in addition to those that the system searches.
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

    /// The locale for numbers and dates: the language that the program uses and the region of the environment.
    /// `Locale.current` does not know that region on Linux.
    package nonisolated static var locale: Locale {
        let time = sgz_locale_name(LC_TIME).map { String(cString: $0) } ?? "C"
        return Formats.locale(language: Gettext.language ?? "en", region: time)
    }

    /// Starts the sample catalog in a process of its own.
    static func startSample() {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--demo"]
        try? process.run()
    }
}
