public import Foundation

extension SupplementKind {
    public static let languages = SupplementKind(rawValue: "languages")
    public static let release = SupplementKind(rawValue: "release")
}

extension DocumentKind {
    /// What is new in the latest release.
    public static let releaseNotes = DocumentKind(rawValue: "releaseNotes")
}

/// What a repository is written in.
public struct RepositoryLanguages: SupplementFacts {
    public struct Share: Sendable, Hashable {
        public var name: String
        public var bytes: Double

        public init(_ name: String, bytes: Double) { (self.name, self.bytes) = (name, bytes) }
    }

    /// The largest first; each is more than nothing.
    public let shares: [Share]

    public init(_ shares: [Share]) {
        self.shares = shares.filter { $0.bytes > 0 && $0.bytes.isFinite }
            .sorted { $0.bytes == $1.bytes ? $0.name < $1.name : $0.bytes > $1.bytes }
    }

    public func content(formats: Formats, now: Date) -> any CatalogContent { LanguagesContent(self, formats: formats) }
}

public struct LanguagesContent: CatalogContent {
    public struct Share: Equatable, Sendable {
        /// Nil for all that are too small to be told apart.
        public let name: String?
        /// `61.2%`
        public let percent: String
        /// Of the hundred columns that all of them have together.
        public let columns: Int
    }

    /// The largest first, the rest last. Empty where nothing is known to be written in any.
    public let shares: [Share]

    /// Told apart at the most.
    static let most = 8

    init(_ languages: RepositoryLanguages, formats: Formats) {
        let all = languages.shares
        let total = all.reduce(0) { $0 + $1.bytes }
        guard total > 0, total.isFinite else {
            shares = []
            return
        }
        let needsRemainder = all.count > Self.most
        let namedShares = all.prefix(needsRemainder ? Self.most - 1 : Self.most)
        let rest = all.dropFirst(namedShares.count).reduce(0) { $0 + $1.bytes }
        var parts: [(name: String?, bytes: Double)] = namedShares.map { ($0.name, $0.bytes) }
        if rest > 0 { parts.append((nil, rest)) }
        let columns = Proportions.columns(of: parts.map(\.bytes), in: 100)
        shares = zip(parts, columns).map { part, columns in
            Share(
                name: part.name.map { CleanText.line($0, limit: RepositoryDetailsContent.maxWordLength) },
                percent: formats.percent(part.bytes / total), columns: columns)
        }
    }
}

/// The latest release that is neither a draft nor ahead of its time.
public struct RepositoryRelease: SupplementFacts {
    public var tag: String
    /// `""` where nobody gave it one.
    public var name: String
    public var publishedAt: Date?
    public var hasNotes: Bool
    public var webURL: URL?

    public init(tag: String, name: String = "", publishedAt: Date? = nil, hasNotes: Bool = false, webURL: URL? = nil) {
        self.tag = tag
        self.name = name
        self.publishedAt = publishedAt
        self.hasNotes = hasNotes
        self.webURL = webURL
    }

    public func content(formats: Formats, now: Date) -> any CatalogContent {
        ReleaseContent(self, formats: formats, now: now)
    }
}

public struct ReleaseContent: CatalogContent {
    /// Tag and name, or one of them where it says what the other does.
    public let title: String
    /// `2 weeks ago`
    public let published: String?
    public let publishedFull: String?
    public let hasNotes: Bool
    /// Only http and https.
    public let webURL: URL?

    init(_ release: RepositoryRelease, formats: Formats, now: Date) {
        let tag = CleanText.line(release.tag, limit: RepositoryDetailsContent.maxWordLength)
        let name = CleanText.line(release.name, limit: RepositoryDetailsContent.maxWordLength)
        // `swift-6.2` is called "Swift 6.2", and `v6.2` "6.2".
        let version = tag.drop { !$0.isNumber }
        let saysVersion = !version.isEmpty && name.contains(version)
        title = name.isEmpty || tag.contains(name) ? tag : saysVersion ? name : "\(tag) · \(name)"
        published = release.publishedAt.map { formats.relative($0, now: now) }
        publishedFull = release.publishedAt.map(formats.absolute)
        hasNotes = release.hasNotes
        webURL = release.webURL?.asWebURL
    }
}
