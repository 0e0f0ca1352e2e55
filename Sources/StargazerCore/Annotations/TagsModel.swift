public import Observation
public import StargazerLibrary

/// The user's tags, as the library has committed them, and all changes of tags.
@MainActor @Observable public final class TagsModel {
    /// A change that could not be saved, to be shown once.
    public struct Problem: Equatable, Sendable {
        public let serial: Int
        public let failure: AnnotationFailure
    }

    /// All tags by name; nil until the library has answered.
    public private(set) var loaded: [CountedTag]?
    public var all: [CountedTag] { loaded ?? [] }
    public private(set) var problem: Problem?
    /// Whether a change is under way: `loaded` may show it before `lastMerge` says what became of a tag.
    private(set) var isChanging = false

    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private var undo: UndoStack { favoritesModel.undo }
    private var lastMerge: (name: String, target: TagID)?
    @ObservationIgnored private var lastSerial = 0
    @ObservationIgnored private var changes = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    private static let batchSize = 1_000

    package init(favoritesModel: FavoritesModel) {
        self.favoritesModel = favoritesModel
        watching = Task { [weak self] in
            for await _ in Observations({ (favoritesModel.revision, favoritesModel.library != nil) }) {
                let read = await favoritesModel.read { library throws(LibraryFailure) in try await library.tags() }
                guard let tags = read else { continue }
                self?.show(tags)
            }
        }
    }

    isolated deinit { watching?.cancel() }

    private func show(_ tags: [CountedTag]) { if tags != loaded { loaded = tags } }

    /// Returns the tag with this name, apart from case, accents and character width.
    public func tag(named name: String) -> Tag? {
        let name = ItemFilter.folded(CleanText.line(name, limit: .max))
        return all.first { ItemFilter.folded($0.tag.name) == name }?.tag
    }

    /// Returns the tag that another one was merged into most recently.
    func mergeTarget(of name: String) -> Tag? {
        guard let lastMerge, lastMerge.name == name else { return nil }
        return all.first { $0.tag.id == lastMerge.target }?.tag
    }

    func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]] {
        guard let library = favoritesModel.library else { throw .unavailable(code: "no library") }
        return try await library.tags(of: items)
    }

    // MARK: Changes

    /// Adds a tag to items, and creates it if there is none with this name.
    /// - Parameter group: the additions that are undone together with it.
    @discardableResult
    func add(
        _ name: String, to items: [ItemID], in group: UndoStack.Group? = nil
    ) async throws(AnnotationFailure) -> Tag? {
        try await assign(TagAssignment(name, isSet: true, on: items, creates: true), in: group)
    }

    @discardableResult
    func set(_ tag: Tag, to isSet: Bool, on items: [ItemID]) async throws(AnnotationFailure) -> Tag? {
        try await assign(TagAssignment(tag.name, isSet: isSet, on: items))
    }

    private func assign(
        _ assignment: TagAssignment, in group: UndoStack.Group? = nil
    ) async throws(AnnotationFailure) -> Tag? {
        let kind = assignment.isSet ? UserChange.Kind.tagSet(assignment.name) : .tagUnset(assignment.name)
        let entry = undo.begin(UserChange(kind), in: group)
        var results: [Result<AppliedEdit, AnnotationFailure>] = []
        let batches = max(1, (assignment.items.count + Self.batchSize - 1) / Self.batchSize)
        await withCheckedContinuation { continuation in
            for number in 0..<batches {
                var batch = assignment
                batch.items = Array(assignment.items.dropFirst(number * Self.batchSize).prefix(Self.batchSize))
                undo.write(.assignTag(batch), in: entry) {
                    results.append($0)
                    if results.count == batches { continuation.resume() }
                }
            }
        }
        var tag: Tag?
        for result in results { tag = try result.get().tag ?? tag }
        return tag
    }

    public func add(_ tag: Tag, to items: [ItemID]) {
        perform { tags throws(AnnotationFailure) in try await tags.set(tag, to: true, on: items) }
    }

    /// Renames a tag, or merges it into the tag that has the name.
    public func rename(_ id: TagID, to name: String) {
        edit(id) { tag in
            let other = self.tag(named: name).flatMap { $0.id == id ? nil : $0 }
            let kind = other.map { UserChange.Kind.tagMerged(tag.name, into: $0.name) }
            return (.renameTag(tag.name, to: name), kind ?? .tagRenamed(tag.name, to: name), other)
        }
    }

    public func setColor(_ color: TagColor?, of id: TagID) {
        edit(id) { (.colorTag($0.name, from: nil, to: color), .tagColored($0.name), nil) }
    }

    public func merge(_ id: TagID, into other: Tag) {
        edit(id) { (.mergeTag($0.name, into: other.name), .tagMerged($0.name, into: other.name), other) }
    }

    public func delete(_ id: TagID) { edit(id) { (.deleteTag($0.name), .tagDeleted($0.name), nil) } }

    /// - Parameter make: returns the change, and the tag that this one is merged into.
    private func edit(_ id: TagID, _ make: (Tag) -> (LibraryEdit, UserChange.Kind, Tag?)) {
        guard let tag = all.first(where: { $0.tag.id == id })?.tag else {
            problem = Problem(serial: nextSerial(), failure: .deleted)
            return
        }
        let (edit, kind, target) = make(tag)
        perform { tags throws(AnnotationFailure) in
            let applied = try await tags.undo.perform(edit, as: UserChange(kind))
            if let target, applied.inverse != nil { tags.lastMerge = (tag.name, target.id) }
        }
    }

    /// Runs a change, even if the window closes meanwhile.
    private func perform<Value>(_ change: @escaping @MainActor (TagsModel) async throws(AnnotationFailure) -> Value) {
        changes += 1
        isChanging = true
        Task {
            defer {
                changes -= 1
                isChanging = changes > 0
            }
            do throws(AnnotationFailure) {
                _ = try await change(self)
            } catch {
                problem = Problem(serial: nextSerial(), failure: error)
            }
        }
    }

    private func nextSerial() -> Int {
        lastSerial += 1
        return lastSerial
    }
}
