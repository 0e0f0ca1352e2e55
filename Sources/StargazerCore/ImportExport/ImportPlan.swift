public import StargazerLibrary

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
    public var skippedLines: [SkippedLine]

    /// Looks for the file's items in the library.
    /// - Parameter catalogs: look up what is not there; nil to leave it out.
    public init(
        _ file: ImportFile, in library: any TransferStore & FavoritesStore, lookingUpIn catalogs: Catalogs? = nil
    ) async throws(LibraryFailure) {
        source = file.source
        problems = file.problems
        skippedLines = file.skippedLines
        content = ImportContent(tags: file.tags, searches: file.searches)
        let known = try await KnownItems(file, in: library, catalogs)
        var annotated: [ItemID: Int] = [:]
        for entry in file.entries {
            let id: ItemID
            if case .favorite(let favorite) = entry.target {
                id = favorite.id
                content.favorites.append(favorite)
                if !known.contains(id) { new += 1 }
            } else if let found = known.favorite(entry.target) {
                id = found
            } else {
                if let lookup = known.lookup(entry) {
                    content.lookups.append(lookup)
                } else {
                    problems[.notFavorite, default: 0] += 1
                }
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
        let used = Set(content.annotations.flatMap(\.tags) + content.lookups.flatMap(\.tags))
        // Tags of a program that no favorite gets are left out. In a file of our own they are the user's tags.
        if source != .stargazer { content.tags.removeAll { !used.contains($0.name) } }
        tags = used.union(content.tags.map(\.name)).count
        notes = content.annotations.count { $0.note != nil } + content.lookups.count { $0.note != nil }
    }

    public var existing: Int { favorites - new }
}

/// Which items of a file are favorites.
///
/// A file says that items are on GitHub, while the server in use may be one that stands in for it. Then both count.
private struct KnownItems {
    private struct Server: Hashable {
        var catalog: CatalogKind
        var host: String
    }

    private var titles: [Server: [String: ItemID]] = [:]
    private var existing: Set<ItemID> = []
    /// For each server of the file, the one in use that has its items.
    private var servers: [Server: Server] = [:]

    init(
        _ file: ImportFile, in library: any TransferStore & FavoritesStore, _ catalogs: Catalogs?
    ) async throws(LibraryFailure) {
        var requested: [Server: Set<String>] = [:]
        var ids: [ItemID] = []
        for entry in file.entries {
            switch entry.target {
            case .favorite(let favorite): ids.append(favorite.id)
            case .id(let id):
                addServer(Server(catalog: id.catalog, host: id.host), catalogs)
                ids += candidates(id)
            case .title(let title, let catalog, let host):
                let server = Server(catalog: catalog, host: host)
                addServer(server, catalogs)
                for server in [server, servers[server]].compactMap(\.self) {
                    requested[server, default: []].insert(title.lowercased())
                }
            }
        }
        for (server, names) in requested {
            titles[server] = try await library.favorites(titled: names, of: server.catalog, host: server.host)
        }
        for start in stride(from: 0, to: ids.count, by: 1_000) {
            let facts = try await library.facts(of: Array(ids[start..<min(start + 1_000, ids.count)]))
            for (id, fact) in facts where fact.addedAt != nil { existing.insert(id) }
        }
    }

    private mutating func addServer(_ server: Server, _ catalogs: Catalogs?) {
        guard servers[server] == nil, let catalogs else { return }
        let catalog = catalogs.sources(of: server.catalog).first { $0.lookups?.canLookUp(on: server.host) == true }
        servers[server] = catalog.map { Server(catalog: server.catalog, host: $0.profile.host) }
    }

    private func candidates(_ id: ItemID) -> [ItemID] {
        let server = servers[Server(catalog: id.catalog, host: id.host)]
        let other = server.map { ItemID(catalog: id.catalog, host: $0.host, id: id.id) }
        return [id] + [other].compactMap { $0 == id ? nil : $0 }
    }

    func contains(_ id: ItemID) -> Bool { existing.contains(id) }

    /// Returns the favorite that a file means; nil if it is none.
    func favorite(_ target: ImportEntry.Target) -> ItemID? {
        switch target {
        case .favorite(let favorite): return favorite.id
        case .id(let id): return candidates(id).first(where: existing.contains)
        case .title(let title, let catalog, let host):
            let server = Server(catalog: catalog, host: host)
            return [server, servers[server]].lazy.compactMap { server in
                server.flatMap { titles[$0]?[title.lowercased()] }
            }.first
        }
    }

    /// Returns what is looked up on the server in use; nil when no server has it.
    func lookup(_ entry: ImportEntry) -> ImportEntry? {
        var entry = entry
        switch entry.target {
        case .favorite: return nil
        case .id(let id):
            guard let server = servers[Server(catalog: id.catalog, host: id.host)] else { return nil }
            entry.target = .id(ItemID(catalog: id.catalog, host: server.host, id: id.id))
        case .title(let title, let catalog, let host):
            guard let server = servers[Server(catalog: catalog, host: host)] else { return nil }
            entry.target = .title(title, catalog: catalog, host: server.host)
        }
        return entry
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
    public var name: String
    public var source: ImportSource
    /// Known and new favorites together.
    public var favorites: NumberContent
    public var new: NumberContent
    public var tags: NumberContent
    public var notes: NumberContent
    public var searches: NumberContent
    /// Items that are looked up before they become favorites.
    public var lookups: NumberContent
    /// What cannot be imported, in a fixed order.
    public var problems: [Problem]
    public var skippedLines: [SkippedLine]
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
        lookups = NumberContent(plan.content.lookups.count, formats: formats)
        problems = ImportProblem.allCases.compactMap { reason in
            plan.problems[reason].map { Problem(reason: reason, count: NumberContent($0, formats: formats)) }
        }
        skippedLines = plan.skippedLines
        canImport = !plan.content.isEmpty
    }
}
