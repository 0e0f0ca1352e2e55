public import Foundation

/// The catalog-specific content of an item, formatted. The catalog's presentation shows it. It contains no markup.
public protocol CatalogContent: Sendable, Equatable {
    /// The words that a row shows of it.
    var shownWords: [String] { get }
}

extension CatalogContent {
    public var shownWords: [String] { [] }
}

/// A picture and its placeholder.
public struct PictureContent: Equatable, Sendable {
    public enum Shape: Equatable, Sendable {
        /// An avatar or a logo.
        case round
        /// Width divided by height of a picture that is shown whole.
        case ratio(Double)
    }

    /// Only http and https.
    public let url: URL?
    public let shape: Shape
    /// What the picture shows. The placeholder shows its initials.
    public let name: String
    /// The animated version, of which `url` is a still; only http and https.
    public let animated: URL?

    public init(url: URL?, shape: Shape = .round, name: String, animated: URL? = nil) {
        self.url = url?.asWebURL
        self.animated = animated?.asWebURL
        self.shape = shape
        self.name = name
    }
}

/// The content of a row or cell, ready for display. It contains no markup.
public struct ItemContent: Equatable, Sendable, Identifiable {
    public let id: ItemID
    /// The whole name, clean, on one line.
    public let title: String
    /// The part of the name that distinguishes it from its neighbors.
    public let name: String
    /// Dimmed text before the name, such as the owner; empty if none.
    public let context: String
    /// Dimmed text after the name, such as the login; empty if none.
    public let aside: String
    /// The description on one line, with emoji for shortcodes and bidi isolation for right-to-left text; empty if none.
    public let summary: String
    /// The description at the length that the details show.
    public let fullSummary: String
    public let picture: PictureContent
    public let fullSizePicture: FullSizePicture?
    public let webURL: URL?
    /// Only http and https.
    public let links: [ItemLink]
    public let more: any CatalogContent
    public package(set) var flags = ItemFlags()
    /// The date that a list of favorites is in order of; nil in other orders.
    public package(set) var orderDate: OrderDate?
    /// The line of its text or note that matches a search of favorites; nil when the rest of the row shows the words.
    public package(set) var matchingLine: MatchingLineContent?
    /// The description with the words that match a search of favorites; nil when it has none.
    public package(set) var matchingSummary: MatchingLineContent?
    /// The name with what a search of favorites found in it; nil when that is nothing.
    public package(set) var matchingName: MatchingLineContent?
    /// The words of a search of favorites that it lacks.
    public package(set) var missingWords: [String] = []
    /// The line that tells why a search found it: the matching line, otherwise the description.
    public var foundLine: String { matchingLine?.text ?? summary }
    /// Whether its name is exactly what was searched for.
    public package(set) var isExactMatch = false
    /// What a row may mark as an exception. Where half of the rows have it, it is none.
    public package(set) var marks = RowMark.all
    /// What has changed about it, in the list of updates.
    public package(set) var update: RowUpdate?
    /// Whether a saved search found it, or an update tells of it, and the user has not seen it there.
    public package(set) var isNew = false
    /// Whether the list has another row of this name, whose context differs.
    public package(set) var hasNamesake = false

    /// The longest name in a row, in Unicode scalars.
    /// GTK lays a row's text out in full before it ellipsizes it, which is slow in many scripts: a hundred rows of long
    /// texts would block the window for seconds. GitHub allows names of 100 characters and descriptions of 350.
    public static let maxNameLength = 200
    public static let maxSummaryLength = 350

    public var isFavorite: Bool { flags.isFavorite }
    public var isStarredOnServer: Bool? { flags.isStarredOnServer }
    public var isStarWaiting: Bool { flags.isStarWaiting }
    public var isGone: Bool { flags.isGone }

