import CStargazer

/// What a GtkMenuButton shows may be made when it is asked for.
@MainActor public enum MenuButton {
    /// - Parameter run: called each time before the button shows its menu; it gives the button one where it has none.
    public static func onOpen(_ button: Handle, _ run: @escaping @MainActor () -> Void) {
        let box = Box<@MainActor () -> Void>(run, name: "menu button")
        gtk_menu_button_set_create_popup_func(button.opaque, call, box.passRetained(), destroyBox)
    }
}

private let call: GtkMenuButtonCreatePopupFunc = { _, box in
    guard let box else { return }
    nonisolated(unsafe) let call = box
    MainActor.assumeIsolated { Box<@MainActor () -> Void>.peek(call)?() }
}
