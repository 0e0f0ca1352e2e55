import CStargazer

/// A key press reported by a GtkEventControllerKey.
public struct KeyPress: Equatable, Sendable {
    public let value: UInt32
    public let modifiers: UInt32

    /// Whether Ctrl, Alt or Super is held, which makes the key a command.
    public var hasCommandModifier: Bool {
        modifiers & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0
    }

    public var hasShift: Bool { modifiers & GDK_SHIFT_MASK.rawValue != 0 }

    /// The character that the key types; nil when it types none.
    public var character: Character? {
        let code = gdk_keyval_to_unicode(value)
        guard code >= 0x20, code != 0x7f, let scalar = Unicode.Scalar(code) else { return nil }
        return Character(scalar)
    }

    public func isKey(_ values: Int32...) -> Bool { values.contains { UInt32($0) == value } }
}

@MainActor public enum Keys {
    /// Calls the handler for the keys of a widget and everything inside it. The handler returns whether it handled the
    /// key.
    /// - Parameter beforeChildren: true to receive keys before the focused widget does.
    /// - Returns: the controller, borrowed from the widget, which owns it.
    @discardableResult
    public static func watch(
        _ widget: Handle, beforeChildren: Bool, _ handler: @escaping @MainActor (KeyPress) -> Bool
    ) -> Handle {
        let controller = Handle(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(
            controller.opaque, beforeChildren ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        Signals.connect(controller, "key-pressed") { (value: UInt32, _: UInt32, state: UInt32) -> Bool in
            handler(KeyPress(value: value, modifiers: state))
        }
        gtk_widget_add_controller(widget.widget, controller.opaque)
        return controller
    }

    /// Adds a shortcut to a widget and everything inside it, independent of the keyboard layout. The handler returns
    /// whether it handled the key.
    /// - Parameter beforeChildren: true to receive the key before the focused widget does.
    public static func shortcut(
        _ accelerator: String, in widget: Handle, beforeChildren: Bool = true,
        _ handler: @escaping @MainActor () -> Bool
    ) {
        let box = Box<() -> Bool>(handler, name: "shortcut \(accelerator)")
        let action = gtk_callback_action_new(callShortcut, box.passRetained(), destroyBox)
        let controller = Handle(gtk_shortcut_controller_new())
        gtk_event_controller_set_propagation_phase(
            controller.opaque, beforeChildren ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        gtk_shortcut_controller_add_shortcut(
            controller.opaque, gtk_shortcut_new(gtk_shortcut_trigger_parse_string(accelerator), action))
        gtk_widget_add_controller(widget.widget, controller.opaque)
    }
}

private let callShortcut: GtkShortcutFunc = { _, _, box in
    guard let box else { return 0 }
    nonisolated(unsafe) let handler = box
    return MainActor.assumeIsolated { Box<() -> Bool>.peek(handler)?() == true } ? 1 : 0
}
