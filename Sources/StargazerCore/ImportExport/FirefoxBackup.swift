import Foundation

/// The backup of Firefox's bookmarks: folders in folders, and links with tags. Only links to items that a catalog knows
/// count. The names of the folders around a link become its tags, as in ``BookmarksFile``.
struct FirefoxBackup: Decodable {
    let file: ImportFile

    private enum Key: CodingKey { case guid, type, title, uri, tags, dateAdded, children }

    private static let folderType = "text/x-moz-place-container"
    private static let linkType = "text/x-moz-place"
    /// Folders that Firefox has by itself.
    private static let own: Set<String> = [
        "root________", "menu________", "toolbar_____", "unfiled_____", "mobile______", "tags________",
    ]

    /// - Throws: `DecodingError` for another file.
    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Key.self)
        guard try root.decode(String.self, forKey: .guid).hasSuffix("____"), root.contains(.children) else {
            throw DecodingError.dataCorruptedError(forKey: .guid, in: root, debugDescription: "no bookmarks")
        }
        var builder = ImportFileBuilder(.bookmarks)
        let codecs = decoder.userInfo[DecodedFavorite.codecs] as? ItemCodecs ?? ItemCodecs([])
        try Self.add(root, folders: [], to: &builder, codecs)
        file = builder.file
    }

    private static func add(
        _ entry: KeyedDecodingContainer<Key>, folders: [String], to builder: inout ImportFileBuilder,
        _ codecs: ItemCodecs
    ) throws {
        if let address: String = entry.lenient(.uri) {
            guard let target = codecs.importTarget(ofLink: address) else { return try builder.skip(.otherLink) }
            let tags = entry.lenient(.tags, as: String.self)?.split(separator: ",").map(String.init) ?? []
            let date = entry.lenient(.dateAdded, as: Double.self).map { Date(timeIntervalSince1970: $0 / 1e6) }
            return try builder.add(
                target, tags: folders.suffix(BookmarksFile.maxFolders) + tags.prefix(ImportFile.maxListLength),
                addedAt: date)
        }
        guard var children = try? entry.nestedUnkeyedContainer(forKey: .children) else { return }
        let guid: String? = entry.lenient(.guid)
        let title: String? = entry.lenient(.title)
        let isOwn = guid.map(own.contains) ?? false
        let inside = folders + (isOwn ? [] : [title].compactMap(\.self))
        while !children.isAtEnd {
            guard let child = try? children.nestedContainer(keyedBy: Key.self) else { return try builder.skip(.invalid) }
            try add(child, folders: inside, to: &builder, codecs)
        }
    }
}
