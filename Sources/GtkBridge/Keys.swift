import CAdwaita
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

    /// Whether the key begins a text: a character other than a space, or one of a composition (dead key, Compose).
    public var beginsText: Bool {
        if value == UInt32(GDK_KEY_Multi_key) || Self.deadKeys.contains(value) { return true }
        return character?.isWhitespace == false
    }

    private static let deadKeys = UInt32(GDK_KEY_dead_grave)...UInt32(GDK_KEY_dead_longsolidusoverlay)

    public func isKey(_ values: Int32...) -> Bool { values.contains { UInt32($0) == value } }
}

@MainActor public enum Keys {
    /// Calls the handler for the keys of a widget and everything inside it. It returns whether it handled the key.
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

    /// Adds a shortcut to a widget and its contents, in any keyboard layout. The handler returns whether it handled it.
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

/// Moves the keyboard focus where GTK's own order would not.
@MainActor public enum Focus {
    /// Moves the focus to the next (or previous) focusable widget outside this one, around the window's end if needed.
    public static func leave(_ widget: Handle, forward: Bool) {
        let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        var inner = widget
        while let outer = inner.parent {
            for candidate in neighbors(of: inner, in: outer, forward: forward)
            where gtk_widget_child_focus(candidate.widget, direction) != 0 {
                return
            }
            inner = outer
        }
        gtk_root_set_focus(inner.opaque, nil)
        _ = gtk_widget_child_focus(inner.widget, direction)
    }

    /// Returns the siblings after (or before) a widget in reading order, not that of GTK's list, nearest first.
    private static func neighbors(of inner: Handle, in outer: Handle, forward: Bool) -> [Handle] {
        let places = outer.children.filter { gtk_widget_get_mapped($0.widget) != 0 }.map { child in
            var bounds = graphene_rect_t()
            _ = gtk_widget_compute_bounds(child.widget, outer.widget, &bounds)
            return (child: child, x: bounds.origin.x, y: bounds.origin.y)
        }
        let read = places.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map(\.child)
        guard let index = read.firstIndex(of: inner) else { return [] }
        return forward ? Array(read[(index + 1)...]) : read[..<index].reversed()
    }
}
