import CStargazer

/// Creates the menu of a GtkMenuButton on demand.
@MainActor public enum MenuOnDemand {
    /// - Parameter run: Called each time before the button shows its menu. It sets the menu if there is none.
    public static func fill(_ button: Handle, _ run: @escaping @MainActor () -> Void) {
        let box = Box<@MainActor () -> Void>(run, name: "menu button")
        gtk_menu_button_set_create_popup_func(button.opaque, call, box.passRetained(), destroyBox)
    }
}

private let call: GtkMenuButtonCreatePopupFunc = { _, box in
    guard let box else { return }
    nonisolated(unsafe) let call = box
    MainActor.assumeIsolated { Box<@MainActor () -> Void>.peek(call)?() }
}
