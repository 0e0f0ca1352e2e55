import Foundation
import GRDB
public import StargazerCore

extension LibraryDatabase {
    public func importStars(
        _ batch: [StarredItem], of login: String, host: String, as step: StarImportStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarImportCount {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        let now = time.now()
        return try await write { db in try record.importStars(db, batch, as: step, next: next, now: now) }
    }

    /// Returns nil if the library cannot be read: starting the import again is always correct.
    public func starImportResumePoint(of login: String, host: String) async -> StarImportResumePoint? {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        return try? await read { db in try record.starImportResumePoint(db) }
    }

    public func starImportState(of login: String, host: String) async -> StarImportState {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        return (try? await read { db in try record.importState(db) }) ?? .all
    }

    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        try await write { db in try record.setStarAccount(db) }
    }
}
