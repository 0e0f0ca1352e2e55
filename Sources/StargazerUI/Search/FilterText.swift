import GtkBridge
import StargazerCore
import StargazerLibrary

enum FilterText {
    static var filters: String { tr("Filters") }
    /// Returns the accessible name of the button.
    static func filters(active count: Int) -> String {
        count == 0
            ? filters : trn("Filters, %1$s active", "Filters, %1$s active", count).filled(NumberText.full(count))
    }
    static var source: String { tr("Source") }
    static var more: String { tr("More Filters") }
    static var clear: String { tr("Clear Filters") }
    static var batchSize: String { tr("Results per Page") }
    /// The choice that switches a filter off.
    static var any: String { trc("value of a filter", "Any") }

    static func chip(_ chip: QueryChip, of presentation: any QualifierPresentation) -> String {
        let value = value(chip.value, of: chip.name, presentation)
        let phrase = presentation.description(of: chip.name)?.phrase(value) ?? "\(chip.name.rawValue): \(value)"
        // Translators: an exclusion in a search; %1$s is a filter, for example "Java" or "Stars: > 100".
        return chip.isNegated ? tr("Except: %1$s").filled(phrase) : phrase
    }

    /// Returns a value in lower case, for use in a phrase.
    static func value(_ value: QueryValueContent, of name: QualifierName, _ presentation: any QualifierPresentation)
        -> String
    {
        switch value {
        case .number(let range): number(range)
        case .day(let range): day(range)
        case .span(let span): phrase(span)
        case .choices(let values):
            JoinText.list(values.map { presentation.description(of: name)?.word(for: $0) ?? $0 })
        case .word(let word): presentation.description(of: name)?.word(for: word) ?? word
        case .unreadable(let text): text
        }
    }

    /// Returns a value by itself, as a choice.
    static func choice(_ value: QueryValueContent, of name: QualifierName, _ presentation: any QualifierPresentation)
        -> String
    {
        if case .span(let span) = value { return self.name(span) }
        return self.value(value, of: name, presentation)
    }

    /// Returns an offered value, with the number of items that have it: "Rust  425".
    static func choice(_ choice: FilterChoice, of name: QualifierName, _ presentation: any QualifierPresentation)
        -> String
    {
        let value = self.choice(choice.content, of: name, presentation)
        return choice.count.map { "\(value)  \($0.text)" } ?? value
    }

    private static func number(_ range: QueryRange<String>) -> String {
        switch range {
        case .exactly(let number): number
        case .above(let number): "> \(number)"
        case .from(let number): "≥ \(number)"
        case .below(let number): "< \(number)"
        case .upTo(let number): "≤ \(number)"
        case .between(let low, let high): "\(low)–\(high)"
        }
    }

    private static func day(_ range: QueryRange<String>) -> String {
        switch range {
        case .exactly(let day): day
        // Translators: %1$s is a day, a month or a year, here and in the next texts.
        case .above(let day): trc("after a label such as Last Push:", "after %1$s").filled(day)
        case .from(let day): trc("after a label such as Last Push:", "since %1$s").filled(day)
        case .below(let day): trc("after a label such as Last Push:", "before %1$s").filled(day)
        case .upTo(let day): trc("after a label such as Last Push:", "until %1$s").filled(day)
        case .between(let first, let last):
            trc("two dates, after a label such as Last Push:", "%1$s to %2$s").filled(first, last)
        }
    }

    private static func phrase(_ span: DateRangePreset) -> String {
        switch span {
        case .pastWeek: trc("after a label such as Last Push:", "in the past week")
        case .pastMonth: trc("after a label such as Last Push:", "in the past month")
        case .pastYear: trc("after a label such as Last Push:", "in the past year")
        case .thisYear: trc("after a label such as Last Push:", "this year")
        }
    }

    private static func name(_ span: DateRangePreset) -> String {
        switch span {
        case .pastWeek: tr("Past week")
        case .pastMonth: tr("Past month")
        case .pastYear: tr("Past year")
        case .thisYear: tr("This year")
        }
    }

    // MARK: Problems

    static func sentence(_ problem: BatchSizeProblem, range: ClosedRange<Int>) -> String {
        let (least, most) = (String(range.lowerBound), String(range.upperBound))
        return switch problem {
        case .notANumber: tr("Enter a number from %1$s to %2$s, using the digits 0 to 9.").filled(least, most)
        case .outOfRange: tr("Enter a number from %1$s to %2$s.").filled(least, most)
        }
    }

    /// Returns the sentence about a problem, for the hint under the entry.
    static func sentence(_ problem: QueryProblem, of presentation: (any QualifierPresentation)?) -> String {
        switch problem {
        case .tooLong(let count, let limit):
            JoinText.sentences([
                trn("The search text has %1$s character.", "The search text has %1$s characters.", count).filled(
                    NumberText.full(count)),
                trn("At most %1$s character is allowed.", "At most %1$s characters are allowed.", limit)
                    .filled(NumberText.full(limit)),
            ])
        case .tooManyOperators(let count, let limit):
            JoinText.sentences([
                trn("AND, OR and NOT are used %1$s time.", "AND, OR and NOT are used %1$s times.", count)
                    .filled(NumberText.full(count)),
                // Translators: about the operators AND, OR and NOT.
                trn("They can be used at most %1$s time.", "They can be used at most %1$s times.", limit)
                    .filled(NumberText.full(limit)),
            ])
        case .unknownQualifier(let name):
            tr("“%1$s:” is not a filter here. It is searched for as text.").filled(clean(name))
        case .missingValue(let name): tr("“%1$s:” has no value.").filled(name.rawValue)
        case .notANumber(let name, let text):
            tr("“%1$s:%2$s” is not a number or a range, such as >100 or 10..50.").filled(name.rawValue, clean(text))
        case .notADate(let name, let text):
            tr("“%1$s:%2$s” is not a date or a range, such as 2024-05-31 or >=2024.").filled(name.rawValue, clean(text))
        case .unknownValue(let name, let text, let known):
            tr("“%1$s:%2$s” is not one of: %3$s.")
                .filled(name.rawValue, clean(text), JoinText.list(known))
        case .unfamiliarValue(let name, let text):
            // Translators: a filter and its value, such as language:swfit.
            tr("“%1$s:%2$s” may be misspelled.").filled(name.rawValue, clean(text))
        case .unclosedQuote: tr("A quotation mark is not closed.")
        case .unclosedParenthesis: tr("A parenthesis is not closed.")
        // Translators: %1$s is AND, OR or NOT, which are not translated.
        case .missingOperand(let name): tr("Something is missing next to “%1$s”.").filled(name)
        case .catalogSpecific: presentation?.wording(of: problem)?.sentence ?? tr("Try other search terms.")
        }
    }

    /// Returns the label of the button that replaces a part of the search text.
    static func use(_ word: String) -> String {
        // Translators: a button; %1$s is a filter as typed, such as archived:true.
        tr("Use “%1$s”").filled(clean(word))
    }

    private static func clean(_ text: String) -> String { CleanText.line(text, limit: 40) }
}
