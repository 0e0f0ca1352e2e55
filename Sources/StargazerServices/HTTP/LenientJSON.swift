import Foundation

/// An integer that some servers send as a number and others as a string. Other values decode as nil.
struct LenientInt: Decodable, Sendable {
    let value: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            value = number
        } else if let number = try? container.decode(Double.self) {
            value = Int(exactly: number.rounded())
        } else {
            value = (try? container.decode(String.self)).flatMap { Int($0) }
        }
    }

    /// The value, or nil if it is negative.
    var count: Int? { value.flatMap { $0 >= 0 ? $0 : nil } }
}

/// A string that some servers send as a number or as `{"_content": …}`. Other values decode as nil.
struct LenientString: Decodable, Sendable {
    private enum Key: String, CodingKey { case content = "_content" }

    let value: String?

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            value = try? container.decodeIfPresent(LenientString.self, forKey: .content)?.value
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = text
        } else {
            value = (try? container.decode(Int.self)).map(String.init)
        }
    }

    /// The string without surrounding white space, or nil if nothing is left.
    var nonBlank: String? {
        let text = value?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return text.isEmpty ? nil : text
    }
}

/// A member that decodes as nil if it is missing or of another type.
struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// Parses dates such as `2016-07-01 03:24:38`, read as UTC.
enum LenientDate {
    private static let style = Date.VerbatimFormatStyle(
        format: """
            \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits)
            """, timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// Returns nil for invalid dates and for placeholders: years before photography, and January 1, 1970.
    static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count == 19, let date = try? Date(text, strategy: style.parseStrategy) else {
            return nil
        }
        return isPlausible(date) ? date : nil
    }

    /// - Parameter seconds: since 1970.
    static func date(_ seconds: Int?) -> Date? {
        guard let seconds else { return nil }
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        return isPlausible(date) ? date : nil
    }

    /// Whether a text is what cameras and services write where no date is known: `0000:00:00 00:00:00`,
    /// `    :  :     :  :  ` or the first day of 1970.
    static func isPlaceholder(_ text: String) -> Bool {
        guard
            text.unicodeScalars.allSatisfy({ $0.isASCII && !$0.properties.isAlphabetic || "TZtz".contains(String($0)) })
        else { return false }
        let numbers = text.split { !$0.isNumber }.map { Int($0) ?? 0 }
        let hasDate = text.utf8.contains { "-:/.".utf8.contains($0) }
        return hasDate && (numbers.first ?? 0 == 0 || numbers.prefix(3) == [1970, 1, 1])
    }

    private static func isPlausible(_ date: Date) -> Bool {
        let seconds = date.timeIntervalSince1970
        return (-4_500_000_000...32_000_000_000).contains(seconds) && !(0..<86_400).contains(seconds)
    }
}
