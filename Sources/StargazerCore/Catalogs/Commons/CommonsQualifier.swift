public import StargazerLibrary

public enum CommonsQualifier {
    public static let photoRules = QueryRules(qualifiers: [type] + common)
    public static let gifRules = QueryRules(qualifiers: common)

    private static let type = Qualifier(
        .type, .choice(CommonsMediaType.allCases.map(\.rawValue)), isFilter: true)
    private static let common = [
        Qualifier(.size, .choice(CommonsSize.allCases.map(\.rawValue)), isFilter: true),
        Qualifier(.license, .choice(CommonsLicense.allCases.map(\.rawValue)), isFilter: true),
    ]
}

public enum CommonsMediaType: String, Sendable, CaseIterable {
    case photo, drawing
}

/// The size of a picture, by the square root of its area: up to 500 pixels, up to 1,000, and beyond.
public enum CommonsSize: String, Sendable, CaseIterable {
    case small, medium, large
}

/// The class of a license, as Wikimedia Commons divides them.
public enum CommonsLicense: String, Sendable, CaseIterable {
    case attribution
    case shareAlike = "sharealike"
    /// In the public domain, or CC0.
    case unrestricted
    case other
}

extension QueryProblem {
    /// The text is longer than the service accepts, with what the filters add.
    public static let commonsSearchTooLong = QueryProblem.catalogSpecific("commons-search-too-long")
}
