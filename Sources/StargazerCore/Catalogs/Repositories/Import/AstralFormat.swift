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
