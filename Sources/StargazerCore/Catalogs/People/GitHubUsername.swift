import Foundation
public import StargazerLibrary

/// GitHub's rules for user names: 1 to 39 letters and digits with single hyphens between them.
/// Users managed by an enterprise also have an underscore and the enterprise's short code at the end.
public enum GitHubUsername {
    public static let maxLength = 39

    /// Returns the user name that is the whole text, with or without a leading `@`; nil for search words, which contain
    /// spaces, qualifiers or characters that no name has.
    public static func parse(_ text: String) -> String? {
        let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
        guard !name.isEmpty, name.utf8.allSatisfy({ isLetterOrDigit($0) || "-_".utf8.contains($0) }) else { return nil }
        return String(name)
    }

    /// Returns the user name that is the whole text in quotation marks: it is searched for even if it has a problem.
    public static func quoted(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return parse(String(text.dropFirst().dropLast()))
    }

    /// Returns why no account can have this name, or nil when an account can.
    /// - Parameter name: a result of `parse(_:)`.
    public static func problem(of name: String) -> QueryProblem? {
        if name.utf8.count > maxLength { return .nameTooLong }
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), parts.dropFirst().allSatisfy({ !$0.contains("-") })
        else { return .nameUnderscores }
        let isHyphened = name.hasPrefix("-") || parts[0].hasSuffix("-") || name.contains("--")
        return isHyphened ? .nameHyphens : nil
    }

    /// Whether an account can have this name. Old accounts have hyphens and underscores where new ones cannot.
    public static func mayExist(_ name: String) -> Bool { parse(name) == name && name.utf8.count <= maxLength }

    /// Whether pages of github.com have this name in place of an account: `github.com/topics/linux`.
    public static func isReserved(_ name: String) -> Bool { reserved.contains(name.lowercased()) }

    /// The pages that are most likely to be pasted, not all of GitHub's.
    private static let reserved: Set<String> = [
        "about", "account", "apps", "blog", "codespaces", "collections", "contact", "customer-stories", "dashboard",
        "enterprise",
        "events", "explore", "features", "issues", "join", "login", "logout", "marketplace", "new", "notifications",
        "organizations", "orgs", "pricing", "pulls", "readme", "search", "security", "sessions", "settings", "signup",
        "site", "sponsors", "stars", "team", "topics", "trending", "users", "watching",
    ]

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}

extension QueryProblem {
    public static let nameTooLong = QueryProblem.catalogSpecific("name-too-long")
    /// A hyphen at the start or end, or two in a row.
    public static let nameHyphens = QueryProblem.catalogSpecific("name-hyphens")
    public static let nameUnderscores = QueryProblem.catalogSpecific("name-underscores")
}
