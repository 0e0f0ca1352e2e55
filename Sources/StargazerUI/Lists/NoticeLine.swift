import CStargazer
import GtkBridge

/// A sentence about a service above its first results, in line with their count.
@MainActor final class NoticeLine {
    let root: Handle
    private let hasText: Bool
    /// The first text that was searched for. The notice shows until there is another.
    private var firstText: String?

    /// - Parameter text: nil for no notice.
    init(_ text: String?) {
        hasText = text != nil
        root = Handle(gtk_label_new(text))
        gtk_label_set_xalign(root.opaque, 0)
        gtk_label_set_wrap(root.opaque, 1)
        for name in ["caption", "dim-label", "source-notice"] { root.setClass(name, true) }
        root.setVisible(false)
    }

    /// - Parameter text: the search text of the visible results; nil while there are none.
    func show(overResultsOf text: String?) {
        if let text, firstText == nil, !text.isEmpty { firstText = text }
        root.setVisible(hasText && text != nil && (firstText ?? text) == text)
    }
}
