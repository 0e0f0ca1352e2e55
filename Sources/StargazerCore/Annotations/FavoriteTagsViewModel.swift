import Foundation
public import Observation
public import StargazerLibrary

/// The dialog that adds tags to favorites and removes them.
@MainActor @Observable public final class FavoriteTagsViewModel {
    /// How many of the items have a tag.
    public enum Mark: Sendable {
        case none, some, all
    }

    public struct Choice: Equatable, Sendable, Identifiable {
        public let tag: Tag
        /// All favorites with the tag.
        public let favorites: NumberContent
        public let mark: Mark

        public var id: TagID { tag.id }
    }

    /// The name to add, as typed.
    public private(set) var text = ""
    /// The tags whose names contain the text: those that the items had since the dialog opened, then the most used.
    public private(set) var choices: [Choice] = []
    public private(set) var hasMore = false
    /// The name of the tag that Enter creates; nil when it exists.
    public private(set) var newName: String?
    /// Topics of the items that are no tags yet, the most frequent first.
    public private(set) var suggestions: [String] = []
    /// Why the last change was not saved; nil after it was.
    public private(set) var failure: AnnotationFailure?
    @ObservationIgnored public let count: NumberContent
    /// The name of the only item; nil for several.
    @ObservationIgnored public let title: String?

    static let maxChoices = 100
    static let maxSuggestions = 8

    @ObservationIgnored private let tags: TagsModel
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let items: [ItemID]
    /// The topics of the items, the most frequent first.
    @ObservationIgnored private let topics: [String]
    /// The number of items with each tag; nil until the library has answered.
    private var marks: [TagID: Int]?
    /// The tags that the items had at first, and those that were added since.
    private var pinned: Set<TagID> = []
    /// The names that were typed since Enter was pressed.
    @ObservationIgnored private var typedNames = UndoStack.Group()
    /// Whether the items get the tags whose change is under way.
    @ObservationIgnored private var requested: [TagID: (isSet: Bool, count: Int)] = [:]
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter items: favorites.
    public init(_ items: [Item], tags: TagsModel, formats: Formats) {
        self.tags = tags
        self.formats = formats
        self.items = items.map(\.id)
        count = NumberContent(items.count, formats: formats)
        title = items.count == 1 ? items[0].cleanTitle : nil
        topics = Self.topics(of: items)
        watching = Task { [weak self] in
            for await _ in Observations({ tags.all }) { await self?.reload() }
        }
        derive()
    }

    isolated deinit { watching?.cancel() }

    private static func topics(of items: [Item]) -> [String] {
        var counts: [String: Int] = [:]
        for topic in items.flatMap(\.facts.attributes.topics) { counts[topic, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key).prefix(100)
            .map { CleanText.line($0, limit: Tag.maxNameLength) }.filter { !$0.isEmpty }
    }

    // MARK: User actions

    /// Changes the name to add. A comma ends a name, which is then added.
    public func typed(_ text: String) {
        guard text != self.text else { return }
        let names = text.split(omittingEmptySubsequences: false) { ",，、".contains($0) }
        self.text = names.count == 1 ? text : names.last.map { String($0.drop(while: \.isWhitespace)) } ?? ""
        failure = nil
        derive()
        for name in names.dropLast() where name.contains(where: { !$0.isWhitespace }) { add(String(name)) }
    }

    /// Adds the tag with the typed name, and creates it if it is new. One undo removes it and those that a comma ended.
    public func submit() {
        defer { typedNames = UndoStack.Group() }
        add(text) { [weak self, text] in if self?.text == text { self?.typed("") } }
    }

    /// Adds a tag to all items, or removes it when all have it. A second press reverts the first.
    public func toggle(_ id: TagID) {
        guard let choice = choices.first(where: { $0.id == id }) else { return }
        typedNames = UndoStack.Group()
        let isSet = requested[id].map { !$0.isSet } ?? (choice.mark != .all)
        requested[id] = (isSet, (requested[id]?.count ?? 0) + 1)
        change { editor throws(AnnotationFailure) in
            try await editor.tags.set(choice.tag, to: isSet, on: editor.items)
        } ended: { [weak self] in
            self?.requested[id]?.count -= 1
            if self?.requested[id]?.count == 0 { self?.requested[id] = nil }
        }
    }

    public func addSuggestion(_ topic: String) {
        typedNames = UndoStack.Group()
        add(topic)
        typedNames = UndoStack.Group()
    }

    private func add(_ name: String, done: @escaping @MainActor () -> Void = {}) {
        guard name.contains(where: { !$0.isWhitespace }) else { return failure = .emptyName }
        change(done: done) { [typedNames] editor throws(AnnotationFailure) in
            try await editor.tags.add(name, to: editor.items, in: typedNames)
        }
    }

    /// Runs a change, even if the dialog closes meanwhile.
    /// - Parameter ended: called when the marks show the change.
    private func change(
        done: @escaping @MainActor () -> Void = {},
        _ run: @escaping @MainActor (FavoriteTagsViewModel) async throws(AnnotationFailure) -> Tag?,
        ended: @escaping @MainActor () -> Void = {}
    ) {
        Task {
            do throws(AnnotationFailure) {
                if let tag = try await run(self) { pinned.insert(tag.id) }
                failure = nil
                done()
            } catch {
                failure = error
            }
            await reload()
            ended()
        }
    }

    // MARK: Content

    private func reload() async {
        // The marks stay; the next change of a tag reads them again.
        guard let found = try? await tags.tags(of: items) else { return }
        var marks: [TagID: Int] = [:]
        for tag in found.values.joined() { marks[tag.id, default: 0] += 1 }
        if self.marks == nil { pinned.formUnion(marks.keys) }
        self.marks = marks
        derive()
    }

    private func derive() {
        let filter = ItemFilter(text)
        let matching = tags.all.filter { filter.isBlank || filter.matches($0.tag.name) }
        let sorted = matching.enumerated().sorted { one, other in
            let (first, second) = (pinned.contains(one.element.tag.id), pinned.contains(other.element.tag.id))
            if first != second { return first }
            return (other.element.favorites, one.offset) < (one.element.favorites, other.offset)
        }
        choices = sorted.prefix(Self.maxChoices).map { choice($0.element) }
        hasMore = sorted.count > choices.count
        let name = CleanText.line(text, limit: .max)
        newName = filter.isBlank || tags.tag(named: name) != nil ? nil : name
        let names = Set(tags.all.map { ItemFilter.folded($0.tag.name) })
        suggestions = Array(topics.lazy.filter { !names.contains(ItemFilter.folded($0)) }.prefix(Self.maxSuggestions))
    }

    private func choice(_ tag: CountedTag) -> Choice {
        let number = marks?[tag.tag.id] ?? 0
        return Choice(
            tag: tag.tag, favorites: NumberContent(tag.favorites, formats: formats),
            mark: number == 0 ? .none : number == items.count ? .all : .some)
    }
}
