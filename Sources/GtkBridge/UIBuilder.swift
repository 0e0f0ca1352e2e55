public import CAdwaita

/// Holds the objects of an embedded `.ui` file, by ID, until it is deallocated; those in a widget tree live on there.
@MainActor public final class UIBuilder {
    private let builder: GObjectRef

    /// - Parameter bytes: the content of the `.ui` file.
    public init(_ bytes: [UInt8], domain: String) {
        builder = GObjectRef(adopting: Handle(gtk_builder_new()))
        gtk_builder_set_translation_domain(builder.opaque, domain)
        var failure = GLibError.Slot()
        let added = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                gtk_builder_add_from_string(builder.opaque, text.baseAddress, gssize(text.count), &failure.error)
            }
        }
        if added == 0 { Log.critical("A window description cannot be read: \(failure.take())") }
    }

    /// Returns the object, borrowed. If it is missing, logs a critical error and returns an empty widget.
    public subscript(_ id: String) -> Handle {
        if let object = gtk_builder_get_object(builder.opaque, id) { return Handle(object) }
        Log.critical("A window description has no object \(id)")
        return Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    }

    /// Returns the root widget with a floating reference, like a widget that GTK has just created, ready for a parent.
    public func takeRoot(_ id: String) -> Handle {
        let root = self[id]
        g_object_ref(root.raw)
        g_object_force_floating(root.cast())
        return root
    }
}

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

public struct GLibError: Error, CustomStringConvertible {
    public let message: String
    public var description: String { message }

    /// The `GError **` of one call.
    public struct Slot {
        public var error: UnsafeMutablePointer<GError>?

        public init() {}

        /// Returns the error and frees the C error.
        public mutating func take() -> GLibError {
            guard let error else { return GLibError(message: "no reason given") }
            let message = String(cString: error.pointee.message)
            g_error_free(error)
            self.error = nil
            return GLibError(message: message)
        }
    }
}
