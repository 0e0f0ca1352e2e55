public import Foundation
public import StargazerLibrary

extension SupplementKind {
    public static let languages = SupplementKind(rawValue: "languages")
    public static let release = SupplementKind(rawValue: "release")
}

extension DocumentKind {
    /// The notes of the latest release.
    public static let releaseNotes = DocumentKind(rawValue: "releaseNotes")
}

public struct RepositoryLanguages: SupplementFacts {
    public struct Share: Sendable, Hashable {
        public var name: String
        public var bytes: Double

        public init(_ name: String, bytes: Double) { (self.name, self.bytes) = (name, bytes) }
    }

    /// Largest first; all greater than zero.
    public let shares: [Share]

    public init(_ shares: [Share]) {
        self.shares = shares.filter { $0.bytes > 0 && $0.bytes.isFinite }
            .sorted { $0.bytes == $1.bytes ? $0.name < $1.name : $0.bytes > $1.bytes }
    }

    public func content(formats: Formats, now: Date) -> any CatalogContent { LanguagesContent(self, formats: formats) }
}

public struct LanguagesContent: CatalogContent {
    public struct Share: Equatable, Sendable {
        /// Nil for the combined languages that are too small to show.
        public let name: String?
        /// For example `61.2%`.
        public let percent: String
        /// The width in columns of the bar, which has 100.
        public let columns: Int
    }

    /// Largest first, the combined rest last. Empty when no language is known.
    public let shares: [Share]

    static let limit = 8

    init(_ languages: RepositoryLanguages, formats: Formats) {
        let all = languages.shares
        let total = all.reduce(0) { $0 + $1.bytes }
        guard total > 0, total.isFinite else {
            shares = []
            return
        }
        let needsRemainder = all.count > Self.limit
        let namedShares = all.prefix(needsRemainder ? Self.limit - 1 : Self.limit)
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

/// The latest release that is neither a draft nor a prerelease.
public struct RepositoryRelease: SupplementFacts {
    public var tag: String
    /// Empty when the release has no name.
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
    /// The tag and the name, or only one when it contains the other.
    public let title: String
    /// For example `2 weeks ago`.
    public let published: String?
    public let publishedFull: String?
    public let hasNotes: Bool
    /// Only http and https.
    public let webURL: URL?

    init(_ release: RepositoryRelease, formats: Formats, now: Date) {
        let tag = CleanText.line(release.tag, limit: RepositoryDetailsContent.maxWordLength)
        let name = CleanText.line(release.name, limit: RepositoryDetailsContent.maxWordLength)
        // The release `swift-6.2` is named "Swift 6.2", and `v6.2` is named "6.2".
        let version = tag.drop { !$0.isNumber }
        let saysVersion = !version.isEmpty && name.contains(version)
        title = name.isEmpty || tag.contains(name) ? tag : saysVersion ? name : "\(tag) · \(name)"
        published = release.publishedAt.map { formats.relative($0, now: now) }
        publishedFull = release.publishedAt.map(formats.absolute)
        hasNotes = release.hasNotes
        webURL = release.webURL?.asWebURL
    }
}

/// Divides a bar into whole columns.
public enum Proportions {
    /// Returns the number of columns of each part, in proportion and at least one; together they are `count`.
    /// Columns lost by rounding go to the largest remainders.
    /// - Parameters:
    ///   - parts: positive numbers.
    ///   - count: not less than the number of parts.
    static func columns(of parts: [Double], in count: Int) -> [Int] {
        let total = parts.reduce(0, +)
        guard total > 0, total.isFinite, parts.count <= count else { return parts.map { _ in 1 } }
        // After one column for each part, the rest is distributed.
        let free = Double(count - parts.count)
        let wanted = parts.map { max(0, $0 / total * Double(count) - 1) }
        let sum = wanted.reduce(0, +)
        let exact = wanted.map { sum > 0 ? $0 / sum * free : 0 }
        var columns = exact.map { 1 + Int($0) }
        let places = exact.indices.sorted {
            let (a, b) = (exact[$0] - exact[$0].rounded(.down), exact[$1] - exact[$1].rounded(.down))
            return a == b ? $0 < $1 : a > b
        }
        var left = count - columns.reduce(0, +)
        for place in places where left > 0 {
            columns[place] += 1
            left -= 1
        }
        return columns
    }
}
