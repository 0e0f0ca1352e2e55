import Foundation
import StargazerCore

/// Validates URLs from user content: http or https, with a host, without user information, and of limited length.
enum WebLink {
    static func url(_ text: String?) -> URL? {
        guard let text, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host(), !host.isEmpty, url.user() == nil,
            url.absoluteString.utf8.count <= URL.maxWebURLLength
        else { return nil }
        return url
    }

    /// Accepts what people type as their homepage: with white space around it or without a scheme.
    static func homepage(_ text: String?) -> URL? {
        let text = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if text.contains("://") { return url(text) }
        guard !text.contains(":"), text.prefix(while: { $0 != "/" }).contains(".") else { return nil }
        return url("https://" + text)
    }
}
