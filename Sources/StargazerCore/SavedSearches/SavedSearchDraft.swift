import Foundation

/// What a window would save as a search: its source, text and order.
public struct SavedSearchDraft: Sendable, Equatable {
    /// Not a saved search.
    public let source: ListSource
    public let text: String
    /// Nil for the default order.
    public let order: SortOrder?

    /// Nil when there is nothing to save: a list as its row of the sidebar shows it.
    init?(source: ListSource, text: String, order: SortOrder?) {
        let isBlank = text.allSatisfy(\.isWhitespace)
        switch source {
        case .savedSearch: return nil
        case .search: if isBlank { return nil }
        case .favorites: if isBlank, order == nil { return nil }
        }
        self.source = source
        self.text = text
        self.order = order
    }

    /// What the search searches for; nil for a search that this version cannot open.
    public init?(_ search: SavedSearch) {
        guard let source = ListSource(text: search.source) else { return nil }
        self.init(source: source, text: search.text, order: search.order)
    }

    /// A name made of the text, as long as a name may be; nil when there is no text.
    public var name: String? {
        let line = CleanText.line(text, limit: Tag.maxNameLength).trimmingCharacters(in: .whitespaces)
        return line.isEmpty ? nil : line
    }
}

extension SavedSearch {
    /// Returns why a search cannot have this name; nil when it can.
    public static func problem(ofName name: String) -> AnnotationFailure? {
        let line = CleanText.line(name, limit: .max).trimmingCharacters(in: .whitespaces)
        if line.unicodeScalars.count > Tag.maxNameLength { return .nameTooLong }
        return line.isEmpty ? .emptyName : nil
    }
}
