import Foundation

/// A number that some answers write as a number and others as a text. What is neither is no number.
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

    /// Nil for what counts nothing.
    var count: Int? { value.flatMap { $0 >= 0 ? $0 : nil } }
}

/// A text that some answers write as a text, others as a number, and others as `{"_content": …}`. What is none of them
/// is no text.
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

    /// What is left of it without white space around it; nil when that is nothing.
    var nonBlank: String? {
        let text = value?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return text.isEmpty ? nil : text
    }
}

/// A member that other answers leave out, or fill with something else: then it is as if it had not come.
struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// Texts that APIs write dates in: `2016-07-01 03:24:38`, taken for UTC.
enum LenientDate {
    private static let style = Date.VerbatimFormatStyle(
        format: """
            \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits)
            """, timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    /// Nil for what is no date, and for those that stand for none: years before photography, and 1970's first day.
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

    private static func isPlausible(_ date: Date) -> Bool {
        let seconds = date.timeIntervalSince1970
        return (-4_500_000_000...32_000_000_000).contains(seconds) && !(0..<86_400).contains(seconds)
    }
}
