import GtkBridge
package import StargazerCore
package import StargazerLibrary

/// The texts of a list's qualifiers.
package protocol QualifierPresentation: Sendable {
    /// The texts of a qualifier; nil for a qualifier that the list does not know.
    func description(of qualifier: QualifierName) -> QualifierDescription?
    /// The text about a query that was not sent; nil for problems that the list does not report.
    func wording(of problem: QueryProblem) -> (heading: String, sentence: String)?
    /// Returns the text that searches for a text in spite of a problem; nil if the server would reject it.
    func textToSearchAnyway(_ text: String, after problem: QueryProblem) -> String?
}

extension QualifierPresentation {
    package func description(of qualifier: QualifierName) -> QualifierDescription? { nil }
    package func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? { nil }
    package func textToSearchAnyway(_ text: String, after problem: QueryProblem) -> String? { nil }
}

/// The appearance and texts of one catalog. The views show items through their catalog's presentation and never check
/// the catalog's kind. Their own texts apply to every catalog.
package protocol CatalogPresentation: QualifierPresentation {
    var kind: CatalogKind { get }
    /// The name of its items: "Repositories".
    var name: String { get }
    /// The icon of the catalog: a name in the icon theme.
    var icon: String { get }
    var placeholder: String { get }
    /// The label of the button that leads to its search from other views.
    var searchActionLabel: String { get }
    /// The name of an example search in plain words; nil for its filters in words.
    func name(ofExample text: String) -> String?
    /// The heading of what an empty search returns.
    var trendingHeading: String { get }
    /// The definition of "trending" for things created since a day; nil where nothing is trending.
    func trendingCriteria(since day: String) -> String?
    var noResultsText: String { get }
    /// The prompt of the details while nothing is selected.
    var selectionPrompt: String { get }
    /// The name of a sort key; nil for a key that the catalog does not sort by.
    func name(of key: SortKey) -> String?
    /// The name of a sort order; nil for a key that the catalog does not sort by.
    func order(_ sort: ItemOrder) -> String?
    /// The dimmed line of a row.
    func metadataLine(of item: ItemContent) -> MetadataLine
    /// The complete text of the metadata line, for its tooltip.
    func metadataTooltip(of item: ItemContent) -> String?
    /// The accessible text of an item, between its title and whether it is a favorite.
    func accessibleMetadata(_ item: ItemContent) -> [String]
    /// The title of a relation: "More from the Same Place"; nil for relations that its items do not have.
    func name(of relation: RelationKind) -> String?
    /// The title of the list of what two items have in common; nil for relations that cannot be compared.
    func commonListName(of relation: RelationKind) -> String?
    /// The text of an empty relation; nil for the general text.
    func noResultsText(in relation: RelationKind) -> (heading: String, sentence: String)?
    /// The menu label for copying a link, and the confirmation; nil for links that cannot be copied.
    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)?
    /// Whether lists have the descriptions already; details keep no room for one that may come.
    var hasSummaryInLists: Bool { get }
    /// The most lines of the description in a wide row.
    var summaryLines: Int32 { get }
    /// The line under the title of the details.
    func subtitle(of details: DetailsContent) -> [Fact]
    /// The button of the details that adds the item to the favorites: its label and its accessible name.
    func favoriteLabel(of details: DetailsContent) -> (text: String, name: String)
    /// Whether adding it to the favorites is the action that its details suggest.
    var suggestsFavorite: Bool { get }
    /// Whether the button is an icon after the suggested action, and the picture above it is large.
    var hasQuietStar: Bool { get }
    /// The menu of texts to copy in the details; nil for none.
    func copyMenu(of details: DetailsContent) -> CopyMenu?
    var offersPackages: Bool { get }
    func blocks(of details: DetailsContent) -> [DetailBlock]
    /// Short texts in one line with the tags, such as topics.
    func topics(of details: DetailsContent) -> [Topic]
    /// What few people look for: it shows once it is opened.
    func moreFacts(of details: DetailsContent) -> [Fact]
    /// The label of the filter for items that are in both directions of a relation; nil where there is no such filter.
    var mutual: (label: String, tooltip: String)? { get }
    /// What the account can do with an item on its server; nil for nothing.
    func accountAction(of item: ItemContent) -> AccountActionOffer?
    /// The label of the offer to search in all places; nil where the catalog already does.
    var searchEverywhere: String? { get }
    /// The picture that the details show as large as possible; nil where a small one next to the title is enough.
    func largePicture(of details: DetailsContent) -> PictureContent?
    /// Whether pages that were seen before show without a network.
    var hasPagesOffline: Bool { get }
    /// The instructions for a catalog that requires the user's own API key; nil for other catalogs.
    var apiKeyInstructions: APIKeyInstructions? { get }
    /// The text that the service's terms require wherever its results are visible; nil where they require none.
    var attribution: String? { get }
    /// The label of the button that loads results beyond the API's limit, in slices; nil where the catalog cannot.
    var loadBeyondLimit: String? { get }
    /// The number of slices of the results, as text; nil where the catalog does not divide.
    func slices(_ count: NumberContent) -> String?
    /// The number of results, by the name of the items: "100 of 2,651 repositories". `total` is nil when all are shown.
    func resultCount(_ shown: NumberContent, of total: NumberContent?) -> String
    /// The name of a content rating; nil for ratings that the catalog does not use.
    func name(of rating: ContentRating) -> String?
    /// The text about an item that no longer exists; the statement is the heading as a sentence.
    var gone: (heading: String, statement: String, sentence: String) { get }
    var blocked: String { get }
    /// The heading of a document, and the text when there is none.
    func labels(of document: DocumentKind) -> (heading: String, none: String?)
}

