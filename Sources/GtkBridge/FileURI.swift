import CStargazer
public import Foundation

/// File URIs as GLib writes them, which other programs of the desktop compare as text.
public enum FileURI {
    public static func text(_ file: URL) -> String {
        guard let uri = g_filename_to_uri(file.path, nil, nil) else { return file.absoluteString }
        defer { g_free(uri) }
        return String(cString: uri)
    }
}
