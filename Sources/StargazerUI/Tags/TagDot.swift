import CStargazer
import GtkBridge
import StargazerCore

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
