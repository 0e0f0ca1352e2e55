import Foundation
import GRDB
public import StargazerCore

extension LibraryDatabase {
    public func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally {
        let record = StarsPassRecord(login: login, host: host, codecs: codecs)
        let now = time.now()
        return try await write { db in try record.bringIn(db, batch, as: step, next: next, now: now) }
    }

    /// A library that cannot be read has no place either: walking anew is always right.
    public func placeToResume(of login: String, host: String) async -> StarsPlace? {
        let record = StarsPassRecord(login: login, host: host, codecs: codecs)
        return try? await read { db in try record.placeToResume(db) }
    }

    public func starsBroughtIn(of login: String, host: String) async -> StarsBroughtIn {
        let record = StarsPassRecord(login: login, host: host, codecs: codecs)
        return (try? await read { db in try record.broughtIn(db) }) ?? .all
    }

    public func accountChanged(login: String, host: String) async throws(LibraryFailure) {
        let record = StarsPassRecord(login: login, host: host, codecs: codecs)
        try await write { db in try record.accountChanged(db) }
    }
}
