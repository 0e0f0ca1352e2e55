import Foundation

/// How files of other programs name repositories. They are about GitHub itself, whatever server is in use.
enum GitHubImport {
    private static let host = "api.github.com"
    private static let webHost = "github.com"

    static func id(_ number: Int64) -> ItemID { ItemID(catalog: .repositories, host: host, id: String(number)) }

    /// - Parameter name: `owner/name`.
    /// - Returns: nil if no repository can have the name.
    static func target(named name: String) -> ImportEntry.Target? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, isOwner(parts[0]), (1...100).contains(parts[1].utf8.count) else { return nil }
        return .title(name, catalog: .repositories, host: host)
    }

    /// Parses the address of a repository's page, or of a page within it, in any form that browsers show.
    static func target(ofLink link: String) -> ImportEntry.Target? {
        guard link.lowercased().hasPrefix("http"), let link = AppLink(pasted: link),
            link.origin == .web(host: webHost), link.path.count == 2, !reserved.contains(link.path[0].lowercased())
        else { return nil }
        return target(named: link.path.joined(separator: "/"))
    }

    private static func isOwner(_ name: String) -> Bool {
        GitHubUsername.parse(name) == name && GitHubUsername.problem(of: name) == nil
    }

    /// Names in the place of an owner that lead to GitHub's own pages.
    private static let reserved: Set<String> = [
        "about", "account", "apps", "blog", "codespaces", "collections", "contact", "customer-stories", "dashboard",
        "enterprise", "events", "explore", "features", "issues", "login", "logout", "marketplace", "new",
        "notifications", "orgs", "organizations", "pricing", "pulls", "readme", "search", "security", "sessions",
        "settings", "signup", "site", "sponsors", "stars", "team", "topics", "trending", "users", "watching",
    ]
}

/// A value that is nil where it cannot be decoded: an entry that is wrong does not make the others unreadable.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Returns nil for a missing member and for one of another type.
    func lenient<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        try? decodeIfPresent(Value.self, forKey: key)
    }

    /// Returns the entries of a list. Those that cannot be decoded are nil.
    func entries<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> [Value?] {
        (lenient(key, as: [Lenient<Value>].self) ?? []).map(\.value)
    }
}

/// A member's name that is part of the data.
struct DataKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// The export of Astral: stars with tags and notes, by the numbers of the repositories. It is a list, or an object whose
/// members are the places in the list.
struct AstralFormat: ImportFormat {
    func file(from decoder: any Decoder) throws -> ImportFile? {
        guard let stars = Self.stars(from: decoder), stars.contains(where: { $0 != nil }) else { return nil }
        var builder = ImportFileBuilder(.program("Astral"))
        for star in stars {
            guard let star else {
                try builder.skip(.invalid)
                continue
            }
            try builder.add(.id(GitHubImport.id(star.repository)), tags: star.tags, note: star.note)
        }
        return builder.file
    }

    private static func stars(from decoder: any Decoder) -> [Star?]? {
        if let list = try? [Lenient<Star>](from: decoder) { return list.map(\.value) }
        guard let members = try? decoder.container(keyedBy: DataKey.self),
            members.allKeys.allSatisfy({ Int($0.stringValue) != nil })
        else { return nil }
        let keys = members.allKeys.sorted { (Int($0.stringValue) ?? 0) < (Int($1.stringValue) ?? 0) }
        return keys.map { members.lenient($0) }
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

    private struct NamedTag: Decodable {
        var name: String
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
        guard (1...2).contains(version) else { throw FileFailure.newerVersion(version) }
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
        guard let lists = try? [Lenient<TaggedList>](from: decoder), lists.contains(where: { $0.value != nil }) else {
            return nil
        }
        var builder = ImportFileBuilder(.program("Starflare"))
        for list in lists {
            guard let list = list.value else {
                try builder.skip(.invalid)
                continue
            }
            for number in list.repositories {
                if let number {
                    try builder.add(.id(GitHubImport.id(number)), tags: [list.name])
                } else {
                    try builder.skip(.invalid)
                }
            }
        }
        return builder.file
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
            repositories = try fields.decode([Lenient<Int64>].self, forKey: .repositories).map(\.value)
        }
    }
}

