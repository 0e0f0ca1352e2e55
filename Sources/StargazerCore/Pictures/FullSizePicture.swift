public import Foundation

/// A picture that an item is, for who wants to see all of it, copy it or save it.
public struct FullSizePicture: Sendable, Hashable {
    /// The same picture, the best first; only http and https, never empty.
    public let addresses: [URL]
    /// What a file of it may be called.
    public let fileName: String

    private static let fileExtensions: Set = ["gif", "jpg", "jpeg", "png", "webp"]
    private static let maxNameLength = 80

    /// Nil when there is nothing to fetch.
    /// - Parameters:
    ///   - renditions: the best first.
    ///   - ending: of the file, where the address tells none.
    public init?(title: String, _ renditions: [Rendition?], fileExtension: String) {
        var addresses: [URL] = []
        for address in renditions.compactMap({ $0?.url.asWebURL }) where !addresses.contains(address) {
            addresses.append(address)
        }
        guard let best = addresses.first else { return nil }
        self.addresses = addresses
        let addressExtension = best.pathExtension.lowercased()
        fileName =
            "\(Self.name(title)).\(Self.fileExtensions.contains(addressExtension) ? addressExtension : fileExtension)"
    }

    /// Nothing in it leads into another folder, hides the file or ends its name.
    private static func name(_ title: String) -> String {
        let line = CleanText.line(title, limit: maxNameLength).map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
        let name = String(line).drop { $0 == "." || $0.isWhitespace }.trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? "picture" : name
    }

    /// The bytes of the best that is to be had.
    /// - Throws: why the best one was not, where none is.
    public func bytes(
        from source: @Sendable (URL) async throws(CatalogFailure) -> Data
    ) async throws(CatalogFailure) -> Data {
        var first: CatalogFailure?
        for address in addresses {
            do throws(CatalogFailure) {
                return try await source(address)
            } catch {
                // Without a network the others are not to be had either.
                if error == .cancelled || error == .offline { throw error }
                first = first ?? error
            }
        }
        throw first ?? .gone
    }
}
