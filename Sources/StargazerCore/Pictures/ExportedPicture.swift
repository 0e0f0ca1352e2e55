public import Foundation
public import StargazerLibrary

/// Keeps copies of pictures as files that other programs can open, also after this program has ended.
public protocol ExportedPictureStore: Sendable {
    /// Writes a picture to a file of that name, which is valid in a file system.
    /// - Returns: the file, in a folder of its own.
    func store(_ picture: Data, named name: String) async throws(FileFailure) -> URL
    func removeOldCopies() async
}

/// A picture in a local file.
public struct ExportedPicture: Sendable, Equatable {
    public let file: URL
    public let bytes: Data
    public let format: PictureFormat

    public init(file: URL, bytes: Data, format: PictureFormat) {
        (self.file, self.bytes, self.format) = (file, bytes, format)
    }
}

/// What other programs get of a picture besides its file.
public struct PictureReference: Sendable, Equatable {
    /// An `img` element with the picture's web address.
    public let html: String
    /// The web page, or else the picture's web address.
    public let text: String

    /// - Parameter title: what the picture shows.
    public init(_ picture: FullSizePicture, title: String, page: URL?) {
        let address = picture.addresses[0].absoluteString
        text = page?.asWebURL?.absoluteString ?? address
        // Without the character set, programs guess it.
        html = """
            <meta http-equiv="content-type" content="text/html; charset=utf-8">\
            <img src="\(Self.escape(address))" alt="\(Self.escape(CleanText.line(title, limit: 200)))">
            """
    }

    private static func escape(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
    }
}

extension ItemContent {
    /// What other programs get of the item's picture; nil when it is not a picture.
    public var pictureReference: PictureReference? {
        fullSizePicture.map { PictureReference($0, title: title, page: webURL) }
    }
}