    public init(
        id: ItemID, facts: any ItemFacts, name: String? = nil, context: String = "", aside: String = "",
        summary: String? = nil, picture: PictureContent, more: any CatalogContent
    ) {
        self.id = id
        title = CleanText.line(facts.title, limit: Self.maxNameLength)
        self.name = name ?? CleanText.line(facts.title, limit: Self.maxNameLength)
        self.context = context
        self.aside = aside
        self.summary = CleanText.description(summary, limit: Self.maxSummaryLength)
        fullSummary = CleanText.description(summary)
        self.picture = picture
        webURL = facts.webURL?.asWebURL
        fullSizePicture = facts.fullSizePicture
        links = facts.links.filter { $0.url.asWebURL != nil }
        self.more = more
    }

    public static func == (one: ItemContent, other: ItemContent) -> Bool {
        one.id == other.id && one.flags == other.flags && one.orderDate == other.orderDate && one.title == other.title
            && one.name == other.name && one.matchingLine == other.matchingLine
            && one.matchingSummary == other.matchingSummary && one.matchingName == other.matchingName
            && one.missingWords == other.missingWords && one.marks == other.marks
            && one.context == other.context && one.aside == other.aside
            && one.isExactMatch == other.isExactMatch && one.isNew == other.isNew && one.update == other.update
            && one.hasNamesake == other.hasNamesake
            && one.fullSummary == other.fullSummary
            && one.picture == other.picture && one.webURL == other.webURL && one.links == other.links
            && one.fullSizePicture == other.fullSizePicture
            && one.more.isEqual(to: other.more)
    }
}

extension [ItemContent] {
    /// Returns the rows, which know whether another one has their name.
    public func markingNamesakes() -> [ItemContent] {
        let names = Namesakes(self)
        return names.isEmpty
            ? self
            : map { row in
                var row = row
                row.hasNamesake = names.contains(row)
                return row
            }
    }
}

/// The names that several rows of a list have after a context, such as those of repositories of several owners.
package struct Namesakes: Equatable {
    private var names: Set<String> = []

    var isEmpty: Bool { names.isEmpty }

    package init() {}

    package init(_ rows: some Sequence<ItemContent>) {
        var seen: Set<String> = []
        for row in rows where !row.context.isEmpty && !seen.insert(row.name).inserted { names.insert(row.name) }
    }

    package func contains(_ row: ItemContent) -> Bool { !row.context.isEmpty && names.contains(row.name) }
}

extension ItemContent {
    public init(_ item: Item, flags: ItemFlags = ItemFlags(), formats: Formats, now: Date) {
        self = item.facts.content(id: item.id, formats: formats, now: now)
        self.flags = flags
    }
}

public struct OrderDate: Sendable, Hashable {
    /// Whether it is the date of becoming a favorite (of the star, for imported ones); otherwise it is the last push.
    public let isAdded: Bool
    /// `Mar 2025` for the date added, `3 w ago` for the last push.
    public let text: String
    /// With the day and the time.
    public let full: String

    /// Nil for keys that are not dates, and for items without that date.
    package init?(_ favorite: Favorite, _ key: SortKey?, formats: Formats, now: Date) {
        isAdded = key == .added
        let date = isAdded ? favorite.addedAt : key == .pushed ? favorite.item.facts.attributes.pushedAt : nil
        guard let date else { return nil }
        text = isAdded ? formats.month(date) : formats.shortRelative(date, now: now)
        full = formats.absolute(date)
    }
}

/// What a row says of an item because few others of the list have it.
public enum RowMark: Sendable {
    /// The account has not starred it on its server.
    case onlyHere
    case archived
    /// The server no longer has it.
    case notAvailable

    package static let all: Set<RowMark> = [.onlyHere, .archived, .notAvailable]
}

/// What is known about an item besides its own facts: the user's favorite, star and follow, and whether it is gone.
public struct ItemFlags: Sendable, Hashable {
    /// As committed to the library.
    public var isFavorite: Bool
    /// Whether the account has starred it; nil when there is no account on its server.
    public var isStarredOnServer: Bool?
    /// Whether the server did not accept that state yet; it will be sent again.
    public var isStarWaiting: Bool
    /// Whether the account and this person follow each other; nil while unknown.
    public var follow: FollowState?
    /// Whether the server no longer has it, as far as the library knows.
    public var isGone: Bool

