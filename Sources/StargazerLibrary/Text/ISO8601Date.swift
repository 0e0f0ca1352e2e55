public import Foundation

/// A date in files: ISO 8601 in UTC with milliseconds, as the library stores it. They are optional when reading.
public struct ISO8601Date: Codable, Sendable {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let plain = Date.ISO8601FormatStyle()

    public let date: Date

    public init(_ date: Date) { self.date = date }

    public init?(_ text: String) {
        // In one of two forms.
        guard let date = (try? Self.style.parse(text)) ?? (try? Self.plain.parse(text)) else { return nil }
        self.date = date
    }

    public var text: String {
        // The style truncates to milliseconds, and most values are slightly below them in binary.
        Self.style.format(date.addingTimeInterval(0.000_5))
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = ISO8601Date(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
