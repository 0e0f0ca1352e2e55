import Foundation
import GRDB
import Logging
import Synchronization

/// Detects commits of other connections by `PRAGMA data_version` of the writing one, whose own do not change it.
final class ExternalCommitDetector: Sendable {
    private struct State {
        var version: Int?
        /// Whether a check is queued. It will see all commits made before it starts.
        var isWaiting = false
    }

    private weak let database: (any DatabaseWriter)?
    private let log: Logger
    private let onCommit: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter, log: Logger, onCommit: @escaping @Sendable () -> Void) {
        self.database = database
        self.log = log
        self.onCommit = onCommit
        let version = database.unsafeReentrantWrite { try? Self.version($0) }
        state.withLock { $0.version = version }
    }

    func check() {
        let isFirst = state.withLock { state in
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        guard isFirst, let database else { return }
        database.asyncWriteWithoutTransaction { db in
            self.state.withLock { $0.isWaiting = false }
            do {
                self.compare(try Self.version(db))
            } catch DatabaseError.SQLITE_MISUSE {
                // The library was closed meanwhile, so other commits no longer matter.
            } catch {
                self.log.warning("other processes not noticed", metadata: ["error": "\(error)"])
            }
        }
    }

    private func compare(_ version: Int?) {
        let isNew = state.withLock { state in
            defer { state.version = version }
            return state.version != version
        }
        if isNew { onCommit() }
    }

    private static func version(_ db: Database) throws -> Int? { try Int.fetchOne(db, sql: "PRAGMA data_version") }
}
