public import Foundation

/// Divides by creation date what one search gives only a part of, so that the parts together are all of it: slices of
/// whole seconds, the newest first, that neither overlap nor leave a gap, each with no more results than a search gives. How
/// many a slice has is known only once it was asked for; one that has too many is divided further.
public struct CreationDateSlices: Sendable, Equatable, Codable {
    /// Seconds since 1970, both ends included; nil where it is open.
    struct Slice: Sendable, Equatable, Codable {
        var from: Int?
        var to: Int?
    }

    /// A slice that is still to be read.
    private struct Part: Sendable, Equatable, Codable {
        var slice: Slice
        /// How many are believed to be in it.
        var about: Int
    }

    /// As the person wrote it, of which the dates of creation are narrowed.
    private let text: String
    /// The most results that one search gives.
    private let ceiling: Int
    /// What an open slice is taken to end at, to be divided.
    private let latest: Int
    /// How many there are altogether, as was said before the first slice.
    public let total: Int
    /// The next to be read is the first.
    private var parts: [Part]
    /// Slices that were begun.
    public private(set) var count = 0
    /// A single second had more results than a search gives.
    public private(set) var hasGap = false
    /// The last slice was expected to have results and had none, so that what is expected of the next is in doubt.
    private var isInDoubt = false

    /// There are none older: the first repository on GitHub is a few weeks younger.
    private static let earliest = 1_191_196_800
    /// An open slice that lies beyond all that is expected is taken to be as long.
    private static let longest = 1_000_000_000
    /// A slice that is aimed at has room for some more than were expected.
    private static let aim = 0.9

    /// Nil where the text says of the creation date what cannot be narrowed here.
    /// - Parameters:
    ///   - total: how many the text finds.
    ///   - ceiling: the most results that one search gives.
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

    /// What to search for next; nil when all is read.
    public func query(rules: QueryRules) -> String? {
        parts.first.map { ParsedQuery(text, rules: rules).text(setting: .created, to: [$0.slice.text]) }
    }

    public var isOver: Bool { parts.isEmpty }

    /// Takes in how many the first slice has, as its first page says.
    /// - Returns: whether it is to be read; else it was divided, and its first part is asked for next.
    public mutating func record(total: Int) -> Bool {
        guard !parts.isEmpty else { return false }
        // Those that are not here are in the rest of what was divided.
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

    /// The first slice has been read.
    public mutating func next() {
        if !parts.isEmpty { parts.removeFirst() }
        prepare()
    }

    /// What is expected to have too many is not asked for as it is. A total can be more than there is: a slice with nothing in
    /// it, and one before the first repository, say so, and what comes next is asked for before it is divided.
    private mutating func prepare() {
        while let first = parts.first, first.about > ceiling, !isInDoubt, first.slice.to ?? .max >= Self.earliest,
            divideFirst()
        {}
    }

    /// Cuts off the newest part of the first slice, as much as should have what a search gives.
    /// - Returns: false for one second.
    private mutating func divideFirst() -> Bool {
        guard let part = parts.first else { return false }
        // Where nothing is expected to be, there may be something nevertheless.
        let to = part.slice.to ?? part.slice.from.map { $0 < latest ? latest : $0 + Self.longest } ?? latest
        let from = part.slice.from ?? (Self.earliest < to ? Self.earliest : to - Self.longest)
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
    /// As a search writes it.
    var text: String {
        let moment = { (seconds: Int) in Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601) }
        return switch (from, to) {
        case (let from?, let to?): "\(moment(from))..\(moment(to))"
        case (let from?, nil): ">=\(moment(from))"
        case (nil, let to?): "<=\(moment(to))"
        case (nil, nil): "*"
        }
    }

    /// Nil for what is no readable range of days, and for what it excludes.
    init?(_ use: ParsedQualifier) {
        // A time of day may have any zone.
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
    /// Of the whole day, month or year in UTC, since 1970.
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
