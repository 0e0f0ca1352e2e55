import Foundation
public import Observation
public import StargazerLibrary

/// The qualifiers and problems of a search text, and changes to it other than typing. The search itself owns the text.
@MainActor @Observable public final class QueryViewModel {
    public private(set) var text: ParsedQuery
    /// The problems to show. While the user types, only those that more letters cannot fix.
    public private(set) var problems: [QueryProblem] = []
    /// What a part that is not understood probably means, once its problem shows.
    public var correction: QueryCorrection? { problems.isEmpty ? nil : text.correction(rules: rules) }
    @ObservationIgnored public let rules: QueryRules
    /// The values of the list's items, with counts; nil until counted, and for a list that cannot count them.
    public private(set) var facets: FavoritesFacets?

    /// The pause in typing after which the last word counts as complete.
    static let typingPause = Duration.milliseconds(700)

    @ObservationIgnored private let problemsOf: (String) -> [QueryProblem]
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var allProblems: [QueryProblem] = []
    @ObservationIgnored private var debounce: Task<Void, Never>?
    /// Called with a new text, and whether to search immediately or as after typing.
    @ObservationIgnored var onEdit: (_ text: String, _ searches: Bool) -> Void = { _, _ in }

    /// Whether items of the list can have a value of a qualifier.
    @ObservationIgnored var isUsable: @MainActor (QualifierName) -> Bool = { _ in true }
    /// Values that are understood, and not offered unless items of the list have them.
    @ObservationIgnored var unofferedValues: @MainActor (QualifierName) -> [String] = { _ in [] }
    /// Counts the values of the list's items; returns nil while the last counts are current.
    @ObservationIgnored var countValues: (@MainActor () async -> FavoritesFacets?)?

    /// - Parameter problems: returns the problems of a text; those of the rules by default.
    init(
        rules: QueryRules, time: TimeSource, formats: Formats, problems: ((String) -> [QueryProblem])? = nil
    ) {
        self.rules = rules
        problemsOf = problems ?? rules.problems
        self.time = time
        self.formats = formats
        text = ParsedQuery("", rules: rules)
    }

    isolated deinit { debounce?.cancel() }

    /// Whether only Enter searches for the text: the server would reject it, or a qualifier's value is not complete.
    var blocksAutomaticSearch: Bool {
        allProblems.contains { if case .missingValue = $0 { true } else { $0.blocksSearch } } || text.endsInListedValue
    }

    func update(_ typed: String) {
        debounce?.cancel()
        text = ParsedQuery(typed, rules: rules)
        allProblems = problemsOf(typed)
        problems = allProblems.filter { $0.isLimit || problems.contains($0) }
        guard problems != allProblems else { return }
        debounce = Task { [weak self, time] in
            do { try await time.sleep(Self.typingPause) } catch { return }
            if !Task.isCancelled { self?.pauseEnded() }
        }
    }

    /// Shows the problems of a text that may be complete. One that ends in a colon is not: its values are being offered.
    private func pauseEnded() {
        problems = allProblems.filter {
            if case .missingValue = $0 { !text.text.hasSuffix(":") } else { true }
        }
    }

    /// Shows all problems, when the text counts as complete.
    func showAllProblems() {
        debounce?.cancel()
        problems = allProblems
    }

    /// Returns the qualifiers of a text, in its order.
    public func chips(of text: ParsedQuery) -> [QueryChip] {
        let now = time.now()
        return text.qualifiers.map { _, use in
            QueryChip(
                name: use.name, value: QueryValueContent(use, formats: formats, now: now), isNegated: use.isNegated)
        }
    }

    /// Returns the parts of a text to color. Before problems show, a part that may be unfinished is not marked invalid.
    public func highlights(of typed: String) -> [QueryHighlight] {
        let text = typed == self.text.text ? self.text : ParsedQuery(typed, rules: rules)
        return text.highlights(marksLast: !problems.isEmpty)
    }

    /// Replaces the part that is not understood and searches.
    public func acceptCorrection() {
        if let correction { onEdit(correction.text, true) }
    }

    // MARK: Filters

