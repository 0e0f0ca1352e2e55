import Foundation

/// A favorite with what the user wrote about it.
public struct AnnotatedFavorite: Sendable, Hashable {
    public var favorite: Favorite
    public var tags: [String]
    public var note: String?

    public init(_ favorite: Favorite, tags: [String] = [], note: String? = nil) {
        self.favorite = favorite
        self.tags = tags
        self.note = note
    }
}

/// A part of an export, in the order of a file.
public enum ExportPart: Sendable {
    /// The tags that the favorites can have, and the saved searches. Comes first, once.
    case heading(tags: [Tag], searches: [SavedSearch])
    case favorites([AnnotatedFavorite])
}

/// The words that a file contains besides the user's own, in the user's language.
public struct ExportWording: Sendable, Hashable {
    public var title = "Favorites"
    /// The heading of favorites without a tag.
    public var untagged = "Untagged"
    /// The heading of favorites without a programming language.
    public var noLanguage = "No Language"

    public init() {}

    public init(title: String, untagged: String, noLanguage: String) {
        self.title = title
        self.untagged = untagged
        self.noLanguage = noLanguage
    }
}

public struct FileTag: Codable, Sendable, Hashable {
    /// Cleaned: one line of at most ``Tag/maxNameLength`` scalars.
    public var name: String
    public var color: TagColor?

    private enum CodingKeys: CodingKey { case name, color }

    public init(_ name: String, color: TagColor? = nil) {
        self.name = name
        self.color = color
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = Self.cleanName(try fields.decode(String.self, forKey: .name)) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: fields, debugDescription: "no tag name")
        }
        self.name = name
        // A newer version may have more colors.
        color = try fields.decodeIfPresent(String.self, forKey: .color).flatMap(TagColor.init)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(name, forKey: .name)
        try fields.encodeIfPresent(color?.rawValue, forKey: .color)
    }

    /// Returns the name as the library stores it; nil if it is empty or too long.
    package static func cleanName(_ text: String) -> String? {
        guard text.utf8.count <= 100 * Tag.maxNameLength else { return nil }
        let name = CleanText.line(text, limit: .max).trimmingCharacters(in: .whitespaces)
        return name.isEmpty || name.unicodeScalars.count > Tag.maxNameLength ? nil : name
    }
}

public struct FileSearch: Codable, Sendable, Hashable {
    public var name: String
    public var source: String
    public var text: String
    public var order: ItemOrder?

    /// The longest source, in bytes.
    static let maxSourceLength = 1_000

    private enum CodingKeys: CodingKey { case name, source, text, order }

    public init(_ name: String, source: String, text: String, order: ItemOrder? = nil) {
        self.name = name
        self.source = source
        self.text = text
        self.order = order
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func invalid(_ key: CodingKeys) -> DecodingError {
            .dataCorruptedError(forKey: key, in: fields, debugDescription: "too long or empty")
        }
        guard let name = FileTag.cleanName(try fields.decode(String.self, forKey: .name)) else { throw invalid(.name) }
        self.name = name
        source = try fields.decode(String.self, forKey: .source)
        text = try fields.decode(String.self, forKey: .text)
        if source.isEmpty || source.utf8.count > Self.maxSourceLength { throw invalid(.source) }
        if text.utf8.count > SavedSearch.maxTextLength { throw invalid(.text) }
        order = try fields.decodeIfPresent(ItemOrder.self, forKey: .order)
    }
}
