import Foundation
import Testing

/// A temporary folder, deleted with the object.
final class TemporaryFolder: Sendable {
    let root: URL
    /// The folder of the tested files. It and its parent do not exist yet.
    let location: URL

    init(_ path: String = "stargazer") throws {
        root = FileManager.default.temporaryDirectory.appending(path: "stargazer-test-\(UUID().uuidString)")
        location = root.appending(path: path)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: location.path).sorted() }

    /// Returns the permission bits of `location` or of a file in it.
    func mode(_ name: String? = nil) throws -> Int {
        let path = name.map { location.appending(path: $0).path } ?? location.path
        let value = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return try #require(value).intValue
    }
}
