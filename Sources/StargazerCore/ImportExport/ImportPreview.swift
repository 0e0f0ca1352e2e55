/// What the user sees of a file before it is imported.
public struct ImportPreview: Equatable, Sendable {
    /// The file's name.
    public var name: String
    public var source: ImportSource
    /// Known and new favorites together.
    public var favorites: NumberContent
    public var new: NumberContent
    public var tags: NumberContent
    public var notes: NumberContent
    public var searches: NumberContent
    /// What cannot be imported, in a fixed order.
    public var problems: [Problem]
    /// Whether there is anything to import.
    public var canImport: Bool

    public struct Problem: Equatable, Sendable {
        public var reason: ImportProblem
        public var count: NumberContent
    }

    package init(_ plan: ImportPlan, name: String, formats: Formats) {
        self.name = name
        source = plan.source
        favorites = NumberContent(plan.favorites, formats: formats)
        new = NumberContent(plan.new, formats: formats)
        tags = NumberContent(plan.tags, formats: formats)
        notes = NumberContent(plan.notes, formats: formats)
        searches = NumberContent(plan.content.searches.count, formats: formats)
        problems = ImportProblem.allCases.compactMap { reason in
            plan.problems[reason].map { Problem(reason: reason, count: NumberContent($0, formats: formats)) }
        }
        canImport = !plan.content.isEmpty
    }
}
