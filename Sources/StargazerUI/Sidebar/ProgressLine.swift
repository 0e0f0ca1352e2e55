import CStargazer
import GtkBridge

/// A line at the foot of the sidebar about work in the background: a progress bar, two texts and a button. It is hidden
/// at first.
@MainActor final class ProgressLine {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    let title = Handle(gtk_label_new(nil))
    let status = Handle(gtk_label_new(nil))
    let progress = Handle(gtk_progress_bar_new())
    let button = Handle(gtk_button_new())
    /// Called when the line disappears while it has the focus.
    var lostFocus: () -> Void = {}
    private var appearing: Task<Void, Never>?

    /// Work that ends earlier shows no line.
    private static let appearanceDelay = Duration.seconds(2)

    /// - Parameter name: the accessible name of the progress bar.
    init(name: String) {
        for label in [title, status] {
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
            // So that the text never makes the sidebar wider.
            gtk_label_set_width_chars(label.opaque, 10)
            gtk_label_set_max_width_chars(label.opaque, 10)
            for style in ["caption", "numeric"] { label.setClass(style, true) }
        }
        status.setClass("dim-label", true)
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_hexpand(texts.widget, 1)
        gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
        [title, status].forEach { texts.append($0) }
        for style in ["flat", "circular"] { button.setClass(style, true) }
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        [texts, button].forEach { line.append($0) }
        progress.setAccessibleName(name)
        root.setClass("download-line", true)
        [progress, line].forEach { root.append($0) }
        root.setVisible(false)
    }

    func showButton(icon: String, name: String) {
        gtk_button_set_icon_name(button.cast(), icon)
        button.setTooltip(name)
        button.setAccessibleName(name)
    }

    isolated deinit { appearing?.cancel() }

    /// Shows the line, unless it is hidden again in the next two seconds.
    func appear() {
        guard appearing == nil else { return }
        appearing = Task { [weak self] in
            do { try await Task.sleep(for: Self.appearanceDelay) } catch { return }
            self?.root.setVisible(true)
        }
    }

    func hide() {
        appearing?.cancel()
        appearing = nil
        guard gtk_widget_get_visible(root.widget) != 0 else { return }
        let hadFocus = root.hasFocusInside
        root.setVisible(false)
        if hadFocus { lostFocus() }
    }
}