    /// The number of qualifiers in the text that have a value.
    public var activeCount: Int { text.qualifiers.count { !$0.use.typed.isEmpty && $0.use.name != .sort } }

    /// The qualifiers to offer as filters. Of a list that counts its values only those with any, or in the text.
    public var filters: [Qualifier] {
        guard countValues != nil else { return rules.filters }
        return rules.filters.filter { filter in
            guard isUsable(filter.name) || !values(of: filter).isEmpty else { return false }
            switch filter.values {
            case .words: break
            // What no item may be.
            case .choice(let known) where !known.contains("true"): break
            default: return true
            }
            return facets?[filter.name].isEmpty == false || !values(of: filter).isEmpty
        }
    }

    /// The filters in the order to show them: first those in the text and common ones, up to a few; then the others.
    public var orderedFilters: (first: [Qualifier], others: [Qualifier]) {
        let filters = filters
        let active = filters.filter { !values(of: $0).isEmpty }
        let inactive = filters.filter { !active.contains($0) }
        let common = inactive.prefix(max(0, Self.fewFilters - active.count))
        return (active + common, Array(inactive.dropFirst(common.count)))
    }

    private static let fewFilters = 4

    /// Whether the values of a qualifier can be chosen from a list.
    public func hasChoices(_ qualifier: Qualifier) -> Bool {
        if case .words(let known) = qualifier.values { !known.isEmpty || countValues != nil } else { true }
    }

    /// Whether the filters show. The counts then follow the list.
    @ObservationIgnored public var showsFilters = false { didSet { itemsChanged() } }

    /// Counts again what shows, after the list's items have changed.
    func itemsChanged() {
        if showsFilters { loadFacets() }
    }

    /// Counts the values of the list's items. Does nothing for a list that cannot, or while the counts are current.
    /// - Parameter done: called when the counts are current.
    public func loadFacets(done: @escaping @MainActor () -> Void = {}) {
        guard let countValues else { return }
        Task { [weak self] in
            while let facets = await countValues() { self?.facets = facets }
            done()
        }
    }

    /// Returns the offered values, then a current one that is not offered, and the current one's index; nil for none.
    public func choices(of qualifier: Qualifier) -> (all: [FilterChoice], chosen: Int?) {
        var all = offers(of: qualifier)
        let typed = values(of: qualifier)
        guard let first = typed.first else { return (all, nil) }
        let chosen =
            typed.count == 1
            ? FilterChoice(values: typed, content: content(of: first, for: qualifier))
            : FilterChoice(values: typed, content: .choices(typed))
        let known = all.firstIndex {
            $0.content == chosen.content || $0.values.map { $0.lowercased() } == typed.map { $0.lowercased() }
        }
        if let known { return (all, known) }
        all.append(chosen)
        return (all, all.count - 1)
    }

    /// Returns the current values of a qualifier as typed, without negated ones.
    public func values(of qualifier: Qualifier) -> [String] {
        text.qualifiers.filter { $0.use.name == qualifier.name && !$0.use.isNegated }.map(\.use.typed)
    }

    /// Sets a qualifier's values in the text and searches as after typing.
    public func set(_ name: QualifierName, to values: [String]) {
        onEdit(text.text(setting: name, to: values), false)
    }

    /// Removes all qualifiers from the text and searches.
    public func clearFilters() { onEdit(text.withoutQualifiers, true) }

    /// The text extended to search everywhere; nil when it already does.
    public var everywhere: String? {
        guard let words = rules.everywhere, !text.withoutQualifiers.isEmpty else { return nil }
        let wanted = ParsedQuery(words, rules: rules).qualifiers.first?.use
        guard let wanted, !text.qualifiers.contains(where: { $0.use.value == wanted.value }) else { return nil }
        return text.text(setting: wanted.name, to: [wanted.typed])
    }

    /// A text as it would find more: without what narrows it. Nil where nothing does, or nothing would be left; a
    /// qualifier that looks in every place narrows nothing.
    public func withoutFilters(_ typed: String) -> String? {
        let text = ParsedQuery(typed, rules: rules)
        let wide = rules.everywhere.flatMap { ParsedQuery($0, rules: rules).qualifiers.first?.use.value }
        let narrowing = text.qualifiers.filter { $0.use.isNegated || $0.use.value != wide }.map(\.place)
        guard !narrowing.isEmpty, !text.withoutQualifiers.isEmpty else { return nil }
        return text.text(without: Set(narrowing))
    }

