import CStargazer
import GtkBridge

/// Linked buttons of which one is active.
@MainActor final class ToggleGroup<Choice: Hashable> {
    struct Option: Equatable {
        var choice: Choice
        var label: String
        /// The tooltip and accessible name where the label is too short for them; nil for the label.
        var fullName: String?
        /// The number next to the label; nil for none.
        var count: String?
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let chosen: @MainActor (Choice) -> Void
    private let shortensLabels: Bool
    private var options: [Option] = []
    private var buttons: [(root: Handle, label: Handle, count: Handle)] = []
    private var isPainting = false

    /// - Parameter shortensLabels: labels end in an ellipsis where the window is too narrow for them.
    init(shortensLabels: Bool = false, chosen: @escaping @MainActor (Choice) -> Void) {
        self.shortensLabels = shortensLabels
        self.chosen = chosen
        root.setClass("linked", true)
        root.setClass("places", true)
        gtk_widget_set_valign(root.widget, GTK_ALIGN_CENTER)
    }

    func show(_ options: [Option], chosen: Choice) {
        isPainting = true
        defer { isPainting = false }
        if options.map(\.choice) != self.options.map(\.choice) { make(options) }
        for (option, button) in zip(options, buttons) {
            button.label.setLabel(option.label)
            button.count.setLabel(option.count ?? "")
            button.count.setVisible(option.count != nil)
            let name = option.fullName ?? option.label
            button.root.setAccessibleName(option.count.map { "\(name): \($0)" } ?? name)
            button.root.setTooltip(option.fullName)
            if option.choice == chosen { gtk_toggle_button_set_active(button.root.cast(), 1) }
        }
        self.options = options
    }

    private func make(_ options: [Option]) {
        root.removeChildren()
        buttons = []
        for option in options {
            let button = Handle(gtk_toggle_button_new())
            let (label, count) = (Handle(gtk_label_new(nil)), Handle(gtk_label_new(nil)))
            if shortensLabels { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END) }
            for style in ["caption", "dim-label", "numeric"] { count.setClass(style, true) }
            let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
            box.append(label)
            box.append(count)
            gtk_button_set_child(button.cast(), box.widget)
            if let first = buttons.first?.root { gtk_toggle_button_set_group(button.cast(), first.cast()) }
            Signals.connect(button, "toggled") { [weak self] in
                guard let self, !self.isPainting else { return }
                if gtk_toggle_button_get_active(button.cast()) != 0 { self.chosen(option.choice) }
            }
            root.append(button)
            buttons.append((button, label, count))
        }
    }
}
