import CStargazer
import GtkBridge

/// A sentence about a service above its first results, in line with their count.
@MainActor final class NoticeLine {
    let root = Handle(adw_clamp_new())
    private let hasText: Bool
    /// The first text that was searched for. The notice shows until there is another.
    private var firstText: String?

    /// - Parameter text: nil for no notice.
    init(_ text: String?) {
        hasText = text != nil
        let label = Handle(gtk_label_new(text))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        for name in ["caption", "dim-label"] { label.setClass(name, true) }
        adw_clamp_set_maximum_size(root.opaque, 832)
        adw_clamp_set_tightening_threshold(root.opaque, 832)
        adw_clamp_set_child(root.opaque, label.widget)
        root.setClass("source-notice", true)
        root.setVisible(false)
    }

    /// - Parameter text: the search text of the visible results; nil while there are none.
    func show(overResultsOf text: String?) {
        if let text, firstText == nil, !text.isEmpty { firstText = text }
        root.setVisible(hasText && text != nil && (firstText ?? text) == text)
    }
}