package struct APIKeyInstructions: Sendable {
    package var icon: String
    package var heading: String
    /// What the key is, and what it is for.
    package var sentence: String
    /// The steps before the key can be entered, in order.
    package var steps: [String]

    package init(icon: String, heading: String, sentence: String, steps: [String]) {
        (self.icon, self.heading, self.sentence, self.steps) = (icon, heading, sentence, steps)
    }
}

extension CatalogPresentation {
    package func largePicture(of details: DetailsContent) -> PictureContent? { nil }
    package func favoriteLabel(of details: DetailsContent) -> (text: String, name: String) {
        let text = details.item.isFavorite ? CatalogText.favorite : CatalogText.addToFavorites
        return (text, CatalogText.addToFavorites)
    }
    package var suggestsFavorite: Bool { false }
    package var hasQuietStar: Bool { false }
    package func name(ofExample text: String) -> String? { nil }
    package func copyMenu(of details: DetailsContent) -> CopyMenu? { nil }
    package func topics(of details: DetailsContent) -> [Topic] { [] }
    package func moreFacts(of details: DetailsContent) -> [Fact] { [] }
    package var offersPackages: Bool { false }
    package var hasSummaryInLists: Bool { false }
    package var summaryLines: Int32 { 2 }
    package var hasPagesOffline: Bool { false }
    package var apiKeyInstructions: APIKeyInstructions? { nil }
    package var attribution: String? { nil }
    package var trendingHeading: String { CatalogText.trending }
    package var loadBeyondLimit: String? { nil }
    package func slices(_ count: NumberContent) -> String? { nil }
    package func resultCount(_ shown: NumberContent, of total: NumberContent?) -> String {
        CatalogText.results(shown, of: total)
    }
    package func name(of rating: ContentRating) -> String? { nil }
    package func name(of relation: RelationKind) -> String? { nil }
    package func commonListName(of relation: RelationKind) -> String? { nil }
    package var mutual: (label: String, tooltip: String)? { nil }
    package func accountAction(of item: ItemContent) -> AccountActionOffer? { nil }
    /// Returns the metadata line of a row, which says first what the row is not. The last facts show where there is room.
    func rowMetadataLine(of item: ItemContent) -> MetadataLine {
        var line = metadataLine(of: item)
        if !item.missingWords.isEmpty { line.insert(RowText.without(item.missingWords, limit: 2), at: 1) }
        if item.isGone, item.marks.contains(.notAvailable) { line.insert(RowText.notAvailable, at: 1) }
        return line
    }
    package func labels(of document: DocumentKind) -> (heading: String, none: String?) {
        (DocumentText.heading, DocumentText.none)
    }
    package func noResultsText(in relation: RelationKind) -> (heading: String, sentence: String)? { nil }
    package var searchEverywhere: String? { nil }
    package func trendingCriteria(since day: String) -> String? { nil }

