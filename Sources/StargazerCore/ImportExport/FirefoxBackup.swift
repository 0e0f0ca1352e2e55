import Foundation
import StargazerLibrary

/// The backup of Firefox's bookmarks: folders in folders, and links with tags. Only links to items that a catalog knows
/// count. The names of the folders around a link become its tags, as in ``BookmarksFile``.
enum FirefoxBackup {
    private enum Key: CodingKey { case guid, type, title, uri, tags, dateAdded, children }

    /// Folders that Firefox has by itself.
    private static let own: Set<String> = [
        "root________", "menu________", "toolbar_____", "unfiled_____", "mobile______", "tags________",
    ]

    /// - Returns: nil for a file of another format.
    /// - Throws: ``FileFailure``.
    static func file(from decoder: any Decoder, _ codecs: ItemCodecs) throws -> ImportFile? {
        // Anything else is a file of another format.
        guard let root = try? decoder.container(keyedBy: Key.self), root.contains(.children),
            root.lenient(.guid, as: String.self)?.hasSuffix("____") == true
        else { return nil }
        var builder = ImportFileBuilder(.bookmarks)
        try add(root, folders: [], to: &builder, codecs)
        return builder.file
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
        // A folder may be empty.
        guard var children = try? entry.nestedUnkeyedContainer(forKey: .children) else { return }
        let guid: String? = entry.lenient(.guid)
        let title: String? = entry.lenient(.title)
        let isOwn = guid.map(own.contains) ?? false
        let inside = folders + (isOwn ? [] : [title].compactMap(\.self))
        while !children.isAtEnd {
            // What is no object is counted and passed over.
            guard let child = try? children.nestedContainer(keyedBy: Key.self) else {
                _ = children.nextEntry(as: Int.self)
                try builder.skip(.invalid)
                continue
            }
            try add(child, folders: inside, to: &builder, codecs)
        }
    }
}
