import Dispatch
import Foundation
import GRDB
import Glibc
import Logging

/// Makes, lists and restores copies of the library. Works with the files alone, so it blocks.
struct LibraryCopyWork {
    let opener: LibraryOpener
    let folder: LibraryCopyFolder

    init(_ opener: LibraryOpener) {
        self.opener = opener
        folder = LibraryCopyFolder(files: opener.files)
    }

    private var files: LibraryFiles { opener.files }

    /// Makes today's copy if there is none. A damaged library is not copied, so that it displaces no good copy.
    /// - Parameter afterCopying: runs before the copy counts, for tests.
    func copyToday(_ now: Date, of openFiles: OpenLibraryFiles, afterCopying: () throws -> Void = {}) throws {
        guard openFiles.state == .unchanged, !files.isSuspect else { return }
        do {
            _ = try folder.add(.daily, at: now) { draft in
                try vacuum(into: draft)
                guard try Self.isComplete(draft) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
                try afterCopying()
                // The connection may have opened another file.
                if let failure = openFiles.failure { throw failure }
            }
        } catch let error as DatabaseError where error.indicatesCorruption {
            files.markSuspect()
            throw error
        }
    }

    func copies() -> [LibraryCopy] {
        (folder.copies(.daily) + folder.copies(.beforeRestoration)).sorted { $0.date > $1.date }.map { copy in
            var copy = copy
            copy.favorites = try? reading(copy) { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM item WHERE is_favorite")
            }
            return copy
        }
    }

    /// Replaces the library's file with a copy. The library must be closed.
    func restore(_ copy: LibraryCopy, at now: Date) throws {
        guard (folder.copies(.daily) + folder.copies(.beforeRestoration)).contains(where: { $0.id == copy.id }) else {
            throw LibraryCopyFailure.missing
        }
        do {
            guard try Self.isComplete(folder.file(copy.id)) else { throw LibraryCopyFailure.damaged }
            if try reading(copy, LibrarySchema.isNewer) { throw LibraryCopyFailure.newer }
            if try reading(copy, LibrarySchema.isUnreleased) { throw LibraryCopyFailure.damaged }
        } catch let error as DatabaseError where error.indicatesCorruption {
            throw LibraryCopyFailure.damaged
        } catch is RowDecodingError {
            throw LibraryCopyFailure.damaged
        }
        var now = now
        while access(folder.file(folder.name(of: .beforeRestoration, at: now)).path, F_OK) == 0 { now += 1 }
        guard try folder.add(.beforeRestoration, at: now, keeping: copy.id, copyAside) else {
            throw LibraryFailure.busy
        }
        let aside = try Self.openCopy(folder.file(folder.name(of: .beforeRestoration, at: now)))
        try files.rewrite(isReplacement: true) { draft in
            let source = try Self.openCopy(folder.file(copy.id))
            let target = try DatabaseQueue(path: draft.path)
            try source.backup(to: target)
            try target.writeWithoutTransaction { try LibrarySchema.prepare($0, codecs: opener.codecs) }
            // The server has got what waited when the copy was made, and not what waits now.
            try target.write { db in
                try db.execute(sql: "DELETE FROM outbox")
                _ = try aside.read { LibraryRowCopy(of: .outbox).copy(from: $0, into: db) }
                // A star whose removal waits is kept: its item is a favorite again.
                try db.execute(
                    sql: """
                        UPDATE outbox SET is_set = 1 WHERE kind = 'star' AND NOT is_set AND EXISTS (
                            SELECT 1 FROM item WHERE is_favorite AND catalog = outbox.catalog AND host = outbox.host
                                AND item_id = outbox.item_id);
                        DELETE FROM outbox WHERE is_set = was_set AND NOT is_uncertain
                        """)
            }
            try target.close()
            try source.close()
        } last: {
            // Another process may still have the old file open. SQLite would replay its log into the new one.
            for companion in files.companions { unlink(companion.path) }
        }
        files.clearSuspect()
    }

    /// Copies the present library, even a damaged one.
    private func copyAside(_ draft: URL) throws {
        do {
            try vacuum(into: draft)
        } catch let error as DatabaseError where error.indicatesCorruption {
            let source = try DatabaseQueue(path: files.main.path)
            let target = try DatabaseQueue(path: draft.path)
            try source.backup(to: target)
            try target.close()
            try source.close()
        }
    }

    /// Uses a connection of its own, so that neither reads nor writes wait.
    private func vacuum(into draft: URL) throws {
        let source = try DatabaseQueue(path: files.main.path, configuration: LibraryOpener.configuration)
        defer { try? source.close() }
        try source.vacuum(into: draft.path)
    }

    private func reading<Value>(_ copy: LibraryCopy, _ query: (Database) throws -> Value?) throws -> Value {
        let queue = try Self.openCopy(folder.file(copy.id))
        defer { try? queue.close() }
        guard let value = try queue.read(query) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return value
    }

    private static func isComplete(_ file: URL) throws -> Bool {
        let queue = try openCopy(file)
        defer { try? queue.close() }
        return try queue.read { db in
            try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok" && db.tableExists("item")
        }
    }

    private static func openCopy(_ file: URL) throws -> DatabaseQueue {
        var configuration = LibraryOpener.configuration
        configuration.readonly = true
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }
}

extension LibraryDatabase: LibraryCopies {
    private static let copyQueue = DispatchQueue(label: "library.copies", qos: .utility)
    /// How long after opening the first copy is made, and how often to look for a new day.
    static let copyDelay = Duration.seconds(120)
    static let copyInterval = Duration.seconds(3600)

