import CSoup
import Foundation
import StargazerCore

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

/// The digest that names a picture's file, so that the name does not reveal the URL.
enum Digest {
    /// Returns the SHA-256 as 64 lowercase hexadecimal digits.
    static func sha256(_ data: some DataProtocol) -> String {
        let checksum = g_checksum_new(G_CHECKSUM_SHA256)
        defer { g_checksum_free(checksum) }
        for region in data.regions {
            region.withUnsafeBytes { bytes in
                g_checksum_update(checksum, bytes.bindMemory(to: UInt8.self).baseAddress, gssize(bytes.count))
            }
        }
        return g_checksum_get_string(checksum).map { String(cString: $0) } ?? ""
    }
}
