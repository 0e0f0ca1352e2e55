import Foundation
import GRDB
import StargazerCore

/// Opens a library that must not or cannot be written.
///
/// A library in a folder that cannot be written needs care: SQLite reads a write-ahead log only through an index
/// file beside it, which may not be there and cannot be made. Then a copy is read, and where no copy can be made, the
/// main file alone, without what was still in the log. Of an earlier version's library, and of one without an index, a
/// copy in memory is given the shape of this one.
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
        // The modes came along, and a file that its owner may not write is opened for reading only.
        for file in [copied.main, copied.log] { _ = chmod(file.path, 0o600) }
        return try inMemory(DatabaseQueue(path: copied.main.path))
    }

    private func openWithoutLog() throws -> DatabaseQueue {
        try DatabaseQueue(path: files.main.absoluteString + "?immutable=1", configuration: readOnly)
    }

    private func migrated(_ queue: DatabaseQueue) throws -> DatabaseQueue {
        let stored = try queue.read(LibrarySchema.storedVersion)
        // What was never begun has no shape either.
        if (1..<LibrarySchema.version).contains(stored) {
            let memory = try inMemory(queue)
            try LibrarySchema.migrator(codecs).migrate(memory)
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