    /// A text as it would find more: without its last word. Nil where that would leave no word, or alternatives.
    public func withoutLastWord(_ typed: String) -> String? {
        let text = ParsedQuery(typed, rules: rules)
        let words = text.parts.indices.filter { text.parts[$0].role == .word }
        guard words.count > 1, let last = words.last, !text.isQuoteOpen else { return nil }
        return text.parts.contains { $0.isOperator } ? nil : text.text(without: [last])
    }

    func completions(limit: Int) -> [QueryCompletion] {
        text.completions(rules: rules, limit: limit, offers: offers)
    }

    /// Returns the values offered for a qualifier; those of the list's items with their counts, most frequent first.
    func offers(of qualifier: Qualifier) -> [FilterChoice] {
        let all =
            switch qualifier.values {
            case .numbers(let known), .choice(let known), .choices(let known), .words(let known): known
            case .days: DateRangePreset.allCases.map { ">=" + formats.firstDay(of: $0, now: time.now()).text }
            }
        let unoffered = unofferedValues(qualifier.name)
        let known = all.filter { !unoffered.contains($0) }
        var counted = facets?[qualifier.name] ?? []
        var offers: [FilterChoice] = []
        if case .words = qualifier.values {
        } else {
            // These have an order of their own.
            offers = known.map { text in
                let index = counted.firstIndex { $0.text == text }
                return offer(text, of: qualifier, count: index.map { counted.remove(at: $0).count })
            }
        }
        offers += counted.map { offer($0.text, of: qualifier, count: $0.count) }
        let offered = Set(offers.flatMap(\.values))
        return offers + known.filter { !offered.contains($0) }.map { offer($0, of: qualifier) }
    }

    private func offer(_ value: String, of qualifier: Qualifier, count: Int? = nil) -> FilterChoice {
        FilterChoice(
            values: [value], content: content(of: value, for: qualifier),
            count: count.map { NumberContent($0, formats: formats) })
    }

    func content(of value: String, for qualifier: Qualifier) -> QueryValueContent {
        QueryValueContent(
            ParsedQualifier(qualifier, value: value, isNegated: false), formats: formats, now: time.now())
    }
}

extension QueryProblem {
    /// Whether typing more cannot fix it.
    fileprivate var isLimit: Bool {
        switch self {
        case .tooLong, .tooManyOperators: true
        default: false
        }
    }
}

/// A part of a search text that is colored.
public struct QueryHighlight: Sendable, Hashable {
    public enum Style: Sendable {
        /// The name of a qualifier with its colon, `AND`, `OR`, `NOT`, or a parenthesis that groups.
        case syntax
        case value
        /// A qualifier that is unknown, or whose value is not understood.
        case invalid
    }

    /// UTF-8 offsets in the text.
    public let range: Range<Int>
    public let style: Style
}

extension ParsedQuery {
    /// - Parameter marksLast: whether the last part is marked when it is invalid.
    func highlights(marksLast: Bool) -> [QueryHighlight] {
        var all: [QueryHighlight] = []
        var start = 0
        for (index, part) in parts.enumerated() {
            let end = start + part.text.utf8.count
            defer { start = end }
            var isInvalid = false
            switch part.role {
            case .space, .word: continue
            case .link, .negation, .openingParenthesis, .closingParenthesis:
                all.append(QueryHighlight(range: start..<end, style: .syntax))
                continue
            case .qualifier(let use): isInvalid = use.value == .unreadable && !use.typed.isEmpty
            case .unknownQualifier: isInvalid = true
            }
            if isInvalid, marksLast || index < parts.count - 1 {
                all.append(QueryHighlight(range: start..<end, style: .invalid))
            } else if case .qualifier = part.role {
                let name = part.text.prefix { $0 != ":" }.utf8.count + 1
                all.append(QueryHighlight(range: start..<start + name, style: .syntax))
                all.append(QueryHighlight(range: start + name..<end, style: .value))
            }
        }
        return all
    }
}
