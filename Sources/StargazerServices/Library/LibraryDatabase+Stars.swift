import Foundation
import GRDB
public import StargazerCore

extension LibraryDatabase {
    public func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally {
        let now = time.now()
        return try await write { db in
            try StarsPassRecord(login: login, host: host).bringIn(db, batch, as: step, next: next, now: now)
        }
    }

    /// A library that cannot be read has no place either: walking anew is always right.
    public func placeToResume(of login: String, host: String) async -> StarsPlace? {
        await withCheckedContinuation { continuation in
            queue.asyncRead { result in
                let place = try? StarsPassRecord(login: login, host: host).placeToResume(result.get())
                continuation.resume(returning: place)
            }
        }
    }

    public func accountChanged(login: String, host: String) async throws(LibraryFailure) {
        try await write { db in try StarsPassRecord(login: login, host: host).accountChanged(db) }
    }

    public func takeIn(_ favorites: [Favorite]) async throws(LibraryFailure) -> Int {
        try await write { db in
            var known: [String: Bool] = [:]
            var new = 0
            for favorite in favorites {
                let host = favorite.id.host
                let isOfAnAccount = try known[host] ?? StarsPassRecord.isKnown(db, host: host)
                known[host] = isOfAnAccount
                let isNew = try FavoriteRecord(favorite.item).takeIn(
                    db, addedAt: favorite.addedAt, starredOnServer: isOfAnAccount ? nil : favorite.isStarredOnServer)
                if isNew { new += 1 }
            }
            return new
        }
    }
}
