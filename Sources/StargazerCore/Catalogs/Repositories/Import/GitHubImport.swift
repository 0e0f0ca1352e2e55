import Foundation

/// How files of other programs name repositories. They are about GitHub itself, whatever server is in use.
enum GitHubImport {
    private static let host = "api.github.com"
    private static let webHost = "github.com"

    static func id(_ number: Int64) -> ItemID { ItemID(catalog: .repositories, host: host, id: String(number)) }

    /// - Parameter name: `owner/name`.
    /// - Returns: nil if no repository can have the name.
    static func target(named name: String) -> ImportEntry.Target? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, isOwner(parts[0]), (1...100).contains(parts[1].utf8.count) else { return nil }
        return .title(name, catalog: .repositories, host: host)
    }

    /// Parses the address of a repository's page, or of a page within it, in any form that browsers show.
    static func target(ofLink link: String) -> ImportEntry.Target? {
        guard link.lowercased().hasPrefix("http"), let link = AppLink(pasted: link),
            link.origin == .web(host: webHost), link.path.count == 2, !reserved.contains(link.path[0].lowercased())
        else { return nil }
        return target(named: link.path.joined(separator: "/"))
    }

    private static func isOwner(_ name: String) -> Bool {
        GitHubUsername.parse(name) == name && GitHubUsername.problem(of: name) == nil
    }

    /// Names in the place of an owner that lead to GitHub's own pages.
    private static let reserved: Set<String> = [
        "about", "account", "apps", "blog", "codespaces", "collections", "contact", "customer-stories", "dashboard",
        "enterprise", "events", "explore", "features", "issues", "login", "logout", "marketplace", "new",
        "notifications", "orgs", "organizations", "pricing", "pulls", "readme", "search", "security", "sessions",
        "settings", "signup", "site", "sponsors", "stars", "team", "topics", "trending", "users", "watching",
    ]
}

/// A value that is nil where it cannot be decoded: an entry that is wrong does not make the others unreadable.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Returns nil for a missing member and for one of another type.
    func lenient<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        try? decodeIfPresent(Value.self, forKey: key)
    }

    /// Returns the entries of a list. Those that cannot be decoded are nil.
    func entries<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> [Value?] {
        (lenient(key, as: [Lenient<Value>].self) ?? []).map(\.value)
    }
}

/// A member's name that is part of the data.
struct DataKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
