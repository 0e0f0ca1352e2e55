import CStargazer
import GtkBridge

/// One message of an overlay. It has a label of its own, because a toast's title does not wrap, and because the label
/// tells when the toast appears: libadwaita 1.2 reads freed memory when a toast is dismissed while it is still
/// appearing, so `dismiss` waits for that.
@MainActor final class Toast {
    /// An AdwToast, whose signals own this.
    let object: Handle
    /// Runs when it goes, whoever had it go.
    var gone: @MainActor () -> Void = {}
    private let life: WeakGObject
    private let label: Handle
    private var appearedAt: ContinuousClock.Instant?

    /// Longer than any of libadwaita's animations of toasts.
    private static let appearance = Duration.milliseconds(600)

    /// - Parameters:
    ///   - width: the most characters of a line. The overlay takes the height for the widest form, so that must not be
    ///     wider than there is room.
    ///   - stackedButton: goes under the text.
    ///
    /// The toast is made with a reference that the overlay takes over.
    init(_ text: String, width: Int, stackedButton: String?, action: (@MainActor () -> Void)?) {
        object = Handle(adw_toast_new(""))
        life = WeakGObject(object)
        label = Handle(gtk_label_new(text))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_max_width_chars(label.opaque, gint(width))
        label.setClass("heading", true)
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        box.append(label)
        gtk_widget_set_margin_top(box.widget, 6)
        gtk_widget_set_margin_bottom(box.widget, 6)
        // What holds it stands at the start of its place, and so asks GTK for the narrowest form that is low enough.
        Signals.connect(box, "notify::parent") {
            if let place = box.parent { gtk_widget_set_halign(place.widget, GTK_ALIGN_FILL) }
        }
        if let stackedButton, let action {
            let button = Handle(gtk_button_new_with_label(stackedButton))
            gtk_widget_set_halign(button.widget, GTK_ALIGN_START)
            box.append(button)
            Signals.connect(button, "clicked") { [weak self] in
                action()
                self?.dismiss()
            }
        }
        adw_toast_set_custom_title(object.opaque, box.widget)
        Signals.connect(label, "map") { [weak self] in self?.appearedAt = .now }
        Signals.connect(object, "dismissed") { [self] in gone() }
    }

    /// Says something else in the same place, for as long again.
    func change(_ text: String, in toasts: Toasts) {
        guard life.isAlive else { return }
        label.setLabel(text)
        // To one that it has already, the overlay only gives its time anew. It takes a reference all the same.
        g_object_ref(object.raw)
        adw_toast_overlay_add_toast(toasts.overlay.opaque, object.opaque)
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
