import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport

extension ScriptedAccount {
    /// Stars 1 to `count` in pages; the cursor is the page number.
    func offerStars(_ count: Int, size: Int = 10) {
        replyStarred { cursor in
            let page = cursor.flatMap { Int($0.opaque) } ?? 1
            let pages = (count + size - 1) / size
            let items = ((page - 1) * size..<min(page * size, count)).map {
                StarredItem(item: .sample($0 + 1), starredAt: Date(timeIntervalSince1970: TimeInterval($0 + 1)))
            }
            return .success(
                StarredBatch(
                    items: items, end: page < pages ? .more(BatchCursor("\(page + 1)")) : .complete))
        }
    }

    /// The cursors of the requested pages; nil for the first.
    var pages: [String?] {
        calls.compactMap { call -> String?? in
            if case .starred(let cursor) = call { return .some(cursor?.opaque) }
            return nil
        }
    }
}

extension StarImportViewModel {
    static func sample(_ account: ScriptedAccount, _ library: MemoryLibrary) -> StarImportViewModel {
        let model = StarImportViewModel(
            ScriptedStarLists(), account: account, writer: .attached(to: library), network: UnmeteredNetwork(),
            formats: .sample())
        model.updateOffer()
        return model
    }

    /// Brings the stars of the account, which has signed in.
    func start(login: String, stars: Int? = nil) {
        setLogin(login)
        bring(StarListOwner(login: login, stars: stars, requests: 0))
    }
}

extension NumberContent {
    static func sample(_ number: Int) -> NumberContent { NumberContent(number, formats: .sample()) }
}
