import Foundation
import StargazerCore

/// Addresses that strangers wrote: only http and https, only with a host, never with a name and password before it, and
/// not without end.
enum WebLink {
    static func url(_ text: String?) -> URL? {
        guard let text, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host(), !host.isEmpty, url.user() == nil,
            url.absoluteString.utf8.count <= URL.maxWebURLLength
        else { return nil }
        return url
    }

    /// People write their homepage by hand: white space around it and a missing scheme are common.
    static func homepage(_ text: String?) -> URL? {
        let text = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if text.contains("://") { return url(text) }
        guard !text.contains(":"), text.prefix(while: { $0 != "/" }).contains(".") else { return nil }
        return url("https://" + text)
    }
}
