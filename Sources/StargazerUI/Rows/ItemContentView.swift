import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The widgets of a row or cell, which show different items over time.
@MainActor protocol ItemContentView: AnyObject {
    var root: Handle { get }
    var star: StarButton { get }
    var content: ItemContent? { get }
    /// The widgets that Tab reaches in it, in order.
    var controls: [Handle] { get }
    func show(_ item: ItemContent)
    func setSummaryLines(_ lines: Int32)
    /// Releases resources and cancels loading when the row leaves the screen.
    func reset()
}

extension ItemContentView {
    var controls: [Handle] { [star.button] }
    func setSummaryLines(_ lines: Int32) {}

    /// Lets a touch on an invisible star button open the cell: unlike the pointer, a finger does not make it visible.
    func openByTouch() {
        let touch = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_touch_only(touch.opaque, 1)
        gtk_event_controller_set_propagation_phase(touch.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(touch, "pressed") { [weak self, touch] (_: Int32) in
            guard let self, self.content?.isFavorite == false, self.root.parent?.parent?.hasFocusInside != true else {
                return
            }
            gtk_gesture_set_state(touch.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        Signals.connect(touch, "released") { [weak self, touch] (_: Int32) in
            guard let self, let id = self.content?.id else { return }
            let finger = gtk_gesture_single_get_current_sequence(touch.opaque)
            guard gtk_gesture_get_sequence_state(touch.opaque, finger) == GTK_EVENT_SEQUENCE_CLAIMED else { return }
            ItemActions.run(.open, id, from: self.root)
        }
        gtk_widget_add_controller(star.button.widget, touch.opaque)
    }

    /// Computes a tooltip when it opens. Few rows are pointed at, and screen readers get each change of a set tooltip.
    func addLazyTooltip(_ part: Handle, _ text: @escaping @MainActor (ItemContent) -> String?) {
        part.setTooltip { [weak self] in self?.content.flatMap(text) }
    }
}

/// Shows the stored state: pressing the button requests a change, and it changes when that is on disk.
@MainActor final class StarButton {
    let button: Handle
    /// The visible state. A reused row mostly shows the same state again, and screen readers get each change.
    private var shown: (isFavorite: Bool, tooltip: String)?

    init(_ button: Handle, pressed: @escaping @MainActor () -> Void) {
        self.button = button
        button.setAccessibleName(RowText.star)
        Signals.connect(button, "clicked", pressed)
    }

    func show(_ item: ItemContent) {
        let (isFavorite, tooltip) = (item.isFavorite, StarText.tooltip(of: item))
        if let shown, shown == (isFavorite, tooltip) { return }
        shown = (isFavorite, tooltip)
        gtk_button_set_icon_name(button.cast(), isFavorite ? "starred-symbolic" : "non-starred-symbolic")
        button.setClass("favorite", isFavorite)
        button.setClass("waiting", item.isStarWaiting)
        button.setTooltip(tooltip)
        button.setAccessibleDescription(tooltip)
        sgz_accessible_set_pressed(button.raw, isFavorite ? 1 : 0)
    }
}
