import CStargazer
import Foundation
import GtkBridge

/// Shows toasts over a window, one at a time.
///
/// It has its own queue instead of libadwaita's. Version 1.2 aborts when a toast that gave way to an urgent one is
/// shown again while it is still fading out.
@MainActor final class ToastPresenter {
    /// An AdwToastOverlay.
    private let overlay: Handle
    private let weakObject: WeakGObject
    private var current: Toast?
    private var waiting: [Toast] = []
    private weak var lastFeedback: Toast?

    private let shift: WidgetShift
    /// Returns the part of the window over which toasts lie; nil for all of it.
    var area: @MainActor () -> Handle? = { nil }
    private var surfaceConnection: (surface: Handle, connection: UInt)?

    /// The minimum duration of a toast in seconds, for people who need more time: `STARGAZER_TOAST_SECONDS`.
    private static let minimumSeconds =
        ProcessInfo.processInfo.environment["STARGAZER_TOAST_SECONDS"].flatMap(guint.init) ?? 0

    /// - Parameter escape: what Escape does instead of dismissing the toast; nil to dismiss it.
    init(overlay: Handle, escape: (@MainActor () -> Void)? = nil) {
        self.overlay = overlay
        weakObject = WeakGObject(overlay)
        shift = WidgetShift(of: "toast", in: overlay)
        Signals.connect(overlay, "realize") { [weak self] in self?.observeSize() }
        // A surface outlives its window.
        Signals.connect(overlay, "unrealize") { [weak self] in self?.stopObservingSize() }
        // Handle Escape before the overlay's own binding, which does not wait until the toast has appeared.
        Keys.watch(overlay, beforeChildren: false) { [weak self] press in
            guard press.isKey(GDK_KEY_Escape), let toast = self?.newest else { return false }
            if let escape { escape() } else { toast.dismiss() }
            return true
        }
    }

    /// The toast that shows, or the one that takes its place in a moment.
    private var newest: Toast? {
        if let current, !current.isWithdrawn { return current }
        return waiting.first { !$0.isEnding } ?? current
    }

    /// - Parameter isUrgent: whether it interrupts the current toast, which returns afterwards if it has a button.
    @discardableResult
    func show(
        _ text: String, button: String? = nil, isUrgent: Bool = false, action: (@MainActor () -> Void)? = nil
    ) -> Toast {
        let seconds = max(button == nil ? max(3, guint(text.count / 12)) : 10, Self.minimumSeconds)
        let toast = Toast(text, button: button, seconds: seconds, action: action)
        if isUrgent {
            waiting.insert(toast, at: 0)
            if let current, !current.isEnding {
                if current.buttonLabel == nil {
                    current.dismiss()
                } else {
                    current.withdraw()
                    waiting.insert(current, at: 1)
                }
            }
        } else {
            waiting.append(toast)
        }
        showNext()
        return toast
    }

    /// The distance of toasts from the foot of the window, as in the style sheet.
    var margin: Double {
        let isAboveBar = ["above-selection", "above-actions"].contains { (name: String) in
            gtk_widget_has_css_class(overlay.widget, name) != 0
        }
        return isAboveBar ? 66 : 24
    }

    /// Makes toasts appear above the actions at the foot of the details.
    func leaveActionsFree(_ isNeeded: Bool) { Self.setClass("above-actions", isNeeded, of: overlay) }

    /// Makes toasts appear above the bar of the selected rows while it shows.
    static func leaveSelectionFree(_ bar: Handle) {
        for (signal, isShown) in [("map", true), ("unmap", false)] {
            Signals.connect(bar, signal) { [bar] in
                gtk_widget_get_ancestor(bar.widget, adw_toast_overlay_get_type()).map {
                    setClass("above-selection", isShown, of: Handle($0))
                }
            }
        }
    }

    /// Sets a style that moves toasts, once no widget is being laid out: GTK would give the toast its old height with its
    /// new margin, and paint nothing else any more.
    private static func setClass(_ name: String, _ isSet: Bool, of overlay: Handle) {
        let life = WeakGObject(overlay)
        Task { if life.isAlive { overlay.setClass(name, isSet) } }
    }

    /// The room that toasts have, when it was last known.
    private var extent = (start: 0.0, width: 0.0)

    private func showNext() {
        guard current == nil, surfaceConnection != nil, weakObject.isAlive else { return }
        waiting.removeAll(where: \.isEnding)
        guard !waiting.isEmpty else { return }
        let toast = waiting.removeFirst()
        current = toast
        toast.left = { [weak self, weak toast] in
            guard let self, self.current === toast else { return }
            self.current = nil
            // The overlay has not finished hiding this toast.
            Task { [weak self] in self?.showNext() }
        }
        toast.show(in: overlay)
        fit(toast)
    }

