import Foundation

/// Parses `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `*..b`, `a..*`, with numbers or dates.
///
/// A date without a day or a time stands for its whole year, month or day.
enum SearchRange {
    static func numbers(_ text: String) -> ClosedRange<Int>? {
        parse(text) { Int($0).map { $0...$0 } }
    }

    /// Returns the range in seconds since 1970.
    static func dates(_ text: String) -> ClosedRange<Int>? { parse(text.uppercased(), span(ofDate:)) }

    private static func parse(_ text: String, _ span: (String) -> ClosedRange<Int>?) -> ClosedRange<Int>? {
        if let dots = text.range(of: "..") {
            let low = String(text[..<dots.lowerBound])
            let high = String(text[dots.upperBound...])
            let from = low == "*" ? Int.min : span(low)?.lowerBound
            let to = high == "*" ? Int.max : span(high)?.upperBound
            guard let from, let to, from <= to else { return nil }
            return from...to
        }
        if text.hasPrefix(">=") { return span(String(text.dropFirst(2))).map { $0.lowerBound...Int.max } }
        if text.hasPrefix("<=") { return span(String(text.dropFirst(2))).map { Int.min...$0.upperBound } }
        if text.hasPrefix(">") {
            guard let end = span(String(text.dropFirst()))?.upperBound, end < Int.max else { return nil }
            return (end + 1)...Int.max
        }
        if text.hasPrefix("<") {
            guard let start = span(String(text.dropFirst()))?.lowerBound, start > Int.min else { return nil }
            return Int.min...(start - 1)
        }
        return span(text)
    }

    private static func span(ofDate text: String) -> ClosedRange<Int>? {
        if text.contains("T") {
            let zoned =
                text.hasSuffix("Z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" } ? text : text + "Z"
            guard let date = try? Date(zoned, strategy: .iso8601) else { return nil }
            let second = Int(date.timeIntervalSince1970)
            return second...second
        }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard (1...3).contains(numbers.count), (1000...9999).contains(numbers[0]) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1, day: numbers.count > 2 ? numbers[2] : 1)
        let unit: Calendar.Component = [.year, .month, .day][numbers.count - 1]
        guard let start = calendar.date(from: parts), parts.isValidDate(in: calendar),
            let end = calendar.date(byAdding: unit, value: 1, to: start)
        else { return nil }
        return Int(start.timeIntervalSince1970)...(Int(end.timeIntervalSince1970) - 1)
    }
}
