import StargazerCore

/// Numbers as the language writes them, for texts that are not given them written already.
enum NumberText {
    static func whole(_ number: Int) -> String { Formats(locale: Installation.locale).full(number) }
}
