import CStargazer
public import Foundation

/// Creates content for the clipboard and for drags: GdkContentProviders.
@MainActor public enum ContentProvider {
    /// Content that is loaded each time it is wanted; nil when there is none.
    public typealias Load = @MainActor (_ mimeType: String) async -> Data?

    public static func bytes(_ data: Data, as mimeType: String) -> GObjectRef {
        let bytes = glibBytes(data)
        defer { g_bytes_unref(bytes) }
        return GObjectRef(adopting: Handle(gdk_content_provider_new_for_bytes(mimeType, bytes)))
    }

    /// A string, for the widgets of this program. Other programs get it in all forms of text.
    public static func text(_ text: String) -> GObjectRef {
        var value = GValue()
        g_value_init(&value, GType(16 << 2))
        g_value_set_string(&value, text)
        defer { g_value_unset(&value) }
        return GObjectRef(adopting: Handle(gdk_content_provider_new_for_value(&value)))
    }

    /// A list of one file. In a sandbox, other programs get access to it through the portal.
    public static func file(_ path: String) -> GObjectRef {
        GObjectRef(adopting: Handle(sgz_file_list_provider_new(path)))
    }

    /// Content that loads when another program wants it.
    public static func lazy(_ mimeTypes: [String], _ load: @escaping Load) -> GObjectRef {
        var types: [UnsafePointer<CChar>?] = mimeTypes.map { UnsafePointer(g_strdup($0)) }
        defer { types.forEach { g_free(UnsafeMutableRawPointer(mutating: $0)) } }
        let box = Box<Load>(load, name: "content to provide")
        return GObjectRef(
            adopting: Handle(
                sgz_lazy_provider_new(&types, guint(types.count), provide, box.passRetained(), destroyBox)))
    }

    /// All of these, those that receivers should prefer first.
    public static func union(_ providers: [GObjectRef]) -> GObjectRef {
        // GTK takes over a reference to each.
        var list: [UnsafeMutablePointer<GdkContentProvider>?] = providers.map { provider in
            g_object_ref(provider.raw)
            return provider.cast()
        }
        return GObjectRef(adopting: Handle(gdk_content_provider_new_union(&list, gsize(list.count))))
    }

    fileprivate static func glibBytes(_ data: Data) -> OpaquePointer? {
        data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    }
}

private let provide: SgzProvideCallback = { box, mimeType, request in
    guard let box, let request, let mimeType = mimeType.map({ String(cString: $0) }) else { return }
    nonisolated(unsafe) let (pointer, pending) = (box, request)
    MainActor.assumeIsolated {
        guard let load = Box<ContentProvider.Load>.peek(pointer) else {
            return sgz_lazy_provider_respond(pending, nil)
        }
        Task {
            let data = await load(mimeType)
            let bytes = data.flatMap(ContentProvider.glibBytes)
            sgz_lazy_provider_respond(pending, bytes)
            if let bytes { g_bytes_unref(bytes) }
        }
    }
}
