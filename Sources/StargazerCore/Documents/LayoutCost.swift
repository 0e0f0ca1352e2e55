/// The cost of laying out a text, in letters of ordinary words: one letter takes about 3 µs.
/// Measured with Pango 1.50. Letters themselves cost least. Each change of style, script or font starts a new run of
/// glyphs. A very long word is shaped again for each line that it is broken into.
struct LayoutCost {
    private(set) var total = 0
    /// The number of letters since the last possible line break.
    private var unbroken = 0
    private var script = Script.latin

    mutating func begin(_ span: TextSpan) {
        total += Self.span
        if span.target != nil { total += Self.link }
        if span.picture != nil { total += Self.picture }
        if !span.style.isDisjoint(with: [.code, .key, .mark]) { total += Self.background }
        total += Self.style * span.style.rawValue.nonzeroBitCount
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        let letter = Letter(scalar)
        total += letter.cost
        if let script = letter.script, script != self.script {
            self.script = script
            total += Self.changeOfScript
        }
        unbroken = letter.breaks ? 0 : unbroken + 1
        // Half of the rest of the word is shaped again, for each of its lines.
        total += unbroken / 175
    }

    mutating func add(_ other: LayoutCost) { total += other.total }

    static let span = 5
    static let style = 6
    static let background = 20
    static let link = 5
    static let picture = 20
    private static let changeOfScript = 8
}

extension LayoutCost {
    private enum Script { case latin, cyrillic, rightToLeft, indic, asian, symbols }

    /// The cost of a single scalar.
    private struct Letter {
        var cost = 1
        /// Nil for scalars that occur in any script.
        var script: Script?
        /// Whether a line may break after it.
        var breaks = false

        init(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x0A: (cost, breaks) = (12, true)
            case 0x20, 0x09: breaks = true
            case ..<0x41, 0xA0...0xBF: break
            case ..<0x300: script = .latin
            case 0x300...0x36F, 0x1AB0...0x1AFF, 0x20D0...0x20FF: cost = 6
            case 0x370...0x58F: script = .cyrillic
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: script = .rightToLeft
            case 0x900...0x1CFF: (cost, script) = (5, .indic)
            case 0x2000...0x206F: cost = scalar.value == 0x200D ? 80 : 1
            case 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
                (cost, script, breaks) = (2, .asian, true)
            case 0x1D00...0x25FF: (cost, script) = (2, .symbols)
            case 0x2600...0x2BFF: (cost, script) = (8, .symbols)
            case 0xFE00...0xFE0F: cost = 8
            default: (cost, script) = (20, .symbols)
            }
        }
    }
}

extension RichText {
    /// The cost of layout; see `LayoutCost`.
    public var cost: Int {
        var cost = LayoutCost()
        for span in spans {
            cost.begin(span)
            for scalar in span.text.unicodeScalars { cost.add(scalar) }
        }
        return cost.total
    }
}

extension DocumentCode {
    /// Returns a line of code, shortened for display: GTK would lay out a line of any length in full.
    public static func shown(_ line: Substring, length: Int, cost: Int) -> String {
        var spent = CodeCost()
        for (count, place) in line.unicodeScalars.indices.enumerated() {
            spent.add(line.unicodeScalars[place])
            if count == length || spent.total > cost { return String(line[..<place]) + "…" }
        }
        return String(line)
    }

    public static func cost(of text: some StringProtocol) -> Int {
        var cost = CodeCost()
        for scalar in text.unicodeScalars { cost.add(scalar) }
        return cost.total
    }

    /// Includes the colors, which may come later: they take about a quarter more.
    var cost: Int { Self.cost(of: text) * (language.isEmpty ? 4 : 5) / 4 }
}

/// The cost of code. Its lines are not wrapped, so ASCII letters cost little.
private struct CodeCost {
    private var letters = 0
    private var others = LayoutCost()

    var total: Int { letters / 4 + others.total }

    mutating func add(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { letters += 1 } else { others.add(scalar) }
    }
}

extension DocumentTable {
    /// The cost of an empty cell.
    public static let cellCost = 60

    public static func cost(of row: [RichText]) -> Int { row.reduce(0) { $0 + cellCost + $1.cost } }
}
