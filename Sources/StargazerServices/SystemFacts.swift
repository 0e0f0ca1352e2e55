import CSoup
public import Foundation
public import StargazerCore
import StargazerLibrary

/// Facts about libraries and files for the debugging information.
public struct SystemFacts: Sendable {
    private let folder: URL
    private let store: SecretServiceStore

    public init(library folder: URL, keyStore store: SecretServiceStore) {
        self.folder = folder
        self.store = store
    }

    /// Collects the facts from files and the session bus, which takes up to a second when the bus is busy.
    public func facts() async -> [DebugInfo.Fact] {
        let size = [LibraryFiles(folder: folder).main, LibraryFiles(folder: folder).log].reduce(0) {
            $0 + ((try? $1.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0)
        }
        let soup = "\(soup_get_major_version()).\(soup_get_minor_version()).\(soup_get_micro_version())"
        return [
            DebugInfo.Fact("Library file", "\(size) bytes"),
            DebugInfo.Fact("Services", "libsoup \(soup), SQLite \(LibraryFiles.sqliteVersion)"),
            DebugInfo.Fact("Key store", await store.provider() ?? "none on the session bus"),
        ]
    }
}
