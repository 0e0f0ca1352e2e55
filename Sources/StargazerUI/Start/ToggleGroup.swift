import CStargazer
import GtkBridge

/// Linked buttons of which one is active.
@MainActor final class ToggleGroup<Choice: Hashable> {
    struct Option: Equatable {
        var choice: Choice
        var label: String
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let chosen: @MainActor (Choice) -> Void
    private var options: [Option] = []
    private var buttons: [Handle] = []
    private var isPainting = false

    init(chosen: @escaping @MainActor (Choice) -> Void) {
        self.chosen = chosen
        root.setClass("linked", true)
        root.setClass("toggle-group", true)
        gtk_widget_set_valign(root.widget, GTK_ALIGN_CENTER)
    }

    func show(_ options: [Option], chosen: Choice) {
        isPainting = true
        defer { isPainting = false }
        if options.map(\.choice) != self.options.map(\.choice) { make(options) }
        for (option, button) in zip(options, buttons) {
            gtk_button_set_label(button.cast(), option.label)
            if option.choice == chosen { gtk_toggle_button_set_active(button.cast(), 1) }
        }
        self.options = options
    }

    private func make(_ options: [Option]) {
        root.removeChildren()
        buttons = []
        for option in options {
            let button = Handle(gtk_toggle_button_new())
            if let first = buttons.first { gtk_toggle_button_set_group(button.cast(), first.cast()) }
            Signals.connect(button, "toggled") { [weak self] in
                guard let self, !self.isPainting else { return }
                if gtk_toggle_button_get_active(button.cast()) != 0 { self.chosen(option.choice) }
            }
            root.append(button)
            buttons.append(button)
        }
    }
}
