import CAdwaita

/// Ties the lifetime of a Swift controller to its root widget, which holds the only strong reference.
@MainActor public enum WidgetController {
    private static let key = "sgz-controller"

    /// Makes the widget own the controller, in place of any previous one.
    public static func attach<Controller: AnyObject>(_ controller: Controller, to widget: Handle) {
        let box = Box(controller as AnyObject, name: "controller \(Controller.self)")
        g_object_set_data_full(widget.cast(), key, box.passRetained(), destroyBox)
    }

    /// Returns the controller of a widget; nil when it has none of that type.
    public static func of<Controller: AnyObject>(_ widget: Handle, as _: Controller.Type) -> Controller? {
        guard let pointer = g_object_get_data(widget.cast(), key) else { return nil }
        return Box<AnyObject>.peek(pointer) as? Controller
    }
}
