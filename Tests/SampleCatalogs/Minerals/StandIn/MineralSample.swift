/// A mineral of the sample server. Several minerals share a place.
struct MineralSample: Sendable {
    let id: String
    let name: String
    let formula: String
    /// Mohs hardness in tenths.
    let hardness: Int
    let described: Int
    let place: String
    let summary: String
    let system: String
    let uses: [String]

    /// The searched text.
    var text: String { "\(name) \(summary)".lowercased() }

    /// The JSON object that the server sends. Its picture is an avatar of the stand-in.
    var object: [String: any Sendable] {
        [
            "id": id, "name": name, "formula": formula, "hardness": hardness, "described": described, "place": place,
            "summary": summary, "page": "https://minerals.invalid/pages/\(id)",
            "picture": "https://minerals.invalid/avatars/u/\(id.utf8.reduce(0) { $0 + Int($1) })?v=4",
        ]
    }

    private init(
        _ name: String, _ formula: String, _ hardness: Int, _ described: Int, _ place: String, _ summary: String,
        _ system: String, _ uses: [String]
    ) {
        id = name.lowercased()
        self.name = name
        self.formula = formula
        self.hardness = hardness
        self.described = described
        self.place = place
        self.summary = summary
        self.system = system
        self.uses = uses
    }

    static let all = [
        MineralSample("Gold", "Au", 28, 1556, "Zlatna", "Golden grains and wires.", "cubic", ["coins", "jewelry"]),
        MineralSample("Sylvanite", "AgAuTe4", 20, 1835, "Zlatna", "Pale golden writing.", "monoclinic", ["ore"]),
        MineralSample("Pyrite", "FeS2", 63, 1725, "Navajún", "Golden cubes in marl.", "cubic", ["sulfur"]),
        MineralSample("Marcasite", "FeS2", 62, 1845, "Navajún", "Golden combs & spears.", "orthorhombic", ["rings"]),
        MineralSample("Topaz", "Al2SiO4F2", 80, 1737, "Ouro Preto", "Golden prisms.", "orthorhombic", ["gems"]),
        MineralSample("Euclase", "BeAlSiO4OH", 75, 1792, "Ouro Preto", "Blue, seldom golden.", "monoclinic", ["gems"]),
        MineralSample("Rutile", "TiO2", 63, 1800, "Ibitiara", "Golden needles in quartz.", "tetragonal", ["pigment"]),
        MineralSample("Hematite", "Fe2O3", 60, 1546, "Ibitiara", "Black, with golden rutile.", "trigonal", ["ore"]),
        MineralSample("Baryte", "BaSO4", 33, 1640, "Xiefang", "Golden tables.", "orthorhombic", ["paper", "drilling"]),
        MineralSample("Fluorite", "CaF2", 40, 1797, "Xiefang", "Golden to violet cubes.", "cubic", ["lenses", "flux"]),
        MineralSample("Calcite", "CaCO3", 30, 1836, "Elmwood", "Golden scalenohedra.", "trigonal", ["cement"]),
        MineralSample("Sphalerite", "ZnS", 38, 1847, "Elmwood", "Golden to black.", "cubic", ["zinc"]),
    ]
}
