public import Foundation

public struct FavoritesQuery: Sendable, Hashable {
    public var scope: FavoritesScope
    /// The server whose account is signed in: only its stars count. Nil while signed out, when no star counts.
    public var account: String?
    /// What to look for, in the language of ``QueryRules/favorites``. A word is the beginning of any word of an item, or
    /// any part of its name. Case, accents and character width do not matter.
    public var text: String { didSet { expression = QueryExpression(text) } }
    /// The meaning of the text; nil when it restricts nothing.
    public private(set) var expression: QueryExpression?
    public var order: FavoritesOrder
    /// Items that the documents find by the words of the text. Complete ones match those words, whatever their fields
    /// are; the others show in the order ``FavoritesOrder/best`` only.
    public var documents = DocumentMatches()
    /// Divides rows in order of a date into years.
    public var calendar: Calendar?
    /// The date that the rows are in order of; nil for other orders.
    public var dateKey: SortKey? {
        if isByDateAdded { return .added }
        guard case .sorted(let sort) = order, sort.key.isDate else { return nil }
        return sort.key
    }
    public var isByDateAdded: Bool {
        switch order {
        case .best: expression == nil
        case .sorted(let sort): sort.key == .added || sort.key == .bestMatch
        }
    }

    public init(
        text: String = "", order: FavoritesOrder = .sorted(ItemOrder(.added)), scope: FavoritesScope = .all,
        account: String? = nil, calendar: Calendar? = nil
    ) {
        self.calendar = calendar
        self.scope = scope
        self.account = account
        self.text = text
        expression = QueryExpression(text)
        self.order = order
    }

    /// Replaces days some time ago with dates.
    public mutating func resolveSpans(_ now: Date) { expression = expression?.resolved(now) }
}

public enum FavoritesOrder: Sendable, Hashable {
    /// Best match first, newest first among equals; without words, newest first throughout.
    /// The order is: names equal to the words, names that begin with these whole words, names that have them, then
    /// `FavoritesQuery.documents` in their order. Of the rest, names that begin with the letters come first, then names
    /// with a word that does, then names that contain them.
    case best
    /// Items without a value come last in either direction; equal items are sorted by name.
    case sorted(ItemOrder)
}
