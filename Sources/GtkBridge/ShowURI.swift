import CStargazer
public import Foundation

/// Opens URIs in their default application.
@MainActor public enum ShowURI {
    /// - Parameter done: Receives false if no application could be started. GTK shows no message.
    public static func open(_ address: String, from widget: Handle, done: @escaping @MainActor (Bool) -> Void) {
        let window = gtk_widget_get_root(widget.widget).map { UnsafeMutableRawPointer($0) }
        sgz_show_uri(window, address, answer, Box(done, name: "opening an address").passRetained(), destroyBox)
    }

    /// Whether an application is registered for the addresses of a scheme.
    public static func canOpen(scheme: String) -> Bool {
        guard let app = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
        g_object_unref(UnsafeMutableRawPointer(app))
        return true
    }
}

private let answer: SgzUriCallback = { box, isGood in
    guard let box else { return }
    nonisolated(unsafe) let pointer = box
    MainActor.assumeIsolated { Box<@MainActor (Bool) -> Void>.peek(pointer)?(isGood != 0) }
}

/// File URIs as GLib writes them, which other programs of the desktop compare as text.
public enum FileURI {
    public static func text(_ file: URL) -> String {
        guard let uri = g_filename_to_uri(file.path, nil, nil) else { return file.absoluteString }
        defer { g_free(uri) }
        return String(cString: uri)
    }
}
