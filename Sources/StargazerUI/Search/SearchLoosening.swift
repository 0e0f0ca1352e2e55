/// A search that finds more.
enum SearchLoosening {
    /// The words of a search without its qualifiers (`language:swift`, `-topic:ui`).
    static func withoutQualifiers(_ query: String) -> String {
        query.split(separator: " ").filter { !$0.contains(":") }.joined(separator: " ")
    }
}
