import GtkBridge
import StargazerLibrary

/// Joins whole texts. Not every language does this with a space or a comma.
enum JoinText {
    static func sentences(_ sentences: [String]) -> String {
        // Translators: %1$s and %2$s are whole sentences, each with its period.
        join(sentences, trc("two sentences", "%1$s %2$s"))
    }

    static func clauses(_ first: String, _ second: String) -> String {
        // Translators: %1$s and %2$s are clauses such as "3 stars were imported" and "2 were favorites already".
        trc("two clauses", "%1$s; %2$s").filled(first, second)
    }

    static func headed(_ heading: String, _ sentence: String) -> String {
        // Translators: %1$s is a heading without a period, such as "This Is Blocked", %2$s a sentence with one.
        trc("heading and sentence", "%1$s. %2$s").filled(heading, sentence)
    }

    static func list(_ parts: [String]) -> String {
        // Translators: joins the items of a list; with more than two, %1$s is the joined beginning.
        join(parts, trc("list", "%1$s, %2$s"))
    }

    private static func join(_ parts: [String], _ joint: String) -> String {
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { joint.filled($0, $1) }
    }
}

/// Formats numbers for the language, for texts that receive plain numbers.
enum NumberText {
    static func full(_ number: Int) -> String { Formats(locale: Installation.locale).full(number) }
}