/// The settings export and the WebDAV backup of GithubStarsManager: whole repositories with the user's tags, category
/// and description.
///
/// The user's description becomes a note and the category a tag. What the program's language model wrote is left out.
/// The rest of the file has the keys and passwords of its services, which are not decoded.
struct StarsManagerFormat: ImportFormat {
    private enum Key: String, CodingKey {
        case data
        case repositories
        case categories = "customCategories"
    }

    func file(from decoder: any Decoder) throws -> ImportFile? {
        guard let whole = try? decoder.container(keyedBy: Key.self) else { return nil }
        let fields = (try? whole.nestedContainer(keyedBy: Key.self, forKey: .data)) ?? whole
        guard fields.contains(.repositories),
            let list = try? fields.decode([Lenient<Entry>].self, forKey: .repositories)
        else { return nil }
        let categories = Dictionary(
            fields.entries(.categories, as: Category.self).compactMap(\.self).map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first })
        var builder = ImportFileBuilder(.program("GithubStarsManager"))
        for entry in list {
            guard let entry = entry.value else {
                try builder.skip(.invalid)
                continue
            }
            let category = entry.category.flatMap { categories[$0] }
            try builder.add(
                .favorite(entry.favorite), tags: entry.tags + [category].compactMap(\.self), note: entry.note)
        }
        return builder.file
    }

    private struct Category: Decodable {
        var id: String
        var name: String
    }

    private struct Entry: Decodable {
        private enum Key: String, CodingKey {
            case id, description, language, topics, license, owner, fork, archived, homepage
            case fullName = "full_name"
            case webURL = "html_url"
            case stars = "stargazers_count"
            case forks = "forks_count"
            case createdAt = "created_at"
            case pushedAt = "pushed_at"
            case starredAt = "starred_at"
            case note = "custom_description"
            case tags = "custom_tags"
            case category = "custom_category"
        }

        private struct Owner: Decodable {
            private enum CodingKeys: String, CodingKey { case avatar = "avatar_url" }

            var avatar: String?
        }

        let favorite: Favorite
        let tags: [String]
        let category: String?
        let note: String?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            let id = try fields.decode(Int64.self, forKey: .id)
            let names = try fields.decode(String.self, forKey: .fullName)
                .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard id > 0, names.count == 2, names.allSatisfy({ (1...200).contains($0.utf8.count) }) else {
                throw DecodingError.dataCorruptedError(forKey: .fullName, in: fields, debugDescription: "no name")
            }
            let license: String? = fields.lenient(.license)
            let repository = Repository(
                owner: names[0], name: names[1],
                ownerAvatarURL: URL(web: fields.lenient(.owner, as: Owner.self)?.avatar),
                summary: fields.lenient(.description), stars: max(0, fields.lenient(.stars) ?? 0),
                forks: max(0, fields.lenient(.forks) ?? 0), language: fields.lenient(.language),
                topics: fields.entries(.topics, as: String.self).compactMap(\.self),
                license: license == "NOASSERTION" ? nil : license, homepage: URL(web: fields.lenient(.homepage)),
                webURL: URL(web: fields.lenient(.webURL)),
                createdAt: fields.lenient(.createdAt, as: ISO8601Date.self)?.date,
                pushedAt: fields.lenient(.pushedAt, as: ISO8601Date.self)?.date,
                isArchived: fields.lenient(.archived) ?? false, isFork: fields.lenient(.fork) ?? false)
            let added = fields.lenient(.starredAt, as: ISO8601Date.self)?.date
            favorite = Favorite(
                item: Item(id: GitHubImport.id(id), facts: repository),
                addedAt: added ?? decoder.userInfo[.importDate] as? Date ?? Date(timeIntervalSince1970: 0))
            tags = fields.entries(.tags, as: String.self).compactMap(\.self)
            category = fields.lenient(.category)
            note = fields.lenient(.note)
        }
    }
}

extension CodingUserInfoKey {
    /// The date for favorites whose file does not say when they were added.
    static let importDate = CodingUserInfoKey(rawValue: "importDate").unsafelyUnwrapped
}
