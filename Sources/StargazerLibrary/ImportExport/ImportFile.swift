public import Foundation

/// What a file contains, before it is known what of it is in the library.
public struct ImportFile: Sendable, Hashable {
    public var source: ImportSource
    public var entries: [ImportEntry]
    public var tags: [FileTag]
    public var searches: [FileSearch]
    /// The entries that cannot be imported, by reason.
    public var problems: [ImportProblem: Int]
    /// The first lines of a text that name nothing to import.
    public var skippedLines: [SkippedLine] = []

    /// The most entries of another program's file.
    public static let maxEntries = 100_000
    /// The most elements of a list in an entry, such as tags. Further ones are not read.
    package static let maxListLength = 1_000

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

/// A line of a text file that was not understood.
public struct SkippedLine: Sendable, Hashable {
    public static let limit = 100

    /// Counts from 1.
    public var number: Int
    /// Its beginning, as clean text.
    public var text: String

    package init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}

/// The program that wrote a file.
public enum ImportSource: Sendable, Hashable {
    case stargazer
    case bookmarks
    /// A list of addresses, one in a line.
    case addresses
    /// Another program, by its name.
    case program(String)
}

public enum ImportProblem: Sendable, Hashable, CaseIterable {
    /// The file has only the name or the number of an item, which is not among the favorites.
    case notFavorite
    /// A link to a page that no catalog knows.
    case otherLink
    case invalid
    /// A tag or a note is longer than the library permits.
    case tooLong
    case tooManyTags
    /// A filter of another program.
    case smartFilter
}

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
    /// When the link was saved; nil if the file does not say it.
    public var addedAt: Date?

    public init(_ target: Target, tags: [String] = [], note: String? = nil, addedAt: Date? = nil) {
        self.target = target
        self.tags = tags
        self.note = note
        self.addedAt = addedAt
    }
}

/// A file format of another program, which is recognized by its content.
///
/// A format decodes only the members that it imports, never the passwords and tokens that such files may contain.
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
    /// What entries have already, so that many entries of one item cost no more than others.
    private var seen: Set<PlacedText> = []
    private var count = 0

    private struct PlacedText: Hashable {
        var place: Int
        var text: String
        var isTag: Bool
    }

    /// How many entries are read between two looks at whether the user cancelled.
    private static let cancellationInterval = 256

    public init(_ source: ImportSource) { file = ImportFile(source: source) }

    /// - Throws: `FileFailure.tooManyEntries`, or `.cancelled` if the task was.
    public mutating func add(
        _ target: ImportEntry.Target, tags: [String] = [], note: String? = nil, addedAt: Date? = nil
    ) throws {
        try countEntry()
        let key = Self.key(target)
        let place = places[key] ?? file.entries.count
        if place == file.entries.count {
            places[key] = place
            file.entries.append(ImportEntry(target))
        }
        if let addedAt { file.entries[place].addedAt = min(addedAt, file.entries[place].addedAt ?? addedAt) }
        for tag in tags {
            guard let name = clean(tag), seen.insert(PlacedText(place: place, text: name, isTag: true)).inserted
            else { continue }
            file.entries[place].tags.append(name)
        }
        if let note { add(note: note, at: place) }
    }

    private mutating func add(note: String, at place: Int) {
        // A note that is far too long need not be cleaned.
        guard note.utf8.count <= 4 * Note.maxLength else { return reject(.tooLong) }
        let text = CleanText.lines(note).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, seen.insert(PlacedText(place: place, text: text, isTag: false)).inserted else { return }
        let length = file.entries[place].note.map { $0.utf8.count + 2 } ?? 0
        guard length + text.utf8.count <= Note.maxLength else { return reject(.tooLong) }
        if length == 0 { file.entries[place].note = text } else { file.entries[place].note? += "\n\n" + text }
    }

    /// Counts an entry that cannot be imported.
    /// - Parameter line: where the file is a text.
    public mutating func skip(_ problem: ImportProblem, _ line: SkippedLine? = nil) throws {
        try countEntry()
        reject(problem)
        if let line, file.skippedLines.count < SkippedLine.limit { file.skippedLines.append(line) }
    }

    private mutating func reject(_ problem: ImportProblem) { file.problems[problem, default: 0] += 1 }

    private mutating func countEntry() throws {
        count += 1
        if count > ImportFile.maxEntries { throw FileFailure.tooManyEntries(limit: ImportFile.maxEntries) }
        if count.isMultiple(of: Self.cancellationInterval), Task.isCancelled { throw FileFailure.cancelled }
    }

    private mutating func clean(_ name: String) -> String? {
        if name.allSatisfy(\.isWhitespace) { return nil }
        guard let name = FileTag.cleanName(name) else {
            reject(.tooLong)
            return nil
        }
        guard tagNames.count < Tag.maxCount || tagNames.contains(name) else {
            reject(.tooManyTags)
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
