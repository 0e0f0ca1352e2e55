package import Foundation

/// Writes files completely or not at all.
package enum AtomicFile {
    /// Writes a temporary file in the same folder and renames it when it is complete.
    /// An existing file stays untouched until then and after failures. A new file gets the default permissions, a
    /// replaced file keeps its own. Symbolic links are followed.
    /// - Parameter fill: writes the content.
    package static func write<Result>(
        to url: URL, _ fill: (FileHandle) async throws -> Result
    ) async throws -> Result {
        let url = url.resolvingSymlinksInPath()
        let temporaryFile = url.deletingLastPathComponent().appending(path: ".stargazer-\(UUID().uuidString)")
        do {
            // Foundation's own atomic writing would give a replaced file the permissions of a new one.
            let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
            guard facts == nil || facts?[.type] as? FileAttributeType == .typeRegular else {
                throw FileFailure.notAFile
            }
            try Data().write(to: temporaryFile, options: .withoutOverwriting)
            if let mode = facts?[.posixPermissions] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: temporaryFile.path)
            }
            let handle = try FileHandle(forWritingTo: temporaryFile)
            defer { try? handle.close() }
            let result = try await fill(handle)
            try handle.synchronize()
            if rename(temporaryFile.path, url.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            return result
        } catch {
            try? FileManager.default.removeItem(at: temporaryFile)
            throw error
        }
    }
}

/// Creates files under names that nothing else has.
enum UniqueFile {
    /// The most names that are tried.
    private static let limit = 1_000

    /// Creates an empty file. If the name is taken, appends a number to it: `fox (2).gif`.
    /// - Returns: the file, which the caller fills or removes.
    /// - Throws: `FileFailure`, with nothing created.
    static func create(_ name: String, in folder: URL) throws(FileFailure) -> URL {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...limit {
            let numbered = number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])"
            let place = folder.appending(path: numbered, directoryHint: .notDirectory)
            do {
                try Data().write(to: place, options: .withoutOverwriting)
                return place
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                continue
            } catch {
                throw FileFailure(file: error)
            }
        }
        throw .unexpected(code: "file-names")
    }
}