    /// Returns the blocks without numbers that are zero, and with links to the relations that no block contains. Removes
    /// links to relations that the item does not have.
    func allBlocks(of details: DetailsContent) -> [DetailBlock] {
        let blocks = blocks(of: details)
        let shown = Set(blocks.flatMap(\.relations))
        let rest = details.relations.filter { !shown.contains($0) }.map {
            Fact(label: name(of: $0) ?? $0.rawValue, text: "", target: .relation($0))
        }
        func offered(_ facts: [Fact]) -> [Fact] {
            facts.map { fact in
                guard case .relation(let kind)? = fact.target, !details.relations.contains(kind) else { return fact }
                var fact = fact
                fact.target = nil
                return fact
            }.filter { !$0.isZero && (!$0.text.isEmpty || $0.target != nil) }
        }
        var hasRows = false
        let all = blocks.map { block in
            guard case .rows(let facts) = block else { return block }
            defer { hasRows = true }
            return DetailBlock.rows(offered(facts) + (hasRows ? [] : rest))
        }
        return hasRows || rest.isEmpty ? all : all + [.rows(rest)]
    }
}

/// What the account can do with an item on its server, such as starring it.
package struct AccountActionOffer: Equatable, Sendable {
    /// An action to offer: its label, and the name of the window's action.
    package struct Change: Equatable, Sendable {
        package var label: String
        package var action: String
    }

    /// The offer in the row's menu; nil for none, or while it is unknown.
    package var change: Change?
    /// Whether the details show the offer as a button.
    package var isOffered = false
    /// Whether that button is the action that the details suggest.
    package var isSuggested = false
    /// The label of that button while the offer is unknown; nil for no button then.
    package var pendingLabel: String?
    /// What the details say before a link to the change; nil for no such line.
    package var note: String?
}

/// A menu of texts to copy, such as the clone addresses of a repository.
package struct CopyMenu: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package var label: String
        package var text: String
        /// The confirmation.
        package var done: String
    }

    package var label: String
    package var entries: [Entry]
}

package struct QualifierDescription: Sendable {
    /// Its name: "Last Push".
    package var name: String
    /// A short explanation: "Written in this language".
    package var explanation: String
    /// The phrase with the value at `%1$s`: "Last Push: %1$s". By default the value alone.
    package var phrase: String
    /// Words for values that are not clear by themselves.
    package var values: [String: String]

    package init(_ name: String, _ explanation: String, phrase: String = "%1$s", values: [String: String] = [:]) {
        self.name = name
        self.explanation = explanation
        self.phrase = phrase
        self.values = values
    }

    func phrase(_ value: String) -> String { phrase.filled(value) }
    func word(for value: String) -> String? { values[value] }
}

/// A short text in a line of several.
package struct Topic: Equatable, Sendable {
    package var text: String
    /// The words that pressing it adds to the search; nil for one that does nothing.
    package var search: String?

    package init(_ text: String, search: String? = nil) {
        self.text = text
        self.search = search
    }
}

/// A part of the details. A presentation returns any number of them in any order.
package enum DetailBlock: Equatable, Sendable {
    /// What people decide by, in a line: values, each before its label.
    case figures([Fact])
    /// A boxed list of labels and values, which may lead to lists; the first one gets relations that no block contains.
    case rows([Fact])
    /// Facts with labels, each in a line of its own.
    case facts([Fact])
    /// A bar of proportions, such as languages.
    case shares(ProportionBar.Content)
    /// An important message at the top.
    case note(String)

    var relations: [RelationKind] {
        guard case .rows(let facts) = self else { return [] }
        return facts.compactMap { if case .relation(let kind)? = $0.target { kind } else { nil } }
    }
}
