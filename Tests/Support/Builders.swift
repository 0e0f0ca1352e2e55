import Foundation
public import StargazerCore
public import StargazerLibrary

extension ItemID {
    public static func sample(_ number: Int) -> ItemID {
        ItemID(catalog: .repositories, host: "test", id: String(number))
    }
}

extension Item {
    /// Returns the repository `owner/nameN`. `change` adapts it to the test.
    public static func sample(_ number: Int, _ change: (inout Repository) -> Void = { _ in }) -> Item {
        var repository = Repository(owner: "owner", name: "name\(number)", stars: number)
        change(&repository)
        return Item(id: .sample(number), facts: repository)
    }
}

extension Favorite {
    /// Returns a favorite added `number` seconds after the epoch, so a higher number is newer.
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
    /// Returns a batch of items by their numbers. Without a cursor it is the last batch.
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
