import StargazerCore

/// The presentation of a catalog without its own: what all items have.
struct FallbackPresentation: CatalogPresentation {
    let kind: CatalogKind

    var name: String { kind.rawValue }
    var icon: String { "folder-symbolic" }
    var placeholder: String { SearchText.title }
    var searchActionLabel: String { SearchText.title }
    func startPageDescription(_ signInState: SignInState) -> String { "" }
    var noResultsText: String { SearchText.nothingFound }
    var selectionPrompt: String { "" }
    func name(of key: SortKey) -> String? { nil }
    func order(_ sort: StargazerCore.SortOrder) -> String? { nil }
    func metadataLine(of item: ItemContent) -> MetadataLine { MetadataLine() }
    func metadataTooltip(of item: ItemContent) -> String? { nil }
    func accessibleMetadata(_ item: ItemContent) -> [String] { [] }
    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? { nil }
    func subtitle(of details: DetailsContent) -> [Fact] { [Fact(label: "", text: details.item.context)] }
    func blocks(of details: DetailsContent) -> [DetailBlock] { [] }
    var gone: (heading: String, sentence: String) { (FailureText.goneHeading, FailureText.goneSentence) }
    var blocked: String { FailureText.blockedHeading }
}
