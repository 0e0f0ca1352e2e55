package import StargazerCore
import StargazerLibrary
import Synchronization

/// The presentations of this process's catalogs. They are texts, so like the language they apply to the whole process,
/// and are registered before its first window.
struct CatalogPresentations: Sendable {
    private static let registry = Mutex(CatalogPresentations())

    private struct Entry {
        var host: String
        var presentation: any CatalogPresentation
    }

    /// In the order of registration, each kind and host once.
    private var entries: [Entry] = []
    private var all: some Sequence<any CatalogPresentation> { entries.lazy.map(\.presentation) }

    static var registered: CatalogPresentations { registry.withLock(\.self) }

    static func add(_ registrations: [CatalogRegistration]) {
        registry.withLock { registry in
            for registration in registrations {
                let (host, presentation) = (registration.catalog.profile.host, registration.presentation)
                guard registry.presentation(of: presentation.kind, host: host) == nil else { continue }
                registry.entries.append(Entry(host: host, presentation: presentation))
            }
        }
    }

    /// The presentation of a kind: that of its first source.
    subscript(_ kind: CatalogKind) -> any CatalogPresentation {
        all.first { $0.kind == kind } ?? FallbackPresentation(kind: kind)
    }

    subscript(_ source: CatalogProfile) -> any CatalogPresentation {
        presentation(of: source.kind, host: source.host) ?? self[source.kind]
    }

    /// The presentation of an item, which its source determines.
    subscript(_ id: ItemID) -> any CatalogPresentation {
        presentation(of: id.catalog, host: id.host) ?? self[id.catalog]
    }

    private func presentation(of kind: CatalogKind, host: String) -> (any CatalogPresentation)? {
        entries.first { $0.host == host && $0.presentation.kind == kind }?.presentation
    }

    /// The name of a sort key, from the first catalog that has one.
    func name(of key: SortKey) -> String? { all.lazy.compactMap { $0.name(of: key) }.first }
    func description(of qualifier: QualifierName) -> QualifierDescription? {
        all.lazy.compactMap { $0.description(of: qualifier) }.first
    }
    func order(_ sort: ItemOrder) -> String? { all.lazy.compactMap { $0.order(sort) }.first }
}

/// The presentation of a catalog without its own: what all items have.
struct FallbackPresentation: CatalogPresentation {
    let kind: CatalogKind

    var name: String { kind.rawValue }
    var icon: String { "folder-symbolic" }
    var placeholder: String { CatalogText.search }
    var searchActionLabel: String { CatalogText.search }
    var noResultsText: String { CatalogText.nothingFound }
    var selectionPrompt: String { "" }
    func name(of key: SortKey) -> String? { nil }
    func order(_ sort: ItemOrder) -> String? { nil }
    func metadataLine(of item: ItemContent) -> MetadataLine { MetadataLine() }
    func metadataTooltip(of item: ItemContent) -> String? { nil }
    func accessibleMetadata(_ item: ItemContent) -> [String] { [] }
    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? { nil }
    func subtitle(of details: DetailsContent) -> [Fact] { [Fact(label: "", text: details.item.context)] }
    func blocks(of details: DetailsContent) -> [DetailBlock] { [] }
    var gone: (heading: String, statement: String, sentence: String) {
        (CatalogText.goneHeading, CatalogText.goneStatement, CatalogText.goneSentence)
    }
    var blocked: String { CatalogText.blockedHeading }
}

package struct CatalogRegistration: Sendable {
    package let catalog: any Catalog
    package let presentation: any CatalogPresentation

    package init(_ catalog: any Catalog, _ presentation: any CatalogPresentation) {
        (self.catalog, self.presentation) = (catalog, presentation)
    }
}
