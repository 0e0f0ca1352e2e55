import CAdwaita
import GtkBridge
import StargazerCore

/// The colors of qualifiers in an entry: dim names, values in a color of the style sheet, errors underlined.
@MainActor struct QueryColors {
    fileprivate typealias Attribute = UnsafeMutablePointer<PangoAttribute>

    private let text: GdkRGBA?
    private let value: GdkRGBA?
    private let error: GdkRGBA?
    private let isHighContrast = adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0

    init(in widget: Handle) {
        let color = { widget.styleColor($0) }
        (text, value, error) = (color("window_fg_color"), color("query_value_color"), color("error_color"))
    }

    /// - Returns: a list that the caller releases.
    func attributes(for highlights: [QueryHighlight]) -> OpaquePointer? {
        let list = pango_attr_list_new()
        for highlight in highlights {
            for attribute in attributes(of: highlight.style) {
                attribute.pointee.start_index = guint(highlight.range.lowerBound)
                attribute.pointee.end_index = guint(highlight.range.upperBound)
                pango_attr_list_insert(list, attribute)
            }
        }
        return list
    }

    private func attributes(of style: QueryHighlight.Style) -> [Attribute] {
        let all: [Attribute?] =
            switch style {
            // As dim labels are. GTK draws selected text again in a transparent color, which is black without its alpha.
            case .syntax:
                [
                    Self.make(pango_attr_foreground_new, text),
                    pango_attr_foreground_alpha_new(isHighContrast ? 0xE666 : 0xBFFF),
                ]
            case .value: [Self.make(pango_attr_foreground_new, value)]
            case .invalid:
                [pango_attr_underline_new(PANGO_UNDERLINE_ERROR), Self.make(pango_attr_underline_color_new, error)]
            }
        return all.compactMap(\.self)
    }

    fileprivate static func make(_ make: (guint16, guint16, guint16) -> Attribute?, _ color: GdkRGBA?) -> Attribute? {
        color.flatMap { color in
            let parts = [color.red, color.green, color.blue].map { guint16(max(0, min(1, $0)) * 65_535) }
            return make(parts[0], parts[1], parts[2])
        }
    }
}

/// The colors of code, as the style sheet has them.
@MainActor struct CodeColors {
    private var colors: [CodeRun.Kind: GdkRGBA] = [:]

    init(in widget: Handle) {
        guard adw_style_manager_get_high_contrast(adw_style_manager_get_default()) == 0 else { return }
        for kind in CodeRun.Kind.allCases { colors[kind] = widget.styleColor("code_\(kind)_color") }
    }

    /// - Parameter found: matches, as ranges of Unicode scalars in ascending order. They have a color of their own.
    /// - Returns: a list that the caller releases.
    func attributes(of code: DocumentCode, except found: [Range<Int>]) -> OpaquePointer? {
        let list = pango_attr_list_new()
        let scalars = code.text.unicodeScalars
        var found = found[...]
        var (place, bytes, number) = (scalars.startIndex, 0, 0)
        for run in code.runs {
            let start = number
            /// The start of what is not found, in bytes.
            var begin: Int? = nil
            func end() {
                if let begin, begin < bytes { insert(run.kind, begin..<bytes, into: list) }
                begin = nil
            }
            while number < start + run.length, place < scalars.endIndex {
                while let first = found.first, first.upperBound <= number { found.removeFirst() }
                if found.first?.contains(number) == true { end() } else { begin = begin ?? bytes }
                bytes += UTF8.width(scalars[place])
                place = scalars.index(after: place)
                number += 1
            }
            end()
        }
        return list
    }

    private func insert(_ kind: CodeRun.Kind?, _ range: Range<Int>, into list: OpaquePointer?) {
        let color = kind.flatMap { colors[$0] }
        guard let attribute = QueryColors.make(pango_attr_foreground_new, color) else { return }
        // Otherwise it is as transparent as other text.
        for attribute in [attribute, pango_attr_foreground_alpha_new(0xFFFF)].compactMap(\.self) {
            attribute.pointee.start_index = guint(range.lowerBound)
            attribute.pointee.end_index = guint(range.upperBound)
            pango_attr_list_insert(list, attribute)
        }
    }
}

extension Handle {
    /// Returns a color that the style sheet defines.
    @MainActor fileprivate func styleColor(_ name: String) -> GdkRGBA? {
        var color = GdkRGBA()
        return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color) != 0 ? color : nil
    }
}

/// The backgrounds of text, which work in light and dark style.
enum RichTextColors {
    /// The background of picture placeholders, mostly transparent. Code has the same in the style sheet.
    static let code = "background=\"#808080\" background_alpha=\"17%\""
    static let mark = "background=\"#f5c211\" background_alpha=\"30%\""
    /// The colors of a match, even in links and code.
    static let found = "background=\"#f9f06b\" background_alpha=\"100%\" foreground=\"#000000\""
    /// The background of what a search found in a row.
    @MainActor static func tint(in label: Handle) -> String {
        let accent = label.styleColor("accent_bg_color") ?? GdkRGBA()
        let parts = [accent.red, accent.green, accent.blue].map { part in
            let hex = String(Int(max(0, min(1, part)) * 255), radix: 16)
            return hex.count < 2 ? "0" + hex : hex
        }
        return "background=\"#\(parts.joined())\" background_alpha=\"15%\""
    }
    /// The colors of the current match.
    static let current = "background=\"#ff7800\" background_alpha=\"100%\" foreground=\"#000000\""
}
