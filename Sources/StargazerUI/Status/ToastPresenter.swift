import CStargazer
import Foundation
import GtkBridge

/// Short messages over a window, one at a time.
///
/// The queue is kept here rather than by libadwaita, whose version 1.2 aborts when a toast that made room for an urgent
/// one shows again while it is still fading out.
@MainActor final class ToastPresenter {
    /// An AdwToastOverlay.
    private let overlay: Handle
    private let weakObject: WeakGObject
    private var current: Toast?
    private var waiting: [Toast] = []
    /// Those with an action to undo, oldest first.
    private var undoable: [WeakToast] = []
    private weak var lastFeedback: Toast?

    private var surfaceConnection: (surface: Handle, connection: UInt)?

    /// Seconds that each toast stays at least, for people who need more time: `STARGAZER_TOAST_SECONDS`.
    private static let minimumSeconds =
        ProcessInfo.processInfo.environment["STARGAZER_TOAST_SECONDS"].flatMap(guint.init) ?? 0

    private struct WeakToast {
        weak var toast: Toast?
    }

    init(overlay: Handle) {
        self.overlay = overlay
        weakObject = WeakGObject(overlay)
        Signals.connect(overlay, "realize") { [weak self] in self?.observeSize() }
        // A surface outlives its window.
        Signals.connect(overlay, "unrealize") { [weak self] in self?.stopObservingSize() }
        // Before the overlay's own binding, which would not wait until the toast has appeared.
        Keys.watch(overlay, beforeChildren: false) { [weak self] press in
            guard press.isKey(GDK_KEY_Escape), let current = self?.current else { return false }
            current.dismiss()
            return true
        }
    }

    /// - Parameter isUrgent: whether it shows before the current toast, which returns afterwards.
    @discardableResult
    func show(
        _ text: String, button: String? = nil, isUrgent: Bool = false, action: (@MainActor () -> Void)? = nil
    ) -> Toast {
        let seconds = max(button == nil ? max(3, guint(text.count / 12)) : 10, Self.minimumSeconds)
        let toast = Toast(text, button: button, seconds: seconds, action: action)
        if isUrgent {
            waiting.insert(toast, at: 0)
            if let current, !current.isEnding {
                current.withdraw()
                waiting.insert(current, at: 1)
            }
        } else {
            waiting.append(toast)
        }
        showNext()
        return toast
    }

    private func showNext() {
        guard current == nil, surfaceConnection != nil, weakObject.isAlive else { return }
        waiting.removeAll(where: \.isEnding)
        guard !waiting.isEmpty else { return }
        let toast = waiting.removeFirst()
        current = toast
        toast.left = { [weak self, weak toast] in
            guard let self, self.current === toast else { return }
            self.current = nil
            // The overlay is still about to hide this one.
            Task { [weak self] in self?.showNext() }
        }
        toast.show(in: overlay)
        fit(toast)
    }

    /// Reports what was done, with a way back.
    @discardableResult
    func offerUndo(_ text: String, _ undo: @escaping @MainActor () -> Void) -> Toast {
        lastFeedback?.dismiss()
        let toast = show(text, button: AppText.undo, action: undo)
        toast.offersUndo = true
        markNewest(toast)
        return toast
    }

    /// Reports at once what came of the last press, in place of the report before.
    func showFeedback(_ text: String) {
        lastFeedback?.dismiss()
        lastFeedback = show(text, isUrgent: true)
    }

    /// Replaces the toast's text, and makes it the newest.
    func change(_ toast: Toast, to text: String) {
        toast.change(text, in: overlay)
        markNewest(toast)
    }

    /// Undoes what the newest toast offers to undo.
    /// - Returns: false when there is none.
    func undoLast() -> Bool {
        let newest = undoable.compactMap(\.toast).last { !$0.isPressed && !$0.isEnding }
        newest?.press()
        return newest != nil
    }

    private func markNewest(_ toast: Toast) {
        undoable = undoable.filter { $0.toast != nil && $0.toast !== toast } + [WeakToast(toast: toast)]
    }

    /// The overlay gives a toast the height of its widest form, so each must be told how wide it can be.
    private func observeSize() {
        guard let native = gtk_widget_get_native(overlay.widget), let surface = gtk_native_get_surface(native) else {
            return
        }
        let connection = Signals.connect(Handle(surface), "layout") { [weak self] (_: Int32, _: Int32) in
            // When all has its new size.
            Task { self?.current.map { self?.fit($0) } }
        }
        surfaceConnection = (Handle(surface), connection)
        showNext()
    }

    private func stopObservingSize() {
        if let (surface, connection) = surfaceConnection { Signals.disconnect(surface, connection) }
        surfaceConnection = nil
    }

    /// Characters that a line must hold to stand beside a button.
    private static let minimumCharactersBesideButton = 26

    private func fit(_ toast: Toast) {
        let beside = charactersThatFit(besides: toast.buttonLabel)
        let isStacked = toast.buttonLabel != nil && beside < Self.minimumCharactersBesideButton
        toast.fit(characters: isStacked ? charactersThatFit(besides: nil) : beside, isStacked: isStacked)
    }

    private func charactersThatFit(besides button: String?) -> Int {
        // The label reckons with the same: headings are bold, and digits may be wider than the rest.
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
        // Margins, paddings and the closing button; then the button with its own.
        let taken = 130 + (button.map { Double($0.count) * character + 36 } ?? 0)
        return max(12, Int((Double(gtk_widget_get_width(overlay.widget)) - taken) / character))
    }
}
