import StargazerLibrary

/// The export of Astral: stars with tags and notes, by the numbers of the repositories.
///
/// Since its version 1 it is an object with the list `stars`, whose tags are names. Before, the file was that list, or an
/// object whose members are the places in the list, with tags as objects.
struct AstralFormat: ImportFormat {
    private enum Key: String, CodingKey {
        case version, stars
        case filters = "smart_filters"
    }

    private static let version = 1

    func file(from decoder: any Decoder) throws -> ImportFile? {
        var builder = ImportFileBuilder(.program("Astral"))
        // A `try?` in this file: what is not in this form is missing, or belongs to another format.
        if var list = try? decoder.unkeyedContainer() {
            try Self.add(&list, to: &builder)
        } else if let fields = try? decoder.container(keyedBy: Key.self),
            let version: Int = fields.lenient(.version),
            var list = try? fields.nestedUnkeyedContainer(forKey: .stars)
        {
            guard version <= Self.version else { throw FileFailure.newerVersion(version, of: "Astral") }
            try Self.add(&list, to: &builder)
            let filters = fields.entries(.filters, as: Ignored.self)
            for _ in filters { try builder.skip(.smartFilter) }
        } else if let members = try? decoder.container(keyedBy: DataKey.self),
            members.allKeys.allSatisfy({ Int($0.stringValue) != nil })
        {
            let keys = members.allKeys.sorted { (Int($0.stringValue) ?? 0) < (Int($1.stringValue) ?? 0) }
            for key in keys { try Self.add(members.lenient(key), to: &builder) }
        }
        return builder.file.entries.isEmpty ? nil : builder.file
    }

    private static func add(_ list: inout any UnkeyedDecodingContainer, to builder: inout ImportFileBuilder) throws {
        while let entry = list.nextEntry(as: Star.self) { try add(entry.value, to: &builder) }
    }

    private static func add(_ star: Star?, to builder: inout ImportFileBuilder) throws {
        guard let star else { return try builder.skip(.invalid) }
        try builder.add(.id(GitHubImport.id(star.repository)), tags: star.tags, note: star.note)
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    private struct Star: Decodable {
        private enum Key: String, CodingKey {
            case repository = "repo_id"
            case notes, tags
        }

        let repository: Int64
        let tags: [String]
        let note: String?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            repository = try fields.decode(Int64.self, forKey: .repository)
            tags = fields.entries(.tags, as: NamedTag.self).compactMap { $0?.name }
            note = fields.lenient(.notes)
        }
    }

    /// A name, or an object with one.
    private struct NamedTag: Decodable {
        private enum Key: CodingKey { case name }

        let name: String

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self.name = name
            } else {
                name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
            }
        }
    }
}

/// The tags and notes of better-github-stars-manager, by `owner/name`, in both versions of its file.
///
/// Tags that the program assigned by itself are left out, because the topics of a repository say the same.
struct StarTagsFormat: ImportFormat {
    private enum Key: String, CodingKey {
        case version = "v"
        case tags
        case meta = "tagMeta"
    }

    func file(from decoder: any Decoder) throws -> ImportFile? {
        guard let fields = try? decoder.container(keyedBy: Key.self), let version: Int = fields.lenient(.version),
            let entries = try? fields.nestedContainer(keyedBy: DataKey.self, forKey: .tags)
        else { return nil }
        guard (1...2).contains(version) else {
            throw FileFailure.newerVersion(version, of: "better-github-stars-manager")
        }
        let meta = try? fields.nestedContainer(keyedBy: DataKey.self, forKey: .meta)
        let deleted = (meta?.allKeys ?? []).filter { meta?.lenient($0, as: Meta.self)?.excluded == true }
        let deletedNames = Set(deleted.map(\.stringValue))
        var builder = ImportFileBuilder(.program("better-github-stars-manager"))
        for key in entries.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let target = GitHubImport.target(named: key.stringValue),
                let entry: Entry = entries.lenient(key)
            else {
                try builder.skip(.invalid)
                continue
            }
            try builder.add(target, tags: entry.tags.filter { !deletedNames.contains($0) }, note: entry.note)
        }
        return builder.file
    }

    private struct Meta: Decodable {
        var excluded: Bool?
    }

    private struct Entry: Decodable {
        private enum Key: CodingKey { case manualTags, tags, notes }

        let tags: [String]
        let note: String?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            let lists = fields.entries(.manualTags, as: String.self) + fields.entries(.tags, as: String.self)
            tags = lists.compactMap(\.self)
            note = fields.lenient(.notes)
        }
    }
}

