import CAdwaita

/// The objects of one embedded `.ui` file, by id. Holds them until it goes; what sits in a widget tree lives on there.
@MainActor public final class UIBuilder {
    private let builder: GObjectRef

    /// - Parameters:
    ///   - bytes: the file, as the package embeds it.
    ///   - domain: the translation domain of its translatable properties.
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

    /// The object with that id; borrowed. A missing one is a programming error: logged as critical, and an empty
    /// widget stands in for it.
    public subscript(_ id: String) -> Handle {
        if let object = gtk_builder_get_object(builder.opaque, id) { return Handle(object) }
        Log.critical("A window description has no object \(id)")
        return Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    }

    /// The outermost widget, to be given to a parent: like one that GTK has just made, it belongs to nobody yet.
    public func takeRoot(_ id: String) -> Handle {
        let root = self[id]
        g_object_ref(root.raw)
        g_object_force_floating(root.cast())
        return root
    }
}
