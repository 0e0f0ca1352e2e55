package import StargazerCore
package import StargazerLibrary

/// The content of one position in a list: an item, a heading between items, or the footer.
enum ListEntry: Equatable, Sendable {
    case item(ItemContent)
    /// An item that is not loaded yet.
    case placeholder
    case heading(String)
    case footer(ListFooter)

    /// The identity of a position. There may be a hundred thousand favorites, so item IDs are stored indirectly.
    enum ID: Hashable, Sendable {
        indirect case item(ItemID)
        case favorite(FavoriteRowID)
        indirect case heading(String)
        /// The number of items before it gives the footer a new identity after each batch. With the same identity, GTK
        /// would keep it in place and scroll to the new end.
        case footer(after: Int)

        var isItem: Bool {
            switch self {
            case .item, .favorite: true
            case .heading, .footer: false
            }
        }
    }
}

package struct ListSection {
    var heading: String?
    var rows: [ItemContent]

    package init(_ rows: [ItemContent], under heading: String? = nil) {
        self.heading = heading
        self.rows = rows
    }
}

/// The entries of a list: the IDs of its positions, and the content of each.
package struct ListEntries {
    var ids: [ListEntry.ID] = []
    var entry: @MainActor (ListEntry.ID, Int) -> ListEntry = { _, _ in .placeholder }
    /// Called with the position at the top of the screen.
    var topRowChanged: @MainActor (Int) -> Void = { _ in }
    /// The positions of headings, in order.
    private(set) var headings: [Int] = []

    /// Returns the entries of results, which are all loaded.
    package static func results(
        _ rows: [ItemContent], footer: ListFooter = .none, topRowChanged: @escaping @MainActor (Int) -> Void = { _ in }
    ) -> ListEntries {
        results([ListSection(rows)], footer: footer, topRowChanged: topRowChanged)
    }

    /// Returns the entries of results under headings. An item must not be in two sections.
    /// - Parameter topRowChanged: called with the number of rows above the screen, without headings.
    package static func results(
        _ sections: [ListSection], footer: ListFooter = .none,
        topRowChanged: @escaping @MainActor (Int) -> Void = { _ in }
    ) -> ListEntries {
        var entries = ListEntries()
        var contents: [ListEntry] = []
        for section in sections {
            if let heading = section.heading {
                entries.headings.append(contents.count)
                entries.ids.append(.heading(heading))
                contents.append(.heading(heading))
            }
            entries.ids += section.rows.map { .item($0.id) }
            contents += section.rows.markingNamesakes().map { .item($0) }
        }
        if footer != .none {
            entries.ids.append(.footer(after: contents.count))
            contents.append(.footer(footer))
        }
        entries.entry = { _, index in contents.indices.contains(index) ? contents[index] : .placeholder }
        entries.topRowChanged = { [headings = entries.headings] in topRowChanged(row($0, below: headings)) }
        return entries
    }

    /// Returns the position of a row without headings.
    private static func row(_ position: Int, below headings: [Int]) -> Int {
        position - headings.prefix { $0 < position }.count
    }

    var unselectable: [Int] {
        let hasFooter = if case .footer? = ids.last { true } else { false }
        return headings + (hasFooter ? [ids.count - 1] : [])
    }

    @MainActor mutating func removeFooter() -> ListFooter {
        guard let id = ids.last, case .footer(let footer) = entry(id, ids.count - 1) else { return .none }
        ids.removeLast()
        return footer
    }

    /// Returns the entries of favorites, of which only those near the screen are loaded.
    /// - Parameter hasHeadings: false for a grid, which has only cells.
    @MainActor static func favorites(
        _ content: FavoritesContent, _ contents: FavoriteRowLoader, hasHeadings: Bool
    ) -> ListEntries {
        var entries = ListEntries()
        if hasHeadings {
            entries = self.entries(of: content)
        } else {
            entries.ids = ids(of: content.rows[...])
        }
        entries.entry = { [weak contents] id, _ in
            switch id {
            case .favorite(let row): contents?.content(of: row).map { .item($0) } ?? .placeholder
            case .heading(let text): .heading(text)
            case .item, .footer: .placeholder
            }
        }
        entries.topRowChanged = { [weak contents, headings = entries.headings] in
            contents?.didScrollTo(row($0, below: headings))
        }
        return entries
    }

    /// Not on the main actor: there, Swift would check the isolation for each of a hundred thousand elements.
    nonisolated private static func entries(of content: FavoritesContent) -> ListEntries {
        var entries = ListEntries()
        let sections =
            content.updates.isEmpty
            ? content.years.map { ($0.title ?? FavoritesText.noDate, $0.count) }
            : content.updates.map { (UpdatesText.heading($0.kind), $0.count) }
        entries.ids.reserveCapacity(content.rows.count + sections.count)
        var rest = content.rows[...]
        for (heading, count) in sections {
            entries.headings.append(entries.ids.count)
            entries.ids.append(.heading(heading))
            entries.ids += ids(of: rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        entries.ids += ids(of: rest)
        return entries
    }

    nonisolated private static func ids(of rows: ArraySlice<FavoriteRowID>) -> [ListEntry.ID] {
        rows.map { .favorite($0) }
    }
}
