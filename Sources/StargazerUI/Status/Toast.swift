import CStargazer
import GtkBridge

/// A message over a window, with at most one button. `ToastPresenter` shows one at a time.
///
/// It has its own label and buttons: AdwToast does not wrap its title or put its button below it, and its close button
/// dismisses at once. libadwaita 1.2 reads freed memory when a toast is dismissed while it is still appearing, so every
/// dismissal waits until it has appeared.
@MainActor final class Toast {
    let buttonLabel: String?
    /// Called when it has been laid out, with its height.
    var appeared: @MainActor (Double) -> Void = { _ in }
    /// Called when the toast is gone for good.
    var dismissed: @MainActor () -> Void = {}
    /// Called when the overlay has room for another toast.
    var left: @MainActor () -> Void = {}
    private var isPressed = false
    /// Whether the toast is gone for good, or about to be.
    private(set) var isEnding = false
    let text: String
    private let seconds: guint
    /// What the button does, once.
    private let action: (@MainActor () -> Void)?
    /// Whether the toast hides, to be shown again later.
    private(set) var isWithdrawn = false
    private var view: ToastView?
    private var appearedAt: ContinuousClock.Instant?

    /// Longer than any of libadwaita's toast animations.
    private static let appearanceDuration = Duration.milliseconds(600)

    init(_ text: String, button: String?, seconds: guint, action: (@MainActor () -> Void)?) {
        self.text = text
        buttonLabel = button
        self.seconds = seconds
        self.action = action
    }

    /// Adds a new AdwToast to the overlay, which contains no other.
    func show(in overlay: Handle) {
        let view = ToastView(text, button: buttonLabel, seconds: seconds)
        self.view = view
        isWithdrawn = false
        appearedAt = nil
        Signals.connect(view.label, "map") { [weak self, weak view] in
            self?.appearedAt = .now
            guard let view else { return }
            AfterPaint.run(on: view.label) { [weak self, weak view] in
                guard let self, let view, self.view === view else { return }
                appeared(view.height)
            }
        }
        Signals.connect(view.close, "clicked") { [weak self] in self?.dismiss() }
        if let button = view.button { Signals.connect(button, "clicked") { [weak self] in self?.press() } }
        Signals.connect(view.object, "dismissed") { [weak self] in self?.viewDismissed() }
        // The overlay takes ownership of the reference.
        adw_toast_overlay_add_toast(overlay.opaque, view.object.opaque)
    }

    /// Runs the button's action, once.
    func press() {
        guard !isPressed else { return }
        isPressed = true
        action?()
        dismiss()
    }

    func fit(characters: Int, isStacked: Bool) { view?.fit(characters: characters, isStacked: isStacked) }

    /// Dismisses the toast for good, as soon as it has appeared.
    func dismiss() {
        guard !isEnding else { return }
        isEnding = true
        if view == nil { dismissed() } else { dismissView() }
    }

    /// Hides the toast, as soon as it has appeared, to show it again later.
    func withdraw() {
        guard view != nil, !isWithdrawn else { return }
        isWithdrawn = true
        if !isEnding { dismissView() }
    }

    private func dismissView() {
        guard let view else { return }
        let left = appearedAt.map { Self.appearanceDuration - (.now - $0) } ?? Self.appearanceDuration
        guard left > .zero else { return adw_toast_dismiss(view.object.opaque) }
        Task { [weak self, weak view] in
            try? await Task.sleep(for: left)
            // The object is valid while this is the visible view.
            guard let view, self?.view === view else { return }
            adw_toast_dismiss(view.object.opaque)
        }
    }

    private func viewDismissed() {
        view = nil
        if !isWithdrawn || isEnding {
            isEnding = true
            dismissed()
        }
        left()
    }
}

/// The widgets of a toast while it is shown.
@MainActor private final class ToastView {
    /// An AdwToast, which is valid until its signal `dismissed`.
    let object = Handle(adw_toast_new(""))
    let label: Handle
    let button: Handle?
    let close = Handle(gtk_button_new_from_icon_name("window-close-symbolic"))
    /// The label, and the button next to or below it.
    private let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))

    init(_ text: String, button title: String?, seconds: guint) {
        label = Handle(gtk_label_new(text))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_hexpand(label.widget, 1)
        label.setClass("heading", true)
        content.append(label)
        button = title.map { Handle(gtk_button_new_with_label($0)) }
        if let button {
            gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
            gtk_widget_set_focus_on_click(button.widget, 0)
            content.append(button)
        }
        close.setClass("circular", true)
        close.setClass("flat", true)
        close.setAccessibleName(ToastText.close)
        gtk_widget_set_focus_on_click(close.widget, 0)
        gtk_widget_set_valign(close.widget, GTK_ALIGN_CENTER)
        let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        box.append(content)
        box.append(close)
        Signals.connect(box, "notify::parent") { [box] in
            guard let place = box.parent else { return }
            // AdwToastWidget aligns its bin to the start, so GTK would request its minimum width.
            gtk_widget_set_halign(place.widget, GTK_ALIGN_FILL)
            Self.hideButtons(of: place)
        }
        adw_toast_set_custom_title(object.opaque, box.widget)
        adw_toast_set_timeout(object.opaque, seconds)
    }

    var height: Double { Double(gtk_widget_get_height(label.widget)) + Self.padding }
    /// Around the text.
    private static let padding = 30.0

    /// Hides AdwToastWidget's own buttons: one for an action, and one that dismisses at once.
    private static func hideButtons(of bin: Handle) {
        var sibling = gtk_widget_get_next_sibling(bin.widget)
        while let widget = sibling {
            gtk_widget_set_visible(widget, 0)
            sibling = gtk_widget_get_next_sibling(widget)
        }
    }

    /// - Parameters:
    ///   - characters: the maximum number of characters per line.
    ///   - isStacked: whether the button is below the text.
    func fit(characters: Int, isStacked: Bool) {
        gtk_label_set_max_width_chars(label.opaque, gint(characters))
        gtk_orientable_set_orientation(
            content.opaque, isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        gtk_box_set_spacing(content.cast(), isStacked ? 6 : 12)
        if let button { gtk_widget_set_halign(button.widget, isStacked ? GTK_ALIGN_START : GTK_ALIGN_CENTER) }
        gtk_widget_set_margin_top(label.widget, 6)
        gtk_widget_set_margin_bottom(label.widget, isStacked ? 0 : 6)
        gtk_widget_set_margin_bottom(content.widget, isStacked ? 6 : 0)
    }
}
