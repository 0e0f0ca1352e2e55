public import Foundation
import Glibc

/// The directories by the XDG Base Directory Specification, which requires ignoring relative paths in the environment.
public struct XDGDirectories: Sendable {
    private let environment: [String: String]

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// `$XDG_DATA_HOME/stargazer`, for data that must not be lost.
    public var data: URL { folder("XDG_DATA_HOME", orInHome: ".local/share") }

    /// `$XDG_CACHE_HOME/stargazer`, for data that can be deleted at any time.
    public var cache: URL { folder("XDG_CACHE_HOME", orInHome: ".cache") }

    private func folder(_ variable: String, orInHome place: String) -> URL {
        (absolute(variable) ?? home.appending(path: place))
            .appending(path: "stargazer", directoryHint: .isDirectory)
    }

    private var home: URL {
        if let named = absolute("HOME") { return named }
        let known = getpwuid(getuid()).flatMap { $0.pointee.pw_dir }
        return URL(filePath: known.map { String(cString: $0) } ?? "/", directoryHint: .isDirectory)
    }

    private func absolute(_ variable: String) -> URL? {
        environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
    }
}
