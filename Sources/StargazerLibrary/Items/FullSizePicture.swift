public import Foundation

/// The picture that an item consists of, in full size for viewing, copying and saving.
public struct FullSizePicture: Sendable, Hashable {
    /// Addresses of the same picture, best first; only http and https, never empty.
    public let addresses: [URL]
    /// A suggested file name, at most ``maxFileNameBytes`` long in UTF-8.
    public let fileName: String
    /// The width of the best one in pixels; nil when unknown.
    public let width: Int?
    private let name: String

    private static let fileExtensions: Set = ["gif", "jpg", "jpeg", "png", "webp"]
    private static let maxNameLength = 80
    static let maxFileNameBytes = 100

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
        width = renditions.first { $0?.url.asWebURL == best }??.width
        let addressExtension = best.pathExtension.lowercased()
        name = Self.name(title)
        fileName = "\(name).\(Self.fileExtensions.contains(addressExtension) ? addressExtension : fileExtension)"
    }

    /// The format that the file name promises. The server may send another one.
    public var expectedFormat: PictureFormat? { Self.format(of: fileName) }

    /// Returns the file name with the right extension for the picture that the server sent.
    public func fileName(for format: PictureFormat) -> String {
        expectedFormat == format ? fileName : "\(name).\(format.fileExtension)"
    }

    private static func format(of fileName: String) -> PictureFormat? {
        fileName.split(separator: ".").last.flatMap { PictureFormat(fileExtension: String($0)) }
    }

    /// Returns a file name without path separators, a leading dot or forbidden characters.
    private static func name(_ title: String) -> String {
        let line = CleanText.line(title, limit: maxNameLength).map { "/\\:*?\"<>|".contains($0) ? "-" : $0 }
        var name = String(line).drop { $0 == "." || $0.isWhitespace }.trimmingCharacters(in: .whitespaces)
        // Leave room for a dot and an extension.
        while name.utf8.count > maxFileNameBytes - 5 { name.removeLast() }
        name = name.trimmingCharacters(in: .whitespaces)
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
                if error == .cancelled || error.isUnreachable { throw error }
                first = first ?? error
            }
        }
        throw first ?? .gone
    }
}

public enum PictureFormat: String, Sendable, CaseIterable {
    case gif, jpeg, png, webp

    /// Recognizes the format by the first bytes; nil for other data.
    public init?(_ data: Data) {
        func starts(_ text: String) -> Bool { data.starts(with: Data(text.utf8)) }
        if starts("GIF87a") || starts("GIF89a") {
            self = .gif
        } else if data.starts(with: Data([0xFF, 0xD8, 0xFF])) {
            self = .jpeg
        } else if data.starts(with: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])) {
            self = .png
        } else if data.count >= 12, starts("RIFF"), data.dropFirst(8).starts(with: Data("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Returns the format that an extension stands for, in lowercase.
    init?(fileExtension: String) { self.init(rawValue: fileExtension == "jpg" ? "jpeg" : fileExtension) }

    public var mimeType: String { "image/\(rawValue)" }

    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
