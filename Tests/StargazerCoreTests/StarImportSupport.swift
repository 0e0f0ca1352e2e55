import Foundation
import StargazerCore
import TestSupport

extension ScriptedAccount {
    /// Stars 1 to `count` in pages of ten; the cursor is the page number.
    func offerStars(_ count: Int, knowsProgress: Bool = true) {
        replyStarred { cursor in
            let page = cursor.flatMap { Int($0.opaque) } ?? 1
            let pages = (count + 9) / 10
            let items = ((page - 1) * 10..<min(page * 10, count)).map {
                StarredItem(item: .sample($0 + 1), starredAt: Date(timeIntervalSince1970: TimeInterval($0 + 1)))
            }
            return .success(
                StarredBatch(
                    items: items, end: page < pages ? .more(BatchCursor("\(page + 1)")) : .complete,
                    progress: knowsProgress ? Double(page) / Double(pages) : nil))
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
        let model = StarImportViewModel(account: account, writer: .attached(to: library), formats: .sample())
        model.updateOffer()
        return model
    }
}

extension NumberContent {
    static func sample(_ number: Int) -> NumberContent { NumberContent(number, formats: .sample()) }
}
