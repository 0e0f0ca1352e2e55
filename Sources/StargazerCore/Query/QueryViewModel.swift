import Foundation
public import Observation

/// What the text of a search holds beside words, what of it is not understood, and the ways to change it other than by
/// typing. The text itself is the search's.
@MainActor @Observable public final class QueryViewModel {
    /// The text, taken apart.
    public private(set) var text: ParsedQuery
    /// What is to be said of the text. While somebody types, only what will not right itself with the next letter.
    public private(set) var problems: [QueryProblem] = []
    public var rules: QueryRules { catalog.profile.query }

    /// A rest in typing after which the last word is taken for whole.
    static let typingPause = Duration.milliseconds(700)

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var allProblems: [QueryProblem] = []
    @ObservationIgnored private var debounce: Task<Void, Never>?
    /// The text is to become this one, and to be searched for at once or as after typing.
    @ObservationIgnored var onEdit: (_ text: String, _ searches: Bool) -> Void = { _, _ in }

    init(catalog: any Catalog, time: TimeSource, formats: Formats) {
        self.catalog = catalog
        self.time = time
        self.formats = formats
        text = ParsedQuery("", rules: catalog.profile.query)
    }

    isolated deinit { debounce?.cancel() }

    /// The catalog is known to refuse the text, or a qualifier still has no value: Enter alone asks for that.
    var blocksAutomaticSearch: Bool {
        allProblems.contains { if case .missingValue = $0 { true } else { $0.blocksSearch } }
    }

    func update(_ typed: String) {
        debounce?.cancel()
        text = ParsedQuery(typed, rules: rules)
        allProblems = catalog.problems(in: typed)
        problems = allProblems.filter { $0.isLimit || problems.contains($0) }
        guard problems != allProblems else { return }
        debounce = Task { [weak self, time] in
            do { try await time.sleep(Self.typingPause) } catch { return }
            if !Task.isCancelled { self?.showAllProblems() }
        }
    }

    /// The text is taken for whole.
    func showAllProblems() {
        debounce?.cancel()
        problems = allProblems
    }

    // MARK: Chips

    /// The qualifiers in the order they stand in.
    public var chips: [QueryChip] { chips(of: text) }

    /// Of another text.
    public func chips(of text: ParsedQuery) -> [QueryChip] {
        let now = time.now()
        return text.qualifiers.map { place, use in
            QueryChip(
                place: place, name: use.name, value: QueryValueContent(use, formats: formats, now: now),
                isNegated: use.isNegated)
        }
    }

    /// Takes a qualifier out of the text and searches.
    public func remove(_ chip: QueryChip) {
        if chips.contains(chip) { onEdit(text.text(without: [chip.place]), true) }
    }

    // MARK: Filters

    /// The values that are offered, and which of them the text has: nil for none. One that is not among those that are
    /// always offered comes last.
    public func choices(of qualifier: Qualifier) -> (all: [FilterChoice], chosen: Int?) {
        var all = offers(of: qualifier).map {
            FilterChoice(values: [$0], content: content(of: $0, for: qualifier))
        }
        let typed = values(of: qualifier)
        guard let first = typed.first else { return (all, nil) }
        let chosen =
            typed.count == 1
            ? FilterChoice(values: typed, content: content(of: first, for: qualifier))
            : FilterChoice(values: typed, content: .choices(typed))
        if let known = all.firstIndex(where: { $0.content == chosen.content }) { return (all, known) }
        all.append(chosen)
        return (all, all.count - 1)
    }

    /// What the text has of a qualifier, as typed; what is negated left out.
    public func values(of qualifier: Qualifier) -> [String] {
        text.qualifiers.filter { $0.use.name == qualifier.name && !$0.use.isNegated }.map(\.use.typed)
    }

    /// Puts these values of a qualifier into the text. They are searched for as what is typed is.
    public func set(_ name: QualifierName, to values: [String]) {
        onEdit(text.text(setting: name, to: values), false)
    }

    /// Takes every qualifier out of the text and searches.
    public func clearFilters() { onEdit(text.withoutQualifiers, true) }

    /// The text as it would find more: in every place that the catalog can look in; nil where it does so already.
    public var everywhere: String? {
        guard let words = rules.everywhere, !text.withoutQualifiers.isEmpty else { return nil }
        let wanted = ParsedQuery(words, rules: rules).qualifiers.first?.use
        guard let wanted, !text.qualifiers.contains(where: { $0.use.value == wanted.value }) else { return nil }
        return text.text(setting: wanted.name, to: [wanted.typed])
    }

    /// What the end of the text may be meant to become.
    func completions(limit: Int) -> [QueryCompletion] {
        text.completions(rules: rules, limit: limit, offers: offers, content: content)
    }

    /// The values that are offered for a qualifier, as they are written.
    func offers(of qualifier: Qualifier) -> [String] {
        switch qualifier.values {
        case .numbers(let known), .choice(let known), .choices(let known), .words(let known): known
        case .days: DateRangePreset.allCases.map { ">=" + formats.firstDay(of: $0, now: time.now()).text }
        }
    }

    /// The value of a qualifier as it is shown.
    func content(of value: String, for qualifier: Qualifier) -> QueryValueContent {
        QueryValueContent(
            ParsedQualifier(qualifier, value: value, isNegated: false), formats: formats, now: time.now())
    }
}

extension QueryProblem {
    /// More letters make it no better.
    fileprivate var isLimit: Bool {
        switch self {
        case .tooLong, .tooManyOperators: true
        default: false
        }
    }
}
