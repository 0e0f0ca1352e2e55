import Foundation

/// What a file contains, before it is known what of it is in the library.
public struct ImportFile: Sendable, Hashable {
    public var source: ImportSource
    public var entries: [ImportEntry]
    public var tags: [FileTag]
    public var searches: [FileSearch]
    /// The entries that cannot be imported, by reason.
    public var problems: [ImportProblem: Int]

    /// The most entries of another program's file.
    public static let maxEntries = 100_000

    public init(
        source: ImportSource, entries: [ImportEntry] = [], tags: [FileTag] = [], searches: [FileSearch] = [],
        problems: [ImportProblem: Int] = [:]
    ) {
        self.source = source
        self.entries = entries
        self.tags = tags
        self.searches = searches
        self.problems = problems
    }
}

/// The program that wrote a file.
public enum ImportSource: Sendable, Hashable {
    case stargazer
    case bookmarks
    /// Another program, by its name.
    case program(String)
}

/// Why a part of a file cannot be imported.
public enum ImportProblem: Sendable, Hashable, CaseIterable {
    /// The file has only the name or the number of an item, which is not among the favorites.
    case notFavorite
    /// A link to a page that no catalog knows.
    case otherLink
    case invalid
    /// A tag or a note is longer than the library permits.
    case tooLong
}

/// An item in a file.
public struct ImportEntry: Sendable, Hashable {
    public enum Target: Sendable, Hashable {
        case favorite(Favorite)
        case id(ItemID)
        /// Known by name only; case does not matter.
        case title(String, catalog: CatalogKind, host: String)
    }

    public var target: Target
    public var tags: [String]
    public var note: String?

    public init(_ target: Target, tags: [String] = [], note: String? = nil) {
        self.target = target
        self.tags = tags
        self.note = note
    }
}

/// A file format of another program, which is recognized by its content.
///
/// A format decodes only the members that it imports. Such files may also contain passwords and tokens, which are
/// never read.
public protocol ImportFormat: Sendable {
    /// - Returns: nil for a file of another format.
    /// - Throws: `DecodingError` if the file is of this format and cannot be read, or a ``FileFailure``.
    func file(from decoder: any Decoder) throws -> ImportFile?
}

/// Collects the entries of another program's file: joins those of the same item, and cleans tags and notes.
public struct ImportFileBuilder {
    public private(set) var file: ImportFile
    private var places: [ImportEntry.Target: Int] = [:]
    private var tagNames: Set<String> = []
    private var count = 0

    public init(_ source: ImportSource) { file = ImportFile(source: source) }

    /// - Throws: `FileFailure.tooManyEntries`.
    public mutating func add(_ target: ImportEntry.Target, tags: [String] = [], note: String? = nil) throws {
        try countEntry()
        let place = places[Self.key(target)] ?? file.entries.count
        if place == file.entries.count {
            places[Self.key(target)] = place
            file.entries.append(ImportEntry(target))
        }
        for tag in tags {
            guard let name = clean(tag), !file.entries[place].tags.contains(name) else { continue }
            file.entries[place].tags.append(name)
        }
        guard let note = note.map(CleanText.lines)?.trimmingCharacters(in: .whitespacesAndNewlines), !note.isEmpty
        else { return }
        let joined = NoteText.joined(file.entries[place].note, note)
        if joined.utf8.count <= Note.maxLength { file.entries[place].note = joined } else { reject(.tooLong) }
    }

    /// Counts an entry that cannot be imported.
    public mutating func skip(_ problem: ImportProblem) throws {
        try countEntry()
        reject(problem)
    }

    private mutating func reject(_ problem: ImportProblem) { file.problems[problem, default: 0] += 1 }

    private mutating func countEntry() throws {
        count += 1
        if count > ImportFile.maxEntries { throw FileFailure.tooManyEntries(limit: ImportFile.maxEntries) }
    }

    private mutating func clean(_ name: String) -> String? {
        if name.allSatisfy(\.isWhitespace) { return nil }
        guard let name = FileTag.cleanName(name), tagNames.count < Tag.maxCount || tagNames.contains(name) else {
            reject(.tooLong)
            return nil
        }
        tagNames.insert(name)
        return name
    }

    private static func key(_ target: ImportEntry.Target) -> ImportEntry.Target {
        switch target {
        case .favorite(let favorite): .id(favorite.id)
        case .id: target
        case .title(let title, let catalog, let host): .title(title.lowercased(), catalog: catalog, host: host)
        }
    }
}

/// How the texts of two notes become one.
public enum NoteText {
    /// Appends a text after an empty line, unless the note contains it.
    public static func joined(_ note: String?, _ text: String) -> String {
        guard let note, !note.isEmpty else { return text }
        let paragraphs = "\n\n" + note + "\n\n"
        return paragraphs.contains("\n\n" + text + "\n\n") ? note : note + "\n\n" + text
    }
}