    public init(
        isFavorite: Bool = false, isStarredOnServer: Bool? = nil, isStarWaiting: Bool = false,
        follow: FollowState? = nil, isGone: Bool = false
    ) {
        self.isFavorite = isFavorite
        self.isStarredOnServer = isStarredOnServer
        self.isStarWaiting = isStarWaiting
        self.follow = follow
        self.isGone = isGone
    }
}

/// A line of a document, clean, on one line, in parts that match a search or not.
public struct MatchingLineContent: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let text: String
        public let isMatch: Bool
    }

    public let parts: [Part]
    public let field: DocumentLine.Field

    public var text: String { parts.map(\.text).joined() }

    /// Marks words in a description.
    package init(_ summary: String, words: Set<String>) {
        var parts: [Part] = []
        var end = summary.startIndex
        func add(_ range: Range<String.Index>, isMatch: Bool) {
            if !range.isEmpty { parts.append(Part(text: String(summary[range]), isMatch: isMatch)) }
        }
        // The longest of the words at each place.
        let words = words.filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
        var place = summary.startIndex
        while place < summary.endIndex {
            let found = words.lazy.compactMap {
                summary.range(of: $0, options: .anchored, range: place..<summary.endIndex)
            }
            .first { $0.upperBound == summary.endIndex || !Self.isInWord(summary, $0.upperBound) }
            if let found, place == summary.startIndex || !Self.isInWord(summary, summary.index(before: place)) {
                add(end..<place, isMatch: false)
                add(found, isMatch: true)
                (end, place) = (found.upperBound, found.upperBound)
            } else {
                place = summary.index(after: place)
            }
        }
        add(end..<summary.endIndex, isMatch: false)
        self.parts = parts
        field = .description
    }

    /// Marks words in a name, also inside its own words. Nil if it has none of them.
    package init?(name: String, containing words: [String]) {
        var parts: [Part] = []
        var place = name.startIndex
        while place < name.endIndex {
            let found = words.compactMap {
                name.range(
                    of: $0, options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
                    range: place..<name.endIndex)
            }
            // Of two that begin there, the longer one.
            let next = found.filter { !$0.isEmpty }.min {
                ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
            }
            let range = next ?? name.endIndex..<name.endIndex
            for (part, isMatch) in [(place..<range.lowerBound, false), (range, true)] where !part.isEmpty {
                parts.append(Part(text: String(name[part]), isMatch: isMatch))
            }
            place = range.upperBound
        }
        guard parts.contains(where: \.isMatch) else { return nil }
        self.parts = parts
        field = .name
    }

    private static func isInWord(_ text: String, _ place: String.Index) -> Bool {
        let character = text[place]
        return character.isASCII && (character.isLetter || character.isNumber)
    }

    public init(_ line: DocumentLine) {
        var parts: [Part] = []
        var isAtStart = true
        func add(_ range: Range<String.Index>, isMatch: Bool) {
            let passage = CleanText.passage(String(line.text[range]), isAtStart: &isAtStart).replacing("\n", with: " ")
            let text = isMatch ? passage : EmojiShortcodes.replaced(in: passage)
            if !text.isEmpty { parts.append(Part(text: text, isMatch: isMatch)) }
        }
        var end = line.text.startIndex
        for word in line.words where word.lowerBound >= end {
            add(end..<word.lowerBound, isMatch: false)
            add(word, isMatch: true)
            end = word.upperBound
        }
        add(end..<line.text.endIndex, isMatch: false)
        self.parts = parts
        field = line.field
    }
}

/// The follow relations between the account and a person on its server.
public struct FollowState: Sendable, Hashable {
    /// Whether the account follows the person, as last changed or loaded.
    public var isFollowed: Bool?
    public var followsBack: Bool?

    /// Whether the person is the account itself.
    public var isOwn: Bool

    public init(isFollowed: Bool? = nil, followsBack: Bool? = nil, isOwn: Bool = false) {
        self.isFollowed = isFollowed
        self.followsBack = followsBack
        self.isOwn = isOwn
    }
}
