import Foundation
import GRDB
import StargazerCore

/// Opens a library that must not or cannot be written.
///
/// SQLite reads a write-ahead log only through an index file next to it. In a folder that is not writable, that file
/// can be missing and cannot be created. This type then reads a copy, or if that fails, the main file alone, without
/// the log. A library of an earlier version, or without an index, is copied to memory and carried over there.
struct ReadOnlyLibraryOpener {
    let files: LibraryFiles
    let codecs: ItemCodecs

    func open() -> DatabaseQueue? {
        if access(files.main.path, R_OK) != 0 { return nil }
        for attempt in [openDirectly, openCopy, openWithoutLog] {
            if let queue = try? migrated(attempt()), (try? queue.read(LibrarySchema.verify)) != nil { return queue }
        }
        return nil
    }

    private func openDirectly() throws -> DatabaseQueue {
        try DatabaseQueue(path: files.main.path, configuration: readOnly)
    }

    private func openCopy() throws -> DatabaseQueue {
        let copy = FileManager.default.temporaryDirectory.appending(path: "stargazer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: copy) }
        let copied = LibraryFiles(folder: copy)
        try FileManager.default.copyItem(at: files.main, to: copied.main)
        if access(files.log.path, F_OK) == 0 {
            try FileManager.default.copyItem(at: files.log, to: copied.log)
        }
        // The copies keep the mode, and SQLite opens a file without write permission read-only.
        for file in [copied.main, copied.log] { _ = chmod(file.path, 0o600) }
        return try inMemory(DatabaseQueue(path: copied.main.path))
    }

    private func openWithoutLog() throws -> DatabaseQueue {
        try DatabaseQueue(path: files.main.absoluteString + "?immutable=1", configuration: readOnly)
    }

    private func migrated(_ queue: DatabaseQueue) throws -> DatabaseQueue {
        let stored = try queue.read(LibrarySchema.storedVersion)
        if LibrarySchema.earlier.contains(stored) {
            let memory = try inMemory(queue)
            try memory.writeWithoutTransaction { try LibrarySchema.prepare($0, codecs: codecs) }
            return memory
        }
        if stored >= LibrarySchema.version, (try? queue.read(LibraryIndex.verify)) == nil {
            let memory = try inMemory(queue)
            try memory.write { db in
                try LibraryIndex.drop(db)
                try LibraryIndex.create(db, codecs: codecs)
            }
            return memory
        }
        return queue
    }

    private func inMemory(_ source: DatabaseQueue) throws -> DatabaseQueue {
        let memory = try DatabaseQueue()
        try source.backup(to: memory)
        try source.close()
        return memory
    }

    private var readOnly: Configuration {
        var configuration = LibraryOpener.configuration
        configuration.readonly = true
        return configuration
    }
}
