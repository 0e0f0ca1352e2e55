import Foundation
import Testing

/// A folder of a test's own, gone with the object.
final class CacheDisk: Sendable {
    let root: URL
    /// Where the pictures are to be; not made yet, nor is what it is in.
    let pictures: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "cache-test-\(UUID().uuidString)")
        pictures = root.appending(path: "cache/stargazer/pictures")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: pictures.path).sorted() }

    /// The permission bits of a file among the pictures, or of their folder.
    func mode(_ name: String? = nil) throws -> Int {
        let path = name.map { pictures.appending(path: $0).path } ?? pictures.path
        let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return try #require(value).intValue
    }
}

/// Bytes that begin as a png does.
func png(_ fill: UInt8, count: Int = 100) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: fill, count: count)
}

let webp = Data("RIFF1234WEBPVP8 ".utf8)

func address(_ number: Int) -> URL {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = "pictures.example"
    parts.path = "/\(number)"
    return parts.url ?? URL(filePath: "/")
}
