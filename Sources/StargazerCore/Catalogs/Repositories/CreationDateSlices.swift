public import Foundation
public import StargazerLibrary

/// Splits a search by creation date when one search returns only a part of its results.
/// The slices are whole seconds, newest first, without overlap or gap, none with more results than a search returns.
/// The size of a slice is known only after it has been requested; a slice with too many results is split again.
public struct CreationDateSlices: Sendable, Equatable, Codable {
    /// Seconds since 1970, both ends included; nil for an open end.
    struct Slice: Sendable, Equatable, Codable {
        var from: Int?
        var to: Int?
    }

    /// A slice that has not been loaded yet.
    private struct Part: Sendable, Equatable, Codable {
        var slice: Slice
        /// The estimated number of results.
        var about: Int
    }

    /// The search text as typed, whose creation date is narrowed.
    private let text: String
    /// The most results that one search returns.
    private let ceiling: Int
    /// The assumed end of an open slice, needed to split it.
    private let latest: Int
    /// The number of all results, as the server stated before the first slice.
    public let total: Int
    /// The first part is the next to load.
    private var parts: [Part]
    /// The number of slices started.
    public private(set) var count = 0
    /// Whether a single second had more results than one search returns.
    public private(set) var hasGap = false
    /// The last slice was empty although results were expected, so that the next estimate is doubtful.
    private var isInDoubt = false

    /// A few weeks before the first repository on GitHub: nothing is older.
    private static let earliest = 1_191_196_800
    /// The assumed length of an open slice beyond the expected range.
    private static let maxInterval = 1_000_000_000
    /// The share of the limit that a new slice aims for, which leaves room for more results than estimated.
    private static let aim = 0.9

    /// Returns nil when the text has a creation date that cannot be narrowed.
    public init?(of text: String, total: Int, resultLimit ceiling: Int, rules: QueryRules, now: Date) {
        let uses = ParsedQuery(text, rules: rules).qualifiers.map(\.use).filter { $0.name == .created }
        guard uses.count <= 1 else { return nil }
        var whole = Slice()
        if let use = uses.first {
            guard let slice = Slice(use) else { return nil }
            whole = slice
        }
        self.text = text
        self.total = total
        self.ceiling = ceiling
        latest = Int(now.timeIntervalSince1970)
        parts = [Part(slice: whole, about: total)]
        guard divideFirst() else { return nil }
        prepare()
    }

    /// Returns the next search text; nil when everything has been loaded.
    public func query(rules: QueryRules) -> String? {
        parts.first.map { ParsedQuery(text, rules: rules).text(setting: .created, to: [$0.slice.text]) }
    }

    public var isOver: Bool { parts.isEmpty }

    /// Records the number of results in the first slice, from its first page.
    /// - Returns: true when the slice can be loaded; false when it was split and its newest part comes next.
    public mutating func record(total: Int) -> Bool {
        guard !parts.isEmpty else { return false }
        // The missing results must be in the rest of the slice that was split.
        if parts.count > 1 { parts[1].about = max(0, parts[1].about + parts[0].about - total) }
        isInDoubt = total == 0
        parts[0].about = total
        if total > ceiling {
            if divideFirst() { return false }
            hasGap = true
        }
        count += 1
        return true
    }

    /// Removes the first slice, which has been loaded.
    public mutating func next() {
        if !parts.isEmpty { parts.removeFirst() }
        prepare()
    }

    /// Splits the first slice while its estimate exceeds the limit. A total can be too high. After an empty slice, and
    /// before the date of the first repository, the next slice is therefore requested before it is split.
    private mutating func prepare() {
        while let first = parts.first, first.about > ceiling, !isInDoubt, first.slice.to ?? .max >= Self.earliest,
            divideFirst()
        {}
    }

    /// Splits off the newest part of the first slice, sized for what one search returns.
    /// - Returns: false when the slice is a single second.
    private mutating func divideFirst() -> Bool {
        guard let part = parts.first else { return false }
        // A range without expected results may have some nevertheless.
        let to = part.slice.to ?? part.slice.from.map { $0 < latest ? latest : $0 + Self.maxInterval } ?? latest
        let from = part.slice.from ?? (Self.earliest < to ? Self.earliest : to - Self.maxInterval)
        let seconds = to - from + 1
        guard seconds > 1 else { return false }
        let pieces = max(2, Int((Double(part.about) / (Double(ceiling) * Self.aim)).rounded(.up)))
        let length = max(1, seconds / pieces)
        let cut = to - length
        let newest = Slice(from: cut + 1, to: part.slice.to)
        let rest = Slice(from: part.slice.from, to: cut)
        parts.replaceSubrange(
            0..<1,
            with: [
                Part(slice: newest, about: part.about / pieces),
                Part(slice: rest, about: part.about - part.about / pieces),
            ])
        return true
    }
}

extension CreationDateSlices.Slice {
    /// The slice as a search writes it.
    var text: String {
        let moment = { (seconds: Int) in Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601) }
        return switch (from, to) {
        case (let from?, let to?): "\(moment(from))..\(moment(to))"
        case (let from?, nil): ">=\(moment(from))"
        case (nil, let to?): "<=\(moment(to))"
        case (nil, nil): "*"
        }
    }

    /// Nil when the qualifier is not a valid date range, or excludes one.
    init?(_ use: ParsedQualifier) {
        // A time of day may have any time zone.
        guard case .day(let range) = use.value, !use.isNegated, !use.typed.contains("T") else { return nil }
        switch range {
        case .exactly(let day): self.init(from: day.seconds?.lowerBound, to: day.seconds?.upperBound)
        case .above(let day): self.init(from: day.seconds.map { $0.upperBound + 1 })
        case .from(let day): self.init(from: day.seconds?.lowerBound)
        case .below(let day): self.init(to: day.seconds.map { $0.lowerBound - 1 })
        case .upTo(let day): self.init(to: day.seconds?.upperBound)
        case .between(let first, let last): self.init(from: first.seconds?.lowerBound, to: last.seconds?.upperBound)
        }
        guard from != nil || to != nil else { return nil }
        if let from, let to, from > to { return nil }
    }
}

extension QueryDay {
    /// The seconds of the whole day, month or year in UTC, since 1970.
    fileprivate var seconds: ClosedRange<Int>? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let unit: Calendar.Component = day != nil ? .day : month != nil ? .month : .year
        guard let start = calendar.date(from: DateComponents(year: year, month: month ?? 1, day: day ?? 1)),
            let end = calendar.date(byAdding: unit, value: 1, to: start)
        else { return nil }
        return Int(start.timeIntervalSince1970)...(Int(end.timeIntervalSince1970) - 1)
    }
}
