import StargazerLibrary

/// The mineral-specific part of a cell.
struct MineralContent: CatalogContent {
    let formula: String
    let hardness: String?

    init(_ mineral: Mineral, formats: Formats) {
        formula = CleanText.line(mineral.formula)
        hardness = mineral.hardness.map { "\(formats.full($0 / 10)).\($0 % 10)" }
    }
}

/// The mineral-specific part of the details.
struct MineralDetailsContent: CatalogContent {
    let cell: MineralContent
    let place: String
    let described: String?
    /// Nil until loaded.
    let system: String?
    let uses: [String]

    init(_ mineral: Mineral, _ details: MineralDetails?, formats: Formats) {
        cell = MineralContent(mineral, formats: formats)
        place = CleanText.line(mineral.place)
        described = mineral.described.map(String.init)
        system = details.map { CleanText.line($0.system) }
        uses = details?.uses.map { CleanText.line($0) } ?? []
    }
}
