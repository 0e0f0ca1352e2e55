import CStargazer
import GtkBridge

/// A line at the foot of the sidebar while there is work in the background: a progress bar, two texts and a button.
@MainActor final class ProgressLine {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let title = Handle(gtk_label_new(nil))
    private let status = Handle(gtk_label_new(nil))
    private let progress = Handle(gtk_progress_bar_new())
    private let button = Handle(gtk_button_new())
    /// Called when the line, or its button, disappears while it has the focus.
    var lostFocus: () -> Void = {}
    private var pressed: @MainActor () -> Void = {}
    private var appearing: Task<Void, Never>?
    private var observation: Observe?

    /// Work that ends earlier shows no line.
    private static let appearanceDelay = Duration.seconds(2)

    /// - Parameters:
    ///   - models: the work; the line shows the first that is under way.
    ///   - window: the parent of dialogs, which owns the owner of the line.
    init(_ models: [any ProgressLineModel], over window: Handle) {
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
        if let name = models.first?.progressName { progress.setAccessibleName(name) }
        root.setClass("download-line", true)
        [progress, line].forEach { root.append($0) }
        root.setVisible(false)
        Signals.connect(button, "clicked") { [weak self] in self?.pressed() }
        // The models outlive the window.
        observation = Observe { [weak self, life = WeakGObject(root)] in
            guard let self, life.isAlive else { return }
            self.paint(models.lazy.compactMap { $0.progressLine(over: window) }.first)
        }
    }

    isolated deinit { appearing?.cancel() }

    private func paint(_ content: ProgressLineContent?) {
        guard let content else { return hide() }
        title.setLabel(content.title)
        status.setLabel(content.status)
        status.setVisible(!content.status.isEmpty)
        root.setTooltip(content.tooltip)
        progress.setVisible(content.fraction != nil)
        gtk_progress_bar_set_fraction(progress.opaque, content.fraction ?? 0)
        if let action = content.button {
            gtk_button_set_icon_name(button.cast(), action.icon)
            button.setTooltip(action.name)
            button.setAccessibleName(action.name)
            pressed = action.press
        } else if button.hasFocusInside {
            lostFocus()
        }
        button.setVisible(content.button != nil)
        if content.isInstant { root.setVisible(true) } else { appear() }
    }

    /// Shows the line, unless it is hidden again in the next two seconds.
    private func appear() {
        guard appearing == nil else { return }
        appearing = Task { [weak self] in
            do { try await Task.sleep(for: Self.appearanceDelay) } catch { return }
            self?.root.setVisible(true)
        }
    }

    private func hide() {
        appearing?.cancel()
        appearing = nil
        guard gtk_widget_get_visible(root.widget) != 0 else { return }
        let hadFocus = root.hasFocusInside
        root.setVisible(false)
        if hadFocus { lostFocus() }
    }
}
