import StargazerCore

/// Formats numbers for the language, for texts that receive plain numbers.
enum NumberText {
    static func whole(_ number: Int) -> String { Formats(locale: Installation.locale).full(number) }
}
