import Foundation

/// A cache in a temporary folder.
extension TemporaryFolder {
    static func ofCache() throws -> TemporaryFolder { try TemporaryFolder("cache/stargazer/pictures") }

    var pictures: URL { location }
}

/// Returns bytes that start like a PNG.
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
