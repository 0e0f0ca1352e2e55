/// What GitHub allows as the name of an account: 1 to 39 letters and digits, single hyphens between them, and for who
/// is managed by an enterprise an underscore and its short name at the end.
public enum GitHubUsername {
    public static let longest = 39

    /// The name that somebody typed for itself, with or without the `@` that people write before it; nil for anything
    /// else, which is words to search for: what has blanks, qualifiers or letters that no name has.
    public static func parse(_ text: String) -> String? {
        let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
        guard !name.isEmpty, name.utf8.allSatisfy({ isLetterOrDigit($0) || "-_".utf8.contains($0) }) else { return nil }
        return String(name)
    }

    /// Why no account can have that name; nil when one can.
    /// - Parameter name: as `lone` finds it.
    public static func problem(of name: String) -> QueryProblem? {
        if name.utf8.count > longest { return .nameTooLong }
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), parts.dropFirst().allSatisfy({ !$0.contains("-") })
        else { return .nameUnderscores }
        let isHyphened = name.hasPrefix("-") || parts[0].hasSuffix("-") || name.contains("--")
        return isHyphened ? .nameHyphens : nil
    }

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
