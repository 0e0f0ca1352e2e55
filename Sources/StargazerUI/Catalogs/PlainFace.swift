import StargazerCore

/// The face of a catalog that has none: what every item has.
struct PlainFace: CatalogFace {
    let kind: CatalogKind

    var name: String { kind.rawValue }
    var placeholder: String { SearchText.title }
    var goToSearch: String { SearchText.title }
    func startSentence(_ standing: AccountStanding) -> String { "" }
    var noneFound: String { SearchText.nothingFound }
    var selectOne: String { "" }
    func name(of key: SortKey) -> String? { nil }
    func order(_ sort: StargazerCore.SortOrder) -> String? { nil }
    func line(of item: ItemContent) -> FaceLine { FaceLine() }
    func lineInFull(of item: ItemContent) -> String? { nil }
    func spoken(_ item: ItemContent) -> [String] { [] }
    func copying(_ link: ItemLink.Kind) -> (offer: String, done: String)? { nil }
    func subtitle(of details: DetailsContent) -> (text: String, inFull: String?) { (details.item.context, nil) }
    func blocks(of details: DetailsContent) -> [DetailBlock] { [] }
    var gone: (heading: String, sentence: String) { (FailureText.goneHeading, FailureText.goneSentence) }
    var blocked: String { FailureText.blockedHeading }
}
