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
