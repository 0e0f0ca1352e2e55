import CSoup
import Foundation

/// How a picture lies on disk: a line that says what it is, the digest of all that follows, and the bytes as they came.
/// A file that was cut short, damaged or written by something else does not match its own digest.
enum PictureFile {
    private static let magic = Data("stargazer picture 1\n".utf8)
    private static let digestLength = 64
    static let headerLength = magic.count + digestLength + 1

    static func contents(of picture: Data) -> Data {
        magic + Data(Digest.sha256(picture).utf8) + Data("\n".utf8) + picture
    }

    /// Nil when these are not the contents of a whole file.
    static func picture(in contents: Data) -> Data? {
        guard contents.count > headerLength, contents.starts(with: magic) else { return nil }
        let picture = contents.dropFirst(headerLength)
        let digest = contents.dropFirst(magic.count).prefix(digestLength)
        guard digest.elementsEqual(Digest.sha256(picture).utf8), isPicture(picture) else { return nil }
        return Data(picture)
    }

    /// Whether the first bytes are those of a png, jpeg, gif or webp: the only kinds that are ever decoded.
    static func isPicture(_ data: Data) -> Bool {
        let starts = [Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), Data([0xFF, 0xD8, 0xFF])]
        let gifs = [Data("GIF87a".utf8), Data("GIF89a".utf8)]
        if (starts + gifs).contains(where: data.starts(with:)) { return true }
        return data.count >= 12 && data.starts(with: Data("RIFF".utf8))
            && data.dropFirst(8).starts(with: Data("WEBP".utf8))
    }
}

/// The name a picture's file has: nothing of the address can be read from it.
enum Digest {
    /// SHA-256 in 64 lower-case hexadecimal digits.
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
