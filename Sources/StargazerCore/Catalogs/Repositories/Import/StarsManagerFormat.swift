import Foundation

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
