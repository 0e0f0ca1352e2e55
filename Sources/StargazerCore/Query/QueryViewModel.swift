import Foundation
public import Observation

/// What the text of a search holds beside words, what of it is not understood, and the ways to change it other than by
/// typing. The text itself is the search's.
@MainActor @Observable public final class QueryViewModel {
    /// The text, taken apart.
    public private(set) var text: QueryText
    /// What is to be said of the text. While somebody types, only what will not right itself with the next letter.
    public private(set) var flaws: [QueryFlaw] = []
    public var rules: QueryRules { catalog.profile.query }

    /// A rest in typing after which the last word is taken for whole.
    static let rest = Duration.milliseconds(700)

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var allFlaws: [QueryFlaw] = []
    @ObservationIgnored private var resting: Task<Void, Never>?
    /// The text is to become this one, and to be searched for at once or as after typing.
    @ObservationIgnored var edited: (_ text: String, _ searches: Bool) -> Void = { _, _ in }

    init(catalog: any Catalog, time: TimeSource, formats: Formats) {
        self.catalog = catalog
        self.time = time
        self.formats = formats
        text = QueryText("", rules: catalog.profile.query)
    }

    isolated deinit { resting?.cancel() }

    /// The catalog is known to refuse the text, or a qualifier still has no value: Enter alone asks for that.
    var isNotWorthAsking: Bool {
        allFlaws.contains { if case .noValue = $0 { true } else { $0.isRefused } }
    }

    func take(_ typed: String) {
        resting?.cancel()
        text = QueryText(typed, rules: rules)
        allFlaws = catalog.flaws(in: typed)
        flaws = allFlaws.filter { $0.isLimit || flaws.contains($0) }
        guard flaws != allFlaws else { return }
        resting = Task { [weak self, time] in
            do { try await time.sleep(Self.rest) } catch { return }
            if !Task.isCancelled { self?.judge() }
        }
    }

    /// The text is taken for whole.
    func judge() {
        resting?.cancel()
        flaws = allFlaws
    }

    // MARK: Chips

    /// The qualifiers in the order they stand in.
    public var chips: [QueryChip] { chips(of: text) }

    /// Of another text.
    public func chips(of text: QueryText) -> [QueryChip] {
        let now = time.now()
        return text.qualifiers.map { place, use in
            QueryChip(
                place: place, name: use.name, value: QueryValueContent(use, formats: formats, now: now),
                isNegated: use.isNegated)
        }
    }

    /// Takes a qualifier out of the text and searches.
    public func remove(_ chip: QueryChip) {
        if chips.contains(chip) { edited(text.text(without: [chip.place]), true) }
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
        edited(text.text(setting: name, to: values), false)
    }

    /// Takes every qualifier out of the text and searches.
    public func clearFilters() { edited(text.withoutQualifiers, true) }

    /// The text as it would find more: in every place that the catalog can look in; nil where it does so already.
    public var everywhere: String? {
        guard let words = rules.everywhere, !text.withoutQualifiers.isEmpty else { return nil }
        let wanted = QueryText(words, rules: rules).qualifiers.first?.use
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
        case .days: DaySpan.allCases.map { ">=" + formats.firstDay(of: $0, now: time.now()).text }
        }
    }

    /// The value of a qualifier as it is shown.
    func content(of value: String, for qualifier: Qualifier) -> QueryValueContent {
        QueryValueContent(
            QualifierUse(qualifier, value: value, isNegated: false), formats: formats, now: time.now())
    }
}

extension QueryFlaw {
    /// More letters make it no better.
    fileprivate var isLimit: Bool {
        switch self {
        case .tooLong, .tooManyOperators: true
        default: false
        }
    }
}