    /// Shows the result of the user's last action at once, in place of the previous result.
    func showFeedback(_ text: String) { _ = feedback(text) }

    func feedback(_ text: String) -> Toast {
        dismissFeedback()
        let toast = show(text, isUrgent: true)
        lastFeedback = toast
        return toast
    }

    /// Dismisses the result of the user's last action: a newer one follows.
    func dismissFeedback() { lastFeedback?.dismiss() }

    /// Follows the window's size: the overlay gives a toast the height of its widest form, so a toast needs the width.
    private func observeSize() {
        guard let native = gtk_widget_get_native(overlay.widget), let surface = gtk_native_get_surface(native) else {
            return
        }
        let connection = Signals.connect(Handle(surface), "layout") { [weak self] (_: Int32, _: Int32) in
            // Wait until all widgets have their new sizes.
            Task { self?.current.map { self?.fit($0) } }
        }
        surfaceConnection = (Handle(surface), connection)
        showNext()
    }

    private func stopObservingSize() {
        if let (surface, connection) = surfaceConnection { Signals.disconnect(surface, connection) }
        surfaceConnection = nil
    }

    /// The minimum number of characters in a line next to a button.
    private static let minimumCharactersNextToButton = 26

    private func fit(_ toast: Toast) {
        extent = newExtent ?? extent
        // Margins would be a minimum width of the window.
        shift.set(Int(extent.start + extent.width / 2 - Double(gtk_widget_get_width(overlay.widget)) / 2))
        let letters = charactersThatFit(nextTo: toast.buttonLabel)
        // East Asian letters are twice as wide.
        let columns = toast.text.unicodeScalars.reduce(0) { $0 + (g_unichar_iswide($1.value) != 0 ? 2 : 1) }
        let isStacked = toast.buttonLabel != nil && letters < min(Self.minimumCharactersNextToButton, columns)
        toast.fit(characters: isStacked ? charactersThatFit(nextTo: nil) : letters, isStacked: isStacked)
    }

    /// The place of ``area`` in the overlay, from left to right; nil while panes slide and are partly outside.
    private var newExtent: (start: Double, width: Double)? {
        let whole = (0.0, Double(gtk_widget_get_width(overlay.widget)))
        var bounds = graphene_rect_t()
        guard let area = area(), gtk_widget_get_mapped(area.widget) != 0,
            gtk_widget_compute_bounds(area.widget, overlay.widget, &bounds) != 0
        else { return whole }
        let (left, right) = (Double(bounds.origin.x), Double(bounds.origin.x + bounds.size.width))
        return left >= 0 && right <= whole.1 && right > left ? (left, right - left) : nil
    }

    private func charactersThatFit(nextTo button: String?) -> Int {
        // Measure like the label does: headings are bold, and digits may be wider than letters.
        let context = gtk_widget_get_pango_context(overlay.widget)
        let bold = pango_font_description_copy(pango_context_get_font_description(context))
        pango_font_description_set_weight(bold, PANGO_WEIGHT_BOLD)
        let metrics = pango_context_get_metrics(context, bold, nil)
        let widths = [
            pango_font_metrics_get_approximate_char_width(metrics),
            pango_font_metrics_get_approximate_digit_width(metrics),
        ]
        pango_font_metrics_unref(metrics)
        pango_font_description_free(bold)
        let character = max(1, Double(widths.max() ?? 0) / Double(PANGO_SCALE))
        // The margins, paddings and the close button; then the action button with its own.
        let taken = 130 + (button.map { Double($0.count) * character + 36 } ?? 0)
        return max(12, Int((extent.width - taken) / character))
    }
}

/// A source of toasts: a new toast replaces its previous one instead of waiting for it.
@MainActor final class ReplaceableToast {
    private let toasts: ToastPresenter
    private var toast: Toast?

    init(_ toasts: ToastPresenter) { self.toasts = toasts }

    func show(_ text: String, button: String? = nil, action: (@MainActor () -> Void)? = nil) {
        dismiss()
        let new = toasts.show(text, button: button, action: action)
        toast = new
        new.dismissed = { [weak self, weak new] in
            if self?.toast === new { self?.toast = nil }
        }
    }

    /// Dismisses the toast because it is no longer true.
    func dismiss() {
        toast?.dismiss()
        toast = nil
    }
}