/// The export of Starflare: tags with the numbers of the repositories.
struct StarflareFormat: ImportFormat {
    func file(from decoder: any Decoder) throws -> ImportFile? {
        guard var lists = try? decoder.unkeyedContainer() else { return nil }
        var builder = ImportFileBuilder(.program("Starflare"))
        var isFormat = false
        while let list = lists.nextEntry(as: TaggedList.self) {
            guard let list = list.value else {
                try builder.skip(.invalid)
                continue
            }
            isFormat = true
            for number in list.repositories {
                if let number {
                    try builder.add(.id(GitHubImport.id(number)), tags: [list.name])
                } else {
                    try builder.skip(.invalid)
                }
            }
        }
        return isFormat ? builder.file : nil
    }

    private struct TaggedList: Decodable {
        private enum Key: String, CodingKey {
            case name
            case repositories = "repos"
        }

        let name: String
        let repositories: [Int64?]

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            name = try fields.decode(String.self, forKey: .name)
            _ = try fields.nestedUnkeyedContainer(forKey: .repositories)
            repositories = fields.entries(.repositories, limit: ImportFile.maxEntries + 1)
        }
    }
}

/// The settings export and the WebDAV backup of GithubStarsManager: whole repositories with the user's tags, category
/// and description.
///
/// The user's description becomes a note and the category a tag: a repository has the category's name, or its number in
/// older files. What the program's language model wrote is left out.
/// The rest of the file has the keys and passwords of its services, which are not decoded.
struct StarsManagerFormat: ImportFormat {
    private enum Key: String, CodingKey {
        case data
        case repositories
        case categories = "customCategories"
        case overrides = "defaultCategoryOverrides"
    }

    func file(from decoder: any Decoder) throws -> ImportFile? {
        guard let whole = try? decoder.container(keyedBy: Key.self) else { return nil }
        let fields = (try? whole.nestedContainer(keyedBy: Key.self, forKey: .data)) ?? whole
        guard var list = try? fields.nestedUnkeyedContainer(forKey: .repositories) else { return nil }
        let categories = Self.categories(fields)
        var builder = ImportFileBuilder(.program("GithubStarsManager"))
        while let entry = list.nextEntry(as: GitHubRepositoryEntry.self) {
            guard let entry = entry.value else {
                try builder.skip(.invalid)
                continue
            }
            let category = entry.category.flatMap { categories[$0] ?? (Self.isNumber($0) ? nil : $0) }
            try builder.add(
                .favorite(entry.favorite), tags: entry.tags + [category].compactMap(\.self), note: entry.note)
        }
        return builder.file
    }

    /// Returns the names of categories, by their numbers.
    private static func categories(_ fields: KeyedDecodingContainer<Key>) -> [String: String] {
        var names: [String: String] = [:]
        for category in fields.entries(.categories, as: Category.self) {
            if let category { names[category.id] = names[category.id] ?? category.name }
        }
        guard let overrides = try? fields.nestedContainer(keyedBy: DataKey.self, forKey: .overrides) else {
            return names
        }
        for key in overrides.allKeys.prefix(ImportFile.maxListLength) {
            let name = overrides.lenient(key, as: Override.self)?.name
            names[key.stringValue] = names[key.stringValue] ?? name
        }
        return names
    }

    /// Whether a category is the number of one that the file lacks. The program makes them from the time.
    private static func isNumber(_ category: String) -> Bool {
        category.hasPrefix("custom-") && category.dropFirst(7).allSatisfy { $0.isASCII && $0.isNumber }
    }

    private struct Category: Decodable {
        var id: String
        var name: String
    }

    private struct Override: Decodable {
        var name: String?
    }
}
