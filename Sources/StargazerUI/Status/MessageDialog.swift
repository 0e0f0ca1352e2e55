import CStargazer
import GtkBridge

/// A modal dialog, for messages that need a decision or more than a line. Its texts are never markup.
@MainActor enum MessageDialog {
    /// Asks for confirmation before something that cannot be undone.
    static func present(
        over window: Handle, _ heading: String, _ body: String, cancel: String, accept: String,
        completion: @escaping @MainActor (Bool) -> Void
    ) {
        let dialog = make(over: window, heading, body, cancel: cancel, accept: accept, ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_default_response(dialog.cast(), "cancel")
        present(dialog, completion)
    }

    /// Asks before something that the user has begun and that Enter continues.
    /// - Parameter content: a widget under the text.
    /// - Returns: the dialog, until it is closed.
    @discardableResult
    static func propose(
        over window: Handle, _ heading: String, _ body: String = "", content: Handle? = nil, cancel: String,
        accept: String, completion: @escaping @MainActor (Bool) -> Void
    ) -> Handle {
        let dialog = make(over: window, heading, body, cancel: cancel, accept: accept, ADW_RESPONSE_SUGGESTED)
        if let content { adw_message_dialog_set_extra_child(dialog.cast(), content.widget) }
        adw_message_dialog_set_default_response(dialog.cast(), "accept")
        present(dialog, completion)
        return dialog
    }

    /// Shows a message that must be confirmed.
    /// - Parameter content: a widget under the text.
    static func present(
        over window: Handle, _ heading: String, _ body: String = "", content: Handle? = nil, close: String,
        done: (@MainActor () -> Void)? = nil
    ) {
        let dialog = make(over: window, heading, body)
        if let content { adw_message_dialog_set_extra_child(dialog.cast(), content.widget) }
        if let done { Signals.connect(dialog, "response") { (_: String) in done() } }
        adw_message_dialog_add_response(dialog.cast(), "close", close)
        adw_message_dialog_set_default_response(dialog.cast(), "close")
        adw_message_dialog_set_close_response(dialog.cast(), "close")
        gtk_window_present(dialog.cast())
    }

    static func setAccept(_ label: String, isEnabled: Bool, of dialog: Handle) {
        adw_message_dialog_set_response_label(dialog.cast(), "accept", label)
        adw_message_dialog_set_response_enabled(dialog.cast(), "accept", isEnabled ? 1 : 0)
    }

    private static func present(_ dialog: Handle, _ completion: @escaping @MainActor (Bool) -> Void) {
        Signals.connect(dialog, "response") { (response: String) in
            completion(response == "accept")
        }
        gtk_window_present(dialog.cast())
    }

    private static func make(
        over window: Handle, _ heading: String, _ body: String, cancel: String, accept: String,
        _ appearance: AdwResponseAppearance
    ) -> Handle {
        let dialog = make(over: window, heading, body)
        adw_message_dialog_add_response(dialog.cast(), "cancel", cancel)
        adw_message_dialog_add_response(dialog.cast(), "accept", accept)
        adw_message_dialog_set_response_appearance(dialog.cast(), "accept", appearance)
        adw_message_dialog_set_close_response(dialog.cast(), "cancel")
        return dialog
    }

    private static func make(over window: Handle, _ heading: String, _ body: String) -> Handle {
        let dialog = Handle(adw_message_dialog_new(window.cast(), nil, nil))
        adw_message_dialog_set_heading(dialog.cast(), heading)
        adw_message_dialog_set_body(dialog.cast(), body)
        return dialog
    }
}
