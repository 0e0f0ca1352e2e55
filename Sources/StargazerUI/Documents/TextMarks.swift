import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore

/// What is behind parts of a text: the grounds of code and keys, which have air at both ends, and the underlines of
/// links in several fonts, where Pango would draw one at the height of each font.
@MainActor struct TextMarks {
    private enum Kind: String {
        case code = "code-ground"
        case link = "link-line"
    }

    private struct Mark {
        var kind: Kind
        var range: Range<Int>
        var before = 0
        var after = 0
    }

    private var marks: [Mark] = []
    /// The places of characters that get air around them, in bytes.
    private var airs: [Range<Int>] = []
    private var last: (scalar: Unicode.Scalar, start: Int)?

    /// The air at the ends of a ground, in pixels; next to a letter there is no room for more.
    private static let air = (usual: 3, tight: 1)

    /// Whether a text may have marks, which then needs a box around its label.
    static func mayBe(in prose: RichText) -> Bool { prose.spans.contains { kind(of: $0) != nil } }

    /// Whether a link's underline is drawn here.
    static func isUnderlined(_ span: TextSpan) -> Bool { kind(of: span) == .link }

    private static func kind(of span: TextSpan) -> Kind? {
        if span.picture != nil { return nil }
        if !span.style.isDisjoint(with: [.code, .key]) { return .code }
        return span.target != nil && !span.text.utf8.allSatisfy { $0 < 0x80 } ? .link : nil
    }

    /// Adds the words of a span, which begin at this byte of the text.
    mutating func add(_ words: String, at start: Int, _ span: TextSpan) {
        guard let first = words.unicodeScalars.first, let end = words.unicodeScalars.last else { return }
        let range = start..<start + words.utf8.count
        let isAfterGround = marks.last.map { $0.range.upperBound == start && $0.kind != .link } ?? false
        if let kind = Self.kind(of: span) {
            var mark = Mark(kind: kind, range: range)
            if isAfterGround, marks.last?.kind == kind {
                marks[marks.count - 1].range = marks[marks.count - 1].range.lowerBound..<range.upperBound
            } else {
                if kind != .link { mark.before = isAfterGround ? 0 : makeRoom(before: start) }
                marks.append(mark)
            }
            if kind != .link { marks[marks.count - 1].after = Self.air.usual }
        } else if isAfterGround {
            marks[marks.count - 1].after = makeRoom(at: first, start)
        }
        last = (end, range.upperBound - UTF8.width(end))
    }

    private mutating func makeRoom(before start: Int) -> Int {
        guard let last else { return Self.air.usual }
        return makeRoom(at: last.scalar, last.start)
    }

    /// Gives a character next to a ground more room. A letter keeps its own, and so does a picture.
    private mutating func makeRoom(at scalar: Unicode.Scalar, _ place: Int) -> Int {
        if scalar == "\n" { return Self.air.usual }
        guard scalar.isASCII, !scalar.properties.isAlphabetic else { return Self.air.tight }
        let range = place..<place + 1
        if airs.last != range { airs.append(range) }
        return Self.air.usual
    }

    func show(in label: Handle, of box: Handle) {
        sgz_inline_layout_clear_marks(box.raw)
        for mark in marks {
            sgz_inline_layout_add_mark(
                box.raw, mark.kind.rawValue, mark.kind == .link ? 1 : 0, Int32(mark.range.lowerBound),
                Int32(mark.range.upperBound), Int32(mark.before), Int32(mark.after))
        }
        let attributes = pango_attr_list_new()
        for range in airs {
            // Half of it is on either side of the character.
            guard let spacing = pango_attr_letter_spacing_new(5 * PANGO_SCALE) else { continue }
            spacing.pointee.start_index = guint(range.lowerBound)
            spacing.pointee.end_index = guint(range.upperBound)
            pango_attr_list_insert(attributes, spacing)
        }
        gtk_label_set_attributes(label.opaque, attributes)
        pango_attr_list_unref(attributes)
    }
}
