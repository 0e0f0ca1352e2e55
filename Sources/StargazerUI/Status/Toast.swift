import CStargazer
import GtkBridge

/// One message of an overlay. It has a label and a button of its own, because a toast's title does not wrap, nor does
/// its button ever go under it, and because the label tells when the toast appears: libadwaita 1.2 reads freed memory
/// when a toast is dismissed while it is still appearing, so `dismiss` waits for that.
@MainActor final class Toast {
    /// An AdwToast, whose signals own this.
    let object: Handle
    let buttonLabel: String?
    /// Runs when it goes, whoever had it go.
    var gone: @MainActor () -> Void = {}
    private let life: WeakGObject
    private let box: Handle
    private let label: Handle
    private var button: Handle?
    private let action: (@MainActor () -> Void)?
    /// Its button takes back what it tells of.
    var offersUndo = false
    private(set) var isPressed = false
    private var appearedAt: ContinuousClock.Instant?

    /// Longer than any of libadwaita's animations of toasts.
    private static let appearance = Duration.milliseconds(600)

    /// The toast is made with a reference that the overlay takes over.
    init(_ text: String, button title: String?, action: (@MainActor () -> Void)?) {
        object = Handle(adw_toast_new(""))
        buttonLabel = title
        self.action = action
        life = WeakGObject(object)
        label = Handle(gtk_label_new(text))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_hexpand(label.widget, 1)
        label.setClass("heading", true)
        box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        box.append(label)
        // What holds it stands at the start of its place, and so asks GTK for the narrowest form that is low enough.
        Signals.connect(box, "notify::parent") { [box] in
            guard let place = box.parent else { return }
            gtk_widget_set_halign(place.widget, GTK_ALIGN_FILL)
        }
        if let title {
            let button = Handle(gtk_button_new_with_label(title))
            gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
            gtk_widget_set_focus_on_click(button.widget, 0)
            box.append(button)
            Signals.connect(button, "clicked") { [weak self] in self?.press() }
            self.button = button
        }
        adw_toast_set_custom_title(object.opaque, box.widget)
        Signals.connect(label, "map") { [weak self] in
            self?.appearedAt = .now
            self?.nameCloseButton()
        }
        Signals.connect(object, "dismissed") { [self] in gone() }
    }

    /// What its button does, once.
    func press() {
        guard !isPressed else { return }
        isPressed = true
        action?()
        dismiss()
    }

    /// It is libadwaita's, which gives it no name: the last child of what holds the box.
    private func nameCloseButton() {
        var place = box.parent
        while let outer = place, !outer.isA("AdwToastWidget") { place = outer.parent }
        place?.children.last?.setAccessibleName(ToastText.close)
    }

    /// - Parameters:
    ///   - characters: the most of them that there is room for in a line.
    ///   - isStacked: the button goes under the text.
    func fit(characters: Int, isStacked: Bool) {
        guard life.isAlive else { return }
        gtk_label_set_max_width_chars(label.opaque, gint(characters))
        gtk_orientable_set_orientation(
            box.opaque, isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        gtk_box_set_spacing(box.cast(), isStacked ? 6 : 12)
        if let button { gtk_widget_set_halign(button.widget, isStacked ? GTK_ALIGN_START : GTK_ALIGN_CENTER) }
        gtk_widget_set_margin_top(label.widget, 6)
        gtk_widget_set_margin_bottom(label.widget, isStacked ? 0 : 6)
        gtk_widget_set_margin_bottom(box.widget, isStacked ? 6 : 0)
    }

    /// Says something else in the same place, for as long again.
    func change(_ text: String, in toasts: Toasts) {
        guard life.isAlive else { return }
        label.setLabel(text)
        // To one that it has already, the overlay only gives its time anew. It takes a reference all the same.
        g_object_ref(object.raw)
        adw_toast_overlay_add_toast(toasts.overlay.opaque, object.opaque)
        toasts.noteNewest(self)
    }

    /// Takes it away, as soon as it has appeared.
    func dismiss() {
        guard life.isAlive else { return }
        let left = appearedAt.map { Self.appearance - (.now - $0) } ?? .zero
        guard left > .zero else { return adw_toast_dismiss(object.opaque) }
        Task { [weak self] in
            try? await Task.sleep(for: left)
            guard let self, self.life.isAlive else { return }
            adw_toast_dismiss(self.object.opaque)
        }
    }
}