    /// Makes a copy of the library each day, as long as the library is open.
    func startDailyCopies() {
        guard let opener = connection.opener else { return }
        let time = time
        connection.own(
            Task(priority: .background) { [weak connection] in
                var pause = Self.copyDelay
                while (try? await time.sleep(pause)) != nil {
                    guard let current = connection?.current else { return }
                    await Self.copyToday(LibraryCopyWork(opener), of: current, at: time.now())
                    pause = Self.copyInterval
                }
            })
    }

    private static func copyToday(_ work: LibraryCopyWork, of connection: LibraryConnection, at now: Date) async {
        guard connection.writeFailure == nil, let openFiles = connection.openFiles else { return }
        await withCheckedContinuation { continuation in
            copyQueue.async {
                do { try work.copyToday(now, of: openFiles) } catch {
                    work.opener.log.error("no copy of the library was made", metadata: ["error": "\(error)"])
                }
                continuation.resume()
            }
        }
    }

    public func copies() async -> [LibraryCopy] {
        guard let opener = connection.opener else { return [] }
        return await withCheckedContinuation { continuation in
            Self.copyQueue.async {
                continuation.resume(returning: LibraryCopyWork(opener).copies())
            }
        }
    }

    public func restore(_ copy: LibraryCopy) async throws(LibraryCopyFailure) {
        guard let opener = connection.opener else { throw .missing }
        if let failure = connection.current.writeFailure ?? connection.current.openFiles?.failure {
            throw .library(failure)
        }
        let now = time.now()
        do {
            try await connection.reopen { try LibraryCopyWork(opener).restore(copy, at: now) }
        } catch let failure as LibraryCopyFailure {
            throw failure
        } catch {
            throw .library(LibraryFailure(error, folder: opener.files.folder))
        }
    }
}

/// The folder `copies` next to the library: its file names, and writing a file so that it is whole or not there.
struct LibraryCopyFolder {
    /// The number of copies of each kind to keep.
    static let maxCount = 7

    let files: LibraryFiles
    /// Days begin and end in this time zone.
    var timeZone = TimeZone.current

    var folder: URL { files.folder.appending(path: "copies") }

    func file(_ copy: LibraryCopy.ID) -> URL { folder.appending(path: copy) }

    // MARK: Names

    private static let ending = ".sqlite"

    private func prefix(of kind: LibraryCopy.Kind) -> String {
        switch kind {
        case .daily: "library-"
        case .beforeRestoration: "before-restore-"
        }
    }

    private func formatter(of kind: LibraryCopy.Kind) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = timeZone
        formatter.dateFormat = kind == .daily ? "yyyy-MM-dd" : "yyyy-MM-dd-HHmmss"
        return formatter
    }

    func name(of kind: LibraryCopy.Kind, at date: Date) -> LibraryCopy.ID {
        prefix(of: kind) + formatter(of: kind).string(from: date) + Self.ending
    }

    /// Returns the date in a name; of a day, its first moment.
    private func date(in name: String, of kind: LibraryCopy.Kind) -> Date? {
        let text = String(name.dropFirst(prefix(of: kind).count).dropLast(Self.ending.count))
        let formatter = formatter(of: kind)
        guard kind == .daily else { return formatter.date(from: text) }
        // Not every day has a midnight: clocks are put forward then, in Cairo for example.
        formatter.dateFormat += " HH"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return formatter.date(from: text + " 12").map(calendar.startOfDay)
    }

    /// Returns the copies of one kind, the newest first, without the number of favorites.
    func copies(_ kind: LibraryCopy.Kind) -> [LibraryCopy] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let copies = names.compactMap { name -> LibraryCopy? in
            var status = stat()
            guard name.hasPrefix(prefix(of: kind)), name.hasSuffix(Self.ending),
                let date = date(in: name, of: kind),
                stat(file(name).path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return LibraryCopy(id: name, kind: kind, date: date, size: Int(status.st_size), favorites: nil)
        }
        return copies.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }

    // MARK: Files

    /// Writes a new copy and deletes the oldest ones of its kind.
    ///
    /// One process writes at a time. A draft that a killed process left is removed.
    /// - Parameters:
    ///   - write: writes a database to the path of an empty file.
    /// - Returns: false if another process is writing a copy, or if there is such a copy already.
    func add(
        _ kind: LibraryCopy.Kind, at date: Date, keeping kept: LibraryCopy.ID? = nil, _ write: (URL) throws -> Void
    ) throws -> Bool {
        if mkdir(folder.path, 0o700) != 0 && errno != EEXIST { throw LibraryFiles.SystemFailure(code: errno) }
        chmod(folder.path, 0o700)
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw LibraryFiles.SystemFailure(code: errno) }
        // A child process of this moment has the lock as well until it runs its program, unless it is released.
        defer {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        let draft = folder.appending(path: "draft")
        removeDatabase(draft)
        let target = file(name(of: kind, at: date))
        if access(target.path, F_OK) == 0 { return false }
        defer { removeDatabase(draft) }
        let file = open(draft.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 { throw LibraryFiles.SystemFailure(code: errno) }
        close(file)
        try write(draft)
        try sync(draft)
        if rename(draft.path, target.path) != 0 { throw LibraryFiles.SystemFailure(code: errno) }
        fsync(descriptor)
        for old in copies(kind).dropFirst(Self.maxCount) where old.id != kept { unlink(self.file(old.id).path) }
        return true
    }

    /// SQLite does not sync what `VACUUM INTO` writes.
    private func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        if descriptor < 0 { throw LibraryFiles.SystemFailure(code: errno) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw LibraryFiles.SystemFailure(code: errno) }
    }

    private func removeDatabase(_ file: URL) {
        for ending in ["", "-journal", "-wal", "-shm"] { unlink(file.path + ending) }
    }
}
