import CStargazer
import GtkBridge

/// The title and subtitle in a header bar. Where large text would be cut, it is smaller.
@MainActor final class FittingTitle {
    let root = Handle(adw_squeezer_new())
    private let titles = [Handle(adw_window_title_new("", nil)), Handle(adw_window_title_new("", nil))]

    /// The least text size that is reduced, in percent of the usual one.
    private static let large: Int32 = 140

    init() {
        for title in titles { adw_squeezer_add(root.opaque, title.widget) }
        adw_squeezer_set_homogeneous(root.opaque, 0)
        adw_squeezer_set_switch_threshold_policy(root.opaque, ADW_FOLD_THRESHOLD_POLICY_NATURAL)
        // Hide the invisible child from screen readers.
        Signals.connect(root, "notify::visible-child") { [weak self] in self?.hideInvisibleChild() }
        hideInvisibleChild()
    }

    func show(_ title: String, subtitle: String? = nil) {
        for each in titles {
            adw_window_title_set_title(each.opaque, title)
            adw_window_title_set_subtitle(each.opaque, subtitle)
        }
        // Half of this width grows with the text.
        titles[1].setClass("small-title", sgz_room_for_text(200) >= 100 + Self.large)
    }

    private func hideInvisibleChild() {
        let shows = adw_squeezer_get_visible_child(root.opaque)
        for title in titles { title.setAccessibleHidden(title.widget != shows) }
    }
}
