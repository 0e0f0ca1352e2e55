import Foundation
import Testing

/// A folder of a test's own, gone with the object.
final class TemporaryFolder: Sendable {
    let root: URL
    /// Where what is tested keeps its files; not made yet, nor is what it is in.
    let location: URL

    init(_ path: String = "stargazer") throws {
        root = FileManager.default.temporaryDirectory.appending(path: "stargazer-test-\(UUID().uuidString)")
        location = root.appending(path: path)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: location.path).sorted() }

    /// The permission bits of a file in the place, or of the place itself.
    func mode(_ name: String? = nil) throws -> Int {
        let path = name.map { location.appending(path: $0).path } ?? location.path
        let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return try #require(value).intValue
    }
}
