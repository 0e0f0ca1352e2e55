import StargazerCore

/// One row of a list of items: an item, or what stands after the last one.
enum ListEntry: Identifiable, Equatable, Sendable {
    case item(ItemRowContent)
    /// The number of items before it makes it another row after each batch: were it the same, GTK would hold on to it
    /// and scroll along to the new end.
    case tail(ListTail, after: Int)

    enum ID: Hashable, Sendable {
        case item(ItemID)
        case tail(after: Int)
    }

    var id: ID {
        switch self {
        case .item(let content): .item(content.id)
        case .tail(_, let count): .tail(after: count)
        }
    }

    static func entries(_ rows: [ItemRowContent], tail: ListTail = .none) -> [ListEntry] {
        let items = rows.map { ListEntry.item($0) }
        return tail == .none ? items : items + [.tail(tail, after: items.count)]
    }
}
