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
