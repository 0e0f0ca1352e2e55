import CStargazer

/// One key press, as a GtkEventControllerKey tells it.
public struct KeyPress: Equatable, Sendable {
    public let value: UInt32
    public let modifiers: UInt32

    /// The modifiers that make a key a command rather than a character.
    public var hasCommandModifier: Bool {
        modifiers & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0
    }

    public var hasShift: Bool { modifiers & GDK_SHIFT_MASK.rawValue != 0 }

    /// The character that the key types, nil when it types none.
    public var character: Character? {
        let code = gdk_keyval_to_unicode(value)
        guard code >= 0x20, code != 0x7f, let scalar = Unicode.Scalar(code) else { return nil }
        return Character(scalar)
    }

    public func isKey(_ values: Int32...) -> Bool { values.contains { UInt32($0) == value } }
}

@MainActor public enum Keys {
    /// Watches the keys of a widget and everything in it. The handler says whether it took the key.
    /// - Parameter beforeChildren: true to see keys before the focused widget does.
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
}
