import Foundation
public import StargazerCore

extension ItemID {
    public static func sample(_ number: Int) -> ItemID {
        ItemID(catalog: .repositories, host: "test", id: String(number))
    }
}

extension Item {
    /// A repository `owner/nameN`; `change` makes it what the test needs.
    public static func sample(_ number: Int, _ change: (inout Repository) -> Void = { _ in }) -> Item {
        var repository = Repository(owner: "owner", name: "name\(number)", stars: number)
        change(&repository)
        return Item(id: .sample(number), facts: repository)
    }
}

extension Favorite {
    /// Added `number` seconds after the epoch, so that a higher number is newer.
    public static func sample(_ number: Int, _ change: (inout Repository) -> Void = { _ in }) -> Favorite {
        Favorite(item: .sample(number, change), addedAt: Date(timeIntervalSince1970: TimeInterval(number)))
    }
}

extension ItemDetails {
    public static func sample(
        _ number: Int, watchers: Int = 7, parentName: String? = nil, _ change: (inout Repository) -> Void = { _ in }
    ) -> ItemDetails {
        ItemDetails(item: .sample(number, change), facts: RepositoryDetails(watchers: watchers, parentName: parentName))
    }
}

extension ResultBatch {
    /// Items by their numbers; without a cursor the batch is the last one.
    public static func sample(
        _ numbers: some Sequence<Int>, total: Int? = nil, isIncomplete: Bool = false, next: String? = nil,
        end: BatchEnd? = nil
    ) -> ResultBatch {
        ResultBatch(
            items: numbers.map { .sample($0) }, total: total, isIncomplete: isIncomplete,
            end: end ?? next.map { .more(BatchCursor($0)) } ?? .complete)
    }
}

extension ItemCodecs {
    public static let sample = ItemCodecs([RepositoryCodec()])
}

extension FavoriteRowID {
    public static func sample(_ number: Int64) -> FavoriteRowID { FavoriteRowID(rawValue: number) }
}
