/// What an import of a file would do to a library, before anything is written.
public struct ImportPlan: Sendable, Hashable {
    public var source: ImportSource
    public var content: ImportContent
    /// The number of favorites in the file, known and new ones.
    public var favorites = 0
    public var new = 0
    /// The number of tags that these favorites have in the file.
    public var tags = 0
    public var notes = 0
    public var problems: [ImportProblem: Int]

    /// Looks for the file's items in the library.
    public init(_ file: ImportFile, in library: any TransferStore & FavoritesStore) async throws(LibraryFailure) {
        source = file.source
        problems = file.problems
        content = ImportContent(tags: file.tags, searches: file.searches)
        let titles = try await Self.titles(in: file, library)
        let existing = try await Self.existing(file.entries.compactMap { Self.id(of: $0.target, titles) }, library)
        var annotated: [ItemID: Int] = [:]
        for entry in file.entries {
            guard let id = Self.id(of: entry.target, titles) else {
                problems[.notFavorite, default: 0] += 1
                continue
            }
            if case .favorite(let favorite) = entry.target {
                content.favorites.append(favorite)
                if !existing.contains(id) { new += 1 }
            } else if !existing.contains(id) {
                problems[.notFavorite, default: 0] += 1
                continue
            }
            favorites += 1
            guard !entry.tags.isEmpty || entry.note != nil else { continue }
            let annotation = ImportContent.Annotation(item: id, tags: entry.tags, note: entry.note)
            if let place = annotated[id] {
                content.annotations[place].add(annotation)
            } else {
                annotated[id] = content.annotations.count
                content.annotations.append(annotation)
            }
        }
        let used = Set(content.annotations.flatMap(\.tags))
        // Tags of a program that no favorite gets are left out. In a file of our own they are the user's tags.
        if source != .stargazer { content.tags.removeAll { !used.contains($0.name) } }
        tags = used.union(content.tags.map(\.name)).count
        notes = content.annotations.count { $0.note != nil }
    }

    /// The number of known favorites in the file.
    public var existing: Int { favorites - new }

    private static func id(of target: ImportEntry.Target, _ titles: [Server: [String: ItemID]]) -> ItemID? {
        switch target {
        case .favorite(let favorite): favorite.id
        case .id(let id): id
        case .title(let title, let catalog, let host):
            titles[Server(catalog: catalog, host: host)]?[title.lowercased()]
        }
    }

    private struct Server: Hashable {
        var catalog: CatalogKind
        var host: String
    }

    private static func titles(
        in file: ImportFile, _ library: any TransferStore
    ) async throws(LibraryFailure) -> [Server: [String: ItemID]] {
        var wanted: [Server: Set<String>] = [:]
        for case .title(let title, let catalog, let host) in file.entries.map(\.target) {
            wanted[Server(catalog: catalog, host: host), default: []].insert(title.lowercased())
        }
        var found: [Server: [String: ItemID]] = [:]
        for (place, titles) in wanted {
            found[place] = try await library.favorites(titled: titles, of: place.catalog, host: place.host)
        }
        return found
    }

    private static func existing(
        _ ids: [ItemID], _ library: any FavoritesStore
    ) async throws(LibraryFailure) -> Set<ItemID> {
        var existing: Set<ItemID> = []
        for start in stride(from: 0, to: ids.count, by: 1_000) {
            let facts = try await library.facts(of: Array(ids[start..<min(start + 1_000, ids.count)]))
            for (id, fact) in facts where fact.addedAt != nil { existing.insert(id) }
        }
        return existing
    }
}

extension ImportContent.Annotation {
    /// Adds what the file says about the same item in another place.
    fileprivate mutating func add(_ other: Self) {
        tags += other.tags.filter { !tags.contains($0) }
        guard let text = other.note else { return }
        let joined = NoteText.joined(note, text)
        if joined.utf8.count <= Note.maxLength { note = joined }
    }
}

/// What the user sees of a file before it is imported.
public struct ImportPreview: Equatable, Sendable {
    /// The file's name.
    public var name: String
    public var source: ImportSource
    /// Known and new favorites together.
    public var favorites: NumberContent
    public var new: NumberContent
    public var tags: NumberContent
    public var notes: NumberContent
    public var searches: NumberContent
    /// What cannot be imported, in a fixed order.
    public var problems: [Problem]
    /// Whether there is anything to import.
    public var canImport: Bool

    public struct Problem: Equatable, Sendable {
        public var reason: ImportProblem
        public var count: NumberContent
    }

    package init(_ plan: ImportPlan, name: String, formats: Formats) {
        self.name = name
        source = plan.source
        favorites = NumberContent(plan.favorites, formats: formats)
        new = NumberContent(plan.new, formats: formats)
        tags = NumberContent(plan.tags, formats: formats)
        notes = NumberContent(plan.notes, formats: formats)
        searches = NumberContent(plan.content.searches.count, formats: formats)
        problems = ImportProblem.allCases.compactMap { reason in
            plan.problems[reason].map { Problem(reason: reason, count: NumberContent($0, formats: formats)) }
        }
        canImport = !plan.content.isEmpty
    }
}
