import GtkBridge
package import StargazerCore
import Synchronization

/// What one catalog alone looks like and says. The screens paint items through the face of their catalog and never ask
/// which one it is; whatever they say themselves is true of any.
package protocol CatalogPresentation: Sendable {
    var kind: CatalogKind { get }
    /// What its items are called: "Repositories".
    var name: String { get }
    /// What an empty entry asks for.
    var placeholder: String { get }
    /// The way to its search from elsewhere.
    var searchActionLabel: String { get }
    /// What the start page says there is to search, and what becomes of what is starred.
    func startPageDescription(_ signInState: SignInState) -> String
    /// By which formula something is trending: what began since a day; nil where there is none.
    func trendingCriteria(since day: String) -> String?
    var noResultsText: String { get }
    /// What the empty details ask for.
    var selectionPrompt: String { get }
    /// Nil for what it does not order by.
    func name(of key: SortKey) -> String?
    /// An order in words; nil for what it does not order by.
    func order(_ sort: StargazerCore.SortOrder) -> String?
    /// The dim line of a row.
    func metadataLine(of item: ItemContent) -> MetadataLine
    /// What the line says in full, for a tooltip.
    func metadataTooltip(of item: ItemContent) -> String?
    /// What a screen reader says of the item between its title and whether it is starred.
    func accessibleText(_ item: ItemContent) -> [String]
    /// What a relation is called: "More from the Same Place"; nil for what does not lead on from its items.
    func name(of relation: RelationKind) -> String?
    /// What a list is called of what two items both lead to; nil for what is not compared.
    func commonListName(of relation: RelationKind) -> String?
    /// What is said where an item leads to nothing; nil for what is true of any.
    func noResultsText(in relation: RelationKind) -> (heading: String, sentence: String)?
    /// What copying the address is called in menus, and what is said when it is done; nil for what is not offered.
    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)?
    /// The line under the name in the details.
    func subtitle(of details: DetailsContent) -> (text: String, inFull: String?)
    func blocks(of details: DetailsContent) -> [DetailBlock]
    /// What it is called to be in a list and in the one that leads the other way; nil where there is no such thing.
    var mutual: (label: String, tooltip: String)? { get }
    /// What the account has to do with an item on its server; nil for nothing.
    func accountStatus(of item: ItemContent) -> AccountItemStatus?
    /// What is wrong with a text that was not searched for; nil for what its catalog never says.
    func wording(of problem: QueryProblem) -> (heading: String, sentence: String)?
    /// The words of a qualifier; nil for one that its catalog does not know.
    func description(of qualifier: QualifierName) -> QualifierDescription?
    /// What the offer to look in every place is called, where its catalog does not do so already.
    var searchEverywhere: String? { get }
    /// The picture that the details begin with, as large as there is room for; nil where a small one beside the name will do.
    func picture(of details: DetailsContent) -> PictureContent?
    /// What a catalog says that needs a key of the person's own; nil for one that needs none.
    var apiKeyInstructions: APIKeyInstructions? { get }
    /// What the service asks to be said wherever its results show; nil where it asks for nothing.
    var attribution: String? { get }
    /// What it is called to go on, in slices, where the API gives no more of one search; nil where its catalog does not.
    var loadBeyondLimit: String? { get }
    /// What the list was read in by then; nil where its catalog does not divide.
    func slices(_ count: NumberContent) -> String?
    /// For whom something is fit; nil for what its catalog never says.
    func name(of rating: ContentRating) -> String?
    /// Why an item cannot be had any more.
    var gone: (heading: String, sentence: String) { get }
    var blocked: String { get }
    /// What something that is written about an item at length is called, and what is said where nobody has written it.
    func labels(of document: DocumentKind) -> (heading: String, none: String?)
}

/// How one gets the key of a service.
package struct APIKeyInstructions: Sendable {
    /// What stands for the catalog: the name of an icon of the theme.
    package var icon: String
    package var heading: String
    /// What the key is, and what for.
    package var sentence: String
    /// What to do, one after the other, before it can be entered.
    package var steps: [String]

    package init(icon: String, heading: String, sentence: String, steps: [String]) {
        (self.icon, self.heading, self.sentence, self.steps) = (icon, heading, sentence, steps)
    }
}

extension CatalogPresentation {
    package func picture(of details: DetailsContent) -> PictureContent? { nil }
    package var apiKeyInstructions: APIKeyInstructions? { nil }
    package var attribution: String? { nil }
    package var loadBeyondLimit: String? { nil }
    package func slices(_ count: NumberContent) -> String? { nil }
    package func name(of rating: ContentRating) -> String? { nil }
    package func name(of relation: RelationKind) -> String? { nil }
    package func commonListName(of relation: RelationKind) -> String? { nil }
    package var mutual: (label: String, tooltip: String)? { nil }
    package func accountStatus(of item: ItemContent) -> AccountItemStatus? { nil }
    package func labels(of document: DocumentKind) -> (heading: String, none: String?) {
        (DocumentText.heading, DocumentText.none)
    }
    package func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? { nil }
    package func noResultsText(in relation: RelationKind) -> (heading: String, sentence: String)? { nil }
    package func description(of qualifier: QualifierName) -> QualifierDescription? { nil }
    package var searchEverywhere: String? { nil }
    package func trendingCriteria(since day: String) -> String? { nil }

