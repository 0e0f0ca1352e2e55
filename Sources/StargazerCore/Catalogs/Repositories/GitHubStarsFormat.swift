import Foundation
import StargazerLibrary

/// Stars as GitHub's API returns them, such as the output of `gh api user/starred --paginate`: repositories, or
/// repositories with the date of the star. Pages may be lists in a list.
struct GitHubStarsFormat: ImportFormat {
    func file(from decoder: any Decoder) throws -> ImportFile? {
        // Anything else is a file of another format.
        guard var list = try? decoder.unkeyedContainer() else { return nil }
        var builder = ImportFileBuilder(.program("GitHub"))
        while let entry = list.nextEntry(as: Page.self) {
            for star in entry.value?.stars ?? [nil] {
                if let star {
                    try builder.add(.favorite(star))
                } else {
                    try builder.skip(.invalid)
                }
            }
        }
        return builder.file.entries.isEmpty ? nil : builder.file
    }

    /// A star, or a page of them. Those that cannot be decoded are nil.
    private struct Page: Decodable {
        private enum Key: String, CodingKey {
            case repository = "repo"
            case starredAt = "starred_at"
        }

        let stars: [Favorite?]

        init(from decoder: any Decoder) throws {
            // What is no list is a star.
            if var list = try? decoder.unkeyedContainer() {
                var stars: [Favorite?] = []
                while stars.count <= ImportFile.maxEntries, let page = list.nextEntry(as: Page.self) {
                    stars += page.value?.stars ?? [nil]
                }
                self.stars = stars
                return
            }
            let fields = try decoder.container(keyedBy: Key.self)
            guard fields.contains(.repository) else {
                stars = [try GitHubRepositoryEntry(from: decoder).favorite]
                return
            }
            var star = try fields.decode(GitHubRepositoryEntry.self, forKey: .repository).favorite
            if let date = fields.lenient(.starredAt, as: ISO8601Date.self)?.date { star.addedAt = date }
            stars = [star]
        }
    }
}

/// A whole repository in the form of GitHub's API, with what star managers add to it.
struct GitHubRepositoryEntry: Decodable {
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

    private struct License: Decodable {
        private enum CodingKeys: String, CodingKey { case id = "spdx_id" }

        var id: String?
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
        guard id > 0, let path = RepositoryPath(try fields.decode(String.self, forKey: .fullName)) else {
            throw DecodingError.dataCorruptedError(forKey: .fullName, in: fields, debugDescription: "no name")
        }
        let repository = Repository(
            owner: path.owner.text, name: path.name.text,
            ownerAvatarURL: URL(web: fields.lenient(.owner, as: Owner.self)?.avatar),
            summary: fields.lenient(.description, as: String.self).map(ItemText.cut),
            stars: max(0, fields.lenient(.stars) ?? 0),
            forks: max(0, fields.lenient(.forks) ?? 0), language: fields.lenient(.language),
            topics: fields.entries(.topics, as: String.self).compactMap(\.self),
            license: Repository.license(
                spdx: fields.lenient(.license) ?? fields.lenient(.license, as: License.self)?.id),
            homepage: URL(web: fields.lenient(.homepage)),
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
