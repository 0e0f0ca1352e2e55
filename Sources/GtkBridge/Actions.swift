import CAdwaita

/// Named actions of a window or an application, triggered by keys, menus and D-Bus.
@MainActor public enum Actions {
    /// Adds an action without a parameter. The map owns it and, through it, the closure.
    /// - Returns: the action, borrowed, for `setEnabled`.
    @discardableResult
    public static func add(_ name: String, to map: Handle, _ handler: @escaping @MainActor () -> Void) -> Handle {
        let action = GObjectRef(adopting: Handle(g_simple_action_new(name, nil)))
        Signals.connect(action.handle, "activate") { handler() }
        g_action_map_add_action(map.opaque, action.opaque)
        return action.handle
    }

    /// Adds an action with a string parameter.
    public static func addCommand(_ name: String, to map: Handle, _ handler: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        add(GObjectRef(adopting: Handle(g_simple_action_new(name, type))), to: map, handler)
    }

    /// In bytes. A longer parameter is ignored.
    private static let maxParameterSize: gsize = 65_536

    /// Adds an action with a string state and parameter, for a group of choices in a menu.
    public static func addChoice(
        _ name: String, to map: Handle, value: String, _ handler: @escaping @MainActor (String) -> Void
    ) -> Handle {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = GObjectRef(
            adopting: Handle(g_simple_action_new_stateful(name, type, g_variant_new_string(value))))
        add(action, to: map, handler)
        return action.handle
    }

    private static func add(_ action: GObjectRef, to map: Handle, _ handler: @escaping @MainActor (String) -> Void) {
        Signals.connect(action.handle, "activate") { (parameter: Handle?) in
            // Any program of the user can send a parameter of any length.
            guard let parameter, g_variant_get_size(parameter.opaque) <= maxParameterSize else { return }
            handler(String(cString: g_variant_get_string(parameter.opaque, nil)))
        }
        g_action_map_add_action(map.opaque, action.opaque)
    }

    /// Activates an action of a widget or of what contains it.
    public static func activate(_ name: String, _ parameter: String? = nil, from widget: Handle) {
        _ = gtk_widget_activate_action_variant(widget.widget, name, parameter.map { g_variant_new_string($0) })
    }

    public static func setEnabled(_ action: Handle, _ isEnabled: Bool) {
        g_simple_action_set_enabled(action.opaque, isEnabled ? 1 : 0)
    }

    public static func setChoice(_ action: Handle, _ value: String) {
        g_simple_action_set_state(action.opaque, g_variant_new_string(value))
    }
}
