public import Foundation

/// The picture that an item consists of, in full size for viewing, copying and saving.
public struct FullSizePicture: Sendable, Hashable {
    /// Addresses of the same picture, best first; only http and https, never empty.
    public let addresses: [URL]
    /// A suggested file name.
    public let fileName: String

    private static let fileExtensions: Set = ["gif", "jpg", "jpeg", "png", "webp"]
    private static let maxNameLength = 80

    /// Returns nil when there is no address.
    /// - Parameters:
    ///   - renditions: best first.
    ///   - fileExtension: used when the address has none.
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

    /// Returns a file name without path separators, a leading dot or forbidden characters.
    private static func name(_ title: String) -> String {
        let line = CleanText.line(title, limit: maxNameLength).map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
        let name = String(line).drop { $0 == "." || $0.isWhitespace }.trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? "picture" : name
    }

    /// Loads the best rendition available.
    /// - Throws: the best rendition's failure, when none is available.
    public func bytes(
        from source: @Sendable (URL) async throws(CatalogFailure) -> Data
    ) async throws(CatalogFailure) -> Data {
        var first: CatalogFailure?
        for address in addresses {
            do throws(CatalogFailure) {
                return try await source(address)
            } catch {
                // Without a network, the other addresses fail too.
                if error == .cancelled || error == .offline { throw error }
                first = first ?? error
            }
        }
        throw first ?? .gone
    }
}
