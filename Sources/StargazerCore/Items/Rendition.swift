public import Foundation

/// A picture of an item in one of the server's sizes.
public struct Rendition: Sendable, Hashable {
    public var url: URL
    /// In pixels; nil when unknown.
    public var width: Int?
    public var height: Int?
    /// Nil when unknown.
    public var bytes: Int?

    /// Ignores lengths that no picture has.
    public init(url: URL, width: Int? = nil, height: Int? = nil, bytes: Int? = nil) {
        self.url = url
        self.width = width.flatMap { Self.lengths.contains($0) ? $0 : nil }
        self.height = height.flatMap { Self.lengths.contains($0) ? $0 : nil }
        self.bytes = bytes.flatMap { $0 > 0 ? $0 : nil }
    }

    private static let lengths = 1...1_000_000

    /// Width divided by height, clamped for layout; nil when unknown.
    public var ratio: Double? {
        guard let width, let height else { return nil }
        return min(max(Double(width) / Double(height), 0.1), 10)
    }

    /// Returns the size as text, `480 × 270`; nil when unknown.
    func size(_ formats: Formats) -> String? {
        guard let width, let height else { return nil }
        return "\(formats.full(width)) × \(formats.full(height))"
    }
}

/// The encoded form of a rendition. Without an http or https address there is nothing to show.
struct CodableRendition: Codable {
    var url: String?
    var width: Int?
    var height: Int?
    var bytes: Int?

    init(_ rendition: Rendition) {
        url = rendition.url.absoluteString
        (width, height, bytes) = (rendition.width, rendition.height, rendition.bytes)
    }

    var rendition: Rendition? {
        URL(web: url).map { Rendition(url: $0, width: width, height: height, bytes: bytes) }
    }
}
