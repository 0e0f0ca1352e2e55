import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The colors of tags: the accent colors of libadwaita. The name of the tag is always next to its color.
enum TagColors {
    static func styleClass(_ color: TagColor) -> String { "tag-\(color.rawValue)" }

    static var sheet: [UInt8] {
        let rules = TagColor.allCases.map { color in
            let hex = String(value(of: color) + 0x100_0000, radix: 16).dropFirst()
            return ".tag-dot.\(styleClass(color)) { background-color: #\(hex); }\n"
        }
        return Array(rules.joined().utf8)
    }

    private static func value(of color: TagColor) -> Int {
        switch color {
        case .blue: 0x3584E4
        case .teal: 0x2190A4
        case .green: 0x3A944A
        case .yellow: 0xC88800
        case .orange: 0xED5B00
        case .red: 0xE62D42
        case .pink: 0xD56199
        case .purple: 0x9141AC
        case .slate: 0x6F8396
        }
    }
}

/// The dot in the color of a tag. The name of the tag is always next to it.
@MainActor enum TagDot {
    /// - Parameter isHollow: whether it stands for items without a tag.
    static func make(_ color: TagColor? = nil, isHollow: Bool = false) -> Handle {
        let dot = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        dot.setClass("tag-dot", true)
        dot.setClass("hollow", isHollow)
        dot.setAccessibleHidden(true)
        for align in [gtk_widget_set_halign, gtk_widget_set_valign] { align(dot.widget, GTK_ALIGN_CENTER) }
        show(color, on: dot)
        return dot
    }

    static func show(_ color: TagColor?, on dot: Handle) {
        for known in TagColor.allCases { dot.setClass(TagColors.styleClass(known), known == color) }
    }
}
