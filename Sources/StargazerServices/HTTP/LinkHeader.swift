import Foundation

/// The URLs of a `Link` header, by relation. Their order does not matter: GitHub has changed it over the years.
struct LinkHeader {
    private var targets: [String: String] = [:]

    init(_ field: String?) {
        for entry in (field ?? "").split(separator: "<").map(String.init) {
            guard let end = entry.firstIndex(of: ">") else { continue }
            let target = String(entry[..<end])
            for parameter in entry[entry.index(after: end)...].split(separator: ";") {
                let pair = parameter.split(separator: "=", maxSplits: 1).map(Self.trim)
                guard pair.count == 2, pair[0].lowercased() == "rel" else { continue }
                for relation in pair[1].split(separator: " ") where targets[relation.lowercased()] == nil {
                    targets[relation.lowercased()] = target
                }
            }
        }
    }

    /// - Parameter base: the URL of the response, which resolves relative URLs.
    func url(_ relation: String, relativeTo base: URL) -> URL? {
        targets[relation].flatMap { URL(string: $0, relativeTo: base)?.absoluteURL }
    }

    static func page(_ url: URL) -> Int? { value("page", in: url).flatMap { Int($0) } }

    /// Whether a URL names the entry that it continues after, in place of a page number.
    static func isCursor(_ url: URL) -> Bool { value("after", in: url) != nil }

    private static func value(_ name: String, in url: URL) -> String? {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
        return items.first { $0.name == name }?.value
    }

    private static func trim(_ text: Substring) -> String {
        text.trimmingCharacters(in: CharacterSet(charactersIn: " \t,\""))
    }
}
