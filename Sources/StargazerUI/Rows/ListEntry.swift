import StargazerCore

/// One row of a list of items: an item, or what stands after the last one.
enum ListEntry: Identifiable, Equatable, Sendable {
    case item(ItemRowContent)
    case tail(ListTail)

    enum ID: Hashable, Sendable {
        case item(ItemID)
        case tail
    }

    var id: ID {
        switch self {
        case .item(let content): .item(content.id)
        case .tail: .tail
        }
    }

    static func entries(_ rows: [ItemRowContent], tail: ListTail = .none) -> [ListEntry] {
        let items = rows.map { ListEntry.item($0) }
        return tail == .none ? items : items + [.tail(tail)]
    }
}
