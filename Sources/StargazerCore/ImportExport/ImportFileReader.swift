import Foundation
import StargazerLibrary

/// Recognizes a file by its content and decodes it. The name of the file does not matter.
struct ImportFileReader {
    let codecs: ItemCodecs
    /// The date for favorites whose file does not say when they were added.
    let now: Date

    func file(_ data: Data) throws(FileFailure) -> ImportFile {
        guard !data.starts(with: Data("SQLite format 3\0".utf8)) else { throw .otherFormat }
        if let text = BookmarksFile.text(data) {
            return try BookmarksFile(codecs: codecs).file(text)
        }
        if let addresses = try AddressList(codecs: codecs).file(data) { return addresses }
        // The bounds are those of the text, whose characters have one byte or more.
        var data = FileText.isWide(data) ? Data(FileText.decoded(data).utf8) : data
        try JSONBounds.check(data)
        JSONLists.join(&data)
        let decoder = JSONDecoder()
        decoder.userInfo[DecodedFavorite.codecs] = codecs
        decoder.userInfo[.importDate] = now
        do {
            return try decoder.decode(AnyFile.self, from: data).file
        } catch let failure as FileFailure {
            throw failure
        } catch {
            throw FileFailure(error)
        }
    }

    private struct AnyFile: Decodable {
        let file: ImportFile

        init(from decoder: any Decoder) throws {
            if let own = try FavoritesJSONFormat.file(from: decoder) {
                file = own
                return
            }
            let codecs = decoder.userInfo[DecodedFavorite.codecs] as? ItemCodecs
            if let bookmarks = try FirefoxBackup.file(from: decoder, codecs ?? ItemCodecs([])) {
                file = bookmarks
                return
            }
            for format in codecs?.importFormats ?? [] {
                guard let found = try format.file(from: decoder) else { continue }
                file = found
                return
            }
            throw FileFailure.otherFormat
        }
    }
}

extension CodingUserInfoKey {
    /// The date for favorites whose file does not say when they were added.
    static let importDate = CodingUserInfoKey(rawValue: "importDate").unsafelyUnwrapped
}
