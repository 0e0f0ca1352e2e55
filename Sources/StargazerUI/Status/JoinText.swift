import GtkBridge

/// How texts that are whole by themselves are put together. Not every language does it by a space or a comma.
enum JoinText {
    /// One after the other.
    static func sentences(_ sentences: [String]) -> String {
        // Translators: %1$s and %2$s are whole sentences, each with its full stop.
        join(sentences, trc("two sentences", "%1$s %2$s"))
    }

    static func clauses(_ first: String, _ second: String) -> String {
        // Translators: %1$s and %2$s are such as "3 stars were imported" and "2 were favorites already".
        trc("two clauses", "%1$s; %2$s").filled(first, second)
    }

    static func headed(_ heading: String, _ sentence: String) -> String {
        // Translators: %1$s is a heading without a full stop, such as "You Are Offline", %2$s a sentence with one.
        trc("heading and sentence", "%1$s. %2$s").filled(heading, sentence)
    }

    static func list(_ parts: [String]) -> String {
        // Translators: puts together a list; of more than two, %1$s is what was put together so far.
        join(parts, trc("list", "%1$s, %2$s"))
    }

    private static func join(_ parts: [String], _ joint: String) -> String {
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { joint.filled($0, $1) }
    }
}
