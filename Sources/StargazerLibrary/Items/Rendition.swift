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
    package func size(_ formats: Formats) -> String? {
        guard let width, let height else { return nil }
        return "\(formats.full(width)) × \(formats.full(height))"
    }
}

extension Rendition: Encodable {
    fileprivate enum CodingKeys: CodingKey { case url, width, height, bytes }
}

extension KeyedDecodingContainer {
    /// Returns nil also for a rendition without an http or https address: there is nothing to show.
    package func decodeRendition(_ key: Key) throws -> Rendition? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        let fields = try nestedContainer(keyedBy: Rendition.CodingKeys.self, forKey: key)
        let url = try fields.decodeWebURL(.url)
        let width: Int? = try fields.decodeIfPresent(.width)
        let height: Int? = try fields.decodeIfPresent(.height)
        let bytes: Int? = try fields.decodeIfPresent(.bytes)
        return url.map { Rendition(url: $0, width: width, height: height, bytes: bytes) }
    }
}
