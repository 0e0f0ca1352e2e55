import Foundation

/// Files that are written whole or not at all.
enum AtomicFile {
    /// Writes beside the file and puts it in place when it is whole; a file that was there before is untouched until
    /// then, and where anything fails. A new file gets the modes that the system gives documents, a replaced one keeps its
    /// own; a link is followed.
    /// - Parameter fill: writes what is in it.
    static func write<Result>(
        to place: URL, _ fill: (FileHandle) async throws -> Result
    ) async throws -> Result {
        let place = place.resolvingSymlinksInPath()
        let temporaryFile = place.deletingLastPathComponent().appending(path: ".stargazer-\(UUID().uuidString)")
        do {
            // Foundation's own atomic writing would give a file that is replaced the modes of a new one.
            let facts = try? FileManager.default.attributesOfItem(atPath: place.path)
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
            if rename(temporaryFile.path, place.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            return result
        } catch {
            try? FileManager.default.removeItem(at: temporaryFile)
            throw error
        }
    }
}
