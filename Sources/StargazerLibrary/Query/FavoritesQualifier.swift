package import Foundation

extension QueryRules {
    /// The values of `is:` that the packages of this machine answer.
    public static let packageStates = ["packaged", "installed", "library"]

    /// The language that favorites understand, without a network. Qualifiers mean what they mean in a catalog's search.
    /// An item without a value matches no value and no range, and does match the negation of either.
    ///
    /// Days are days in UTC. `fork:true` restricts nothing, as in a search, which leaves out forks otherwise.
    public static let favorites = QueryRules(
        qualifiers: [
            Qualifier(.language, .words([]), isFilter: true, spellings: KnownSpellings.languages),
            Qualifier(.topic, .words([]), isFilter: true, isRepeated: true),
            Qualifier(.pushed, .days, isFilter: true),
            Qualifier(.added, .days, isFilter: true),
            Qualifier(.stars, .numbers([">10", ">100", ">1000", ">10000"]), isFilter: true),
            Qualifier(.created, .days),
            Qualifier(.license, .words([]), isFilter: true, spellings: KnownSpellings.licenses),
            Qualifier(.forks, .numbers([">10", ">100", ">1000"])),
            Qualifier(.archived, .choice(["true", "false"]), isFilter: true),
            Qualifier(.fork, .choice(["true", "only", "false"]), isFilter: true),
            Qualifier(
                .state,
                .choice(["starred", "only-here", "gone", "renamed", "unstarred"] + packageStates), isFilter: true),
            Qualifier(.tag, .words(["none"]), isFilter: true, isRepeated: true),
            Qualifier(.has, .choice(["note"]), isFilter: true),
            Qualifier(.user, .words([])),
            Qualifier(.org, .words([])),
            Qualifier(.searchedIn, .choices(["name", "topics"])),
            .sort([.added, .name, .stars, .pushed]),
        ],
        aliases: [
            QualifierAlias(.lang, means: .language), QualifierAlias(.owner, means: .user),
            QualifierAlias(.state, "archived", means: .archived, "true"),
            QualifierAlias(.state, "fork", means: .fork, "only"),
            QualifierAlias(.no, "tag", means: .tag, "none"), QualifierAlias(.no, "tags", means: .tag, "none"),
            QualifierAlias(.has, "tag", meansNot: .tag, "none"), QualifierAlias(.has, "tags", meansNot: .tag, "none"),
            QualifierAlias(.no, "note", meansNot: .has, "note"), QualifierAlias(.updated, means: .pushed),
            QualifierAlias(.sort, "updated", means: .sort, "pushed"),
        ], maxOperators: QueryExpression.maxNodes, hasParentheses: true,
        examples: [
            "language:rust added:>=2026", "topic:gtk (language:vala OR language:swift)", "archived:true -is:starred",
        ])
}

extension QualifierName {
    /// When it became a favorite.
    public static let added = QualifierName(rawValue: "added")
    /// Another word for the last push.
    public static let updated = QualifierName(rawValue: "updated")
    /// A tag that the user gave; `none` means no tag at all.
    public static let tag = QualifierName(rawValue: "tag")
}

extension ParsedQualifier.Value {
    /// The numbers that match, or the times in seconds since 1970, with days in UTC; nil for neither number nor date.
    public var interval: Range<Double>? {
        switch self {
        case .number(let range): range.interval { Double($0)..<Double($0) + 1 }
        case .day(let range): range.days.contains { $0.span != nil } ? nil : range.interval(of: \.seconds)
        case .choices, .word, .unreadable: nil
        }
    }
}

extension ParsedQualifier.Value {
    /// Returns dates instead of days some time ago.
    package func resolved(_ now: Date) -> ParsedQualifier.Value {
        if case .day(let range) = self { .day(range.map { $0.resolved(now) }) } else { self }
    }
}

extension QueryExpression {
    func resolved(_ now: Date) -> QueryExpression {
        switch self {
        case .word, .phrase: self
        case .qualifier(let name, let value): .qualifier(name, value.resolved(now))
        case .not(let inner): .not(inner.resolved(now))
        case .and(let parts): .and(parts.map { $0.resolved(now) })
        case .or(let parts): .or(parts.map { $0.resolved(now) })
        case .within(let fields, let inner): .within(fields, inner.resolved(now))
        }
    }
}

extension QueryRange {
    fileprivate var days: [Bound] {
        switch self {
        case .exactly(let day), .above(let day), .from(let day), .below(let day), .upTo(let day): [day]
        case .between(let low, let high): [low, high]
        }
    }

    /// - Parameter bound: the values that a bound stands for, such as all times of a day.
    fileprivate func interval(of bound: (Bound) -> Range<Double>) -> Range<Double> {
        switch self {
        case .exactly(let value): return bound(value)
        case .above(let value): return bound(value).upperBound..<Double.infinity
        case .from(let value): return bound(value).lowerBound..<Double.infinity
        case .below(let value): return -Double.infinity..<bound(value).lowerBound
        case .upTo(let value): return -Double.infinity..<bound(value).upperBound
        case .between(let low, let high):
            let (low, high) = (bound(low).lowerBound, bound(high).upperBound)
            return low..<max(low, high)
        }
    }
}

extension QueryDay {
    /// The day, month or year in UTC, in seconds since 1970.
    fileprivate var seconds: Range<Double> {
        let end: Int =
            if let month, let day {
                Self.days(year, month, day + 1)
            } else if let month {
                month == 12 ? Self.days(year + 1, 1, 1) : Self.days(year, month + 1, 1)
            } else {
                Self.days(year + 1, 1, 1)
            }
        return Double(Self.days(year, month ?? 1, day ?? 1)) * 86_400..<Double(end) * 86_400
    }

    /// Returns the number of days since 1970-01-01 in the Gregorian calendar. The day may lie beyond its month.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // The year begins in March, so that a leap day is its last.
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
