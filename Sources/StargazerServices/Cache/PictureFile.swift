import CSoup
import Foundation
import StargazerLibrary

/// A cached picture: a magic line, its SHA-256, and the picture as received. A damaged file does not match the digest.
enum PictureFile {
    private static let magic = Data("stargazer picture 1\n".utf8)
    private static let digestLength = 64
    static let headerLength = magic.count + digestLength + 1

    static func contents(of picture: Data) -> Data {
        magic + Data(Digest.sha256(picture).utf8) + Data("\n".utf8) + picture
    }

    /// Returns the picture, or nil if the contents are not a complete picture file.
    static func picture(in contents: Data) -> Data? {
        guard contents.count > headerLength, contents.starts(with: magic) else { return nil }
        let picture = contents.dropFirst(headerLength)
        let digest = contents.dropFirst(magic.count).prefix(digestLength)
        guard digest.elementsEqual(Digest.sha256(picture).utf8), isPicture(picture) else { return nil }
        return Data(picture)
    }

    /// Whether the data starts like PNG, JPEG, GIF or WebP. The application decodes no other formats.
    static func isPicture(_ data: Data) -> Bool { PictureFormat(data) != nil }
}