    /// The blocks, and the ways to what none of them leads to; none to what the item does not lead to.
    func allBlocks(of details: DetailsContent) -> [DetailBlock] {
        let blocks = blocks(of: details).map { block in
            guard case .statistics(var statistics) = block else { return block }
            for place in statistics.indices where statistics[place].relation.map(details.relations.contains) == false {
                statistics[place].relation = nil
            }
            return .statistics(statistics)
        }
        let shown = Set(blocks.flatMap(\.relations))
        let rest = details.relations.filter { !shown.contains($0) }
        let lists = rest.map { RelationButtons.Line($0, label: name(of: $0) ?? $0.rawValue) }
        let lines =
            lists + (details.isComparable ? [.init(action: "win.compare", label: ComparisonText.compareWith)] : [])
        return lines.isEmpty ? blocks : blocks + [.relations(lines)]
    }
}

/// What the account has to do with an item on its server.
package struct AccountItemStatus: Equatable, Sendable {
    /// What can be asked for: how it is called, and the window's action that does it.
    package struct Change: Equatable, Sendable {
        package var label: String
        package var action: String
    }

    /// What is said under the name in the details; nil for nothing.
    package var text: String?
    /// What is said was done by the account, and gets a check mark.
    package var showsCheckmark = true
    /// What the row's menu offers.
    package var change: Change?
    /// Whether the details offer it as well, and how prominently.
    package var offer: Offer?

    package enum Offer: Sendable {
        case button
        case link
    }
}

/// What is said of a qualifier.
package struct QualifierDescription: Sendable {
    /// What it narrows by: "Last Push".
    package var name: String
    /// What it does, for who does not know it: "Only what is written in a language".
    package var explanation: String
    /// What it says with a value put in at `%1$s`: "Pushed %1$s"; by itself the value says enough.
    package var phrase: String
    /// The words for values that say too little by themselves.
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

/// A dim line, and where in it (UTF-8 offsets) a dot stands that has a color.
package struct MetadataLine: Equatable, Sendable {
    package var text = ""
    package var dot = 0..<0
    package var color = LanguageColors.Color()

    package init(text: String = "") { self.text = text }
}

/// A short word among others.
package struct Chip: Equatable, Sendable {
    package var text: String
    /// What pressing it adds to the search; nil for one that does nothing.
    package var search: String?

    package init(_ text: String, search: String? = nil) {
        self.text = text
        self.search = search
    }
}

/// One part of the details, in any order and as often as a face likes.
package enum DetailBlock: Equatable, Sendable {
    case statistics([StatisticTiles.Statistic])
    case chips([Chip])
    case facts([FactList.Line])
    /// What something is made of.
    case shares(ProportionBar.Content)
    /// Something that the person should know first.
    case note(String)
    /// Ways to lists that the item leads to. What no block leads to stands after all of them.
    case relations([RelationButtons.Line])

    /// The lists that it leads to.
    var relations: [RelationKind] {
        switch self {
        case .statistics(let statistics): statistics.compactMap(\.relation)
        case .relations(let lines): lines.compactMap { if case .relation(let kind) = $0.goal { kind } else { nil } }
        case .chips, .facts, .shares, .note: []
        }
    }
}

/// The faces of the catalogs of this run. Faces are words: like its language they are the whole process's, and known
/// before its first window.
struct CatalogPresentations: Sendable {
    private static let registry = Mutex(CatalogPresentations([]))

    /// In the order they came, each kind once.
    private var all: [any CatalogPresentation]

    init(_ presentations: [any CatalogPresentation]) { all = presentations }

    /// Those of all that was put together so far.
    static var registered: CatalogPresentations { registry.withLock(\.self) }

    static func add(_ presentations: [any CatalogPresentation]) {
        registry.withLock { registry in
            for presentation in presentations where !registry.all.contains(where: { $0.kind == presentation.kind }) {
                registry.all.append(presentation)
            }
        }
    }

    subscript(_ kind: CatalogKind) -> any CatalogPresentation {
        all.first { $0.kind == kind } ?? FallbackPresentation(kind: kind)
    }

    /// The name of an order that some catalog has; of several the first has the word.
    func name(of key: SortKey) -> String? { all.lazy.compactMap { $0.name(of: key) }.first }
    func order(_ sort: StargazerCore.SortOrder) -> String? { all.lazy.compactMap { $0.order(sort) }.first }
}
