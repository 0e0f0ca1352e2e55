public import Observation

/// A change of tags that can be undone.
public enum TagEdit: Equatable, Sendable {
    case deleted(RemovedTag)
    case merged(RemovedTag, into: Tag)
    /// In the order in which they were made.
    case changed([TagAssignment])
}

/// Items that got a tag, or no longer have it.
public struct TagAssignment: Equatable, Sendable {
    public let tag: Tag
    public let isSet: Bool
    public let items: [ItemID]
}

/// The user's tags, as the library has committed them, and all changes of tags.
@MainActor @Observable public final class TagsModel {
    /// An edit, to be offered for undo once.
    public struct UndoableEdit: Equatable, Sendable {
        /// Unique for each edit.
        public let serial: Int
        public let edit: TagEdit
    }

    /// A change that could not be saved, to be shown once.
    public struct Problem: Equatable, Sendable {
        /// Unique for each problem.
        public let serial: Int
        public let failure: AnnotationFailure
    }

    /// All tags by name; nil until the library has answered.
    public private(set) var loaded: [CountedTag]?
    public var all: [CountedTag] { loaded ?? [] }
    public private(set) var lastEdit: UndoableEdit?
    public private(set) var problem: Problem?
    /// Whether a change is under way: `loaded` may show it before `lastEdit` says what became of a tag.
    private(set) var isChanging = false
    /// Folded topics that the user does not want to be suggested.
    private(set) var dismissedTopics: Set<String> = []

    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private var lastSerial = 0
    @ObservationIgnored private var changes = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// The most items of a transaction.
    private static let batchSize = 1_000
    private static let maxDismissedTopics = 1_000

    /// - Parameter writer: the queue of the library's changes.
    package init(favoritesModel: FavoritesModel, writer: LibraryWriter) {
        self.favoritesModel = favoritesModel
        self.writer = writer
        watching = Task { [weak self] in
            for await _ in Observations({ (favoritesModel.revision, favoritesModel.library != nil) }) {
                guard let tags = try? await favoritesModel.library?.tags() else { continue }
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
        guard case .merged(let removed, let target)? = lastEdit?.edit, removed.tag.name == name else { return nil }
        return all.first { $0.tag.id == target.id }?.tag
    }

    func tags(of items: [ItemID]) async throws(LibraryFailure) -> [ItemID: [Tag]] {
        guard let library = favoritesModel.library else { throw .unavailable(code: "no library") }
        return try await library.tags(of: items)
    }

    // MARK: Changes that a dialog waits for

    /// Adds a tag to items, and creates it if there is none with this name.
    func add(_ name: String, to items: [ItemID]) async throws(AnnotationFailure) -> TagAssignment {
        let batch = Array(items.prefix(Self.batchSize))
        let (tag, change) = try await writer.perform { library throws(AnnotationFailure) in
            try await library.addTag(name, color: nil, to: batch)
        }
        let rest = try await set(tag, to: true, on: Array(items.dropFirst(batch.count)))
        return TagAssignment(tag: tag, isSet: true, items: change.changed + rest.items)
    }

    /// - Returns: the change, with those of the items that it concerns.
    func set(_ tag: Tag, to isSet: Bool, on items: [ItemID]) async throws(AnnotationFailure) -> TagAssignment {
        var changed: [ItemID] = []
        for start in stride(from: 0, to: items.count, by: Self.batchSize) {
            let batch = Array(items[start..<min(start + Self.batchSize, items.count)])
            changed += try await writer.perform { library throws(AnnotationFailure) in
                try await library.setTag(tag.id, to: isSet, on: batch).changed
            }
        }
        return TagAssignment(tag: tag, isSet: isSet, items: changed)
    }

    func dismiss(topic: String) {
        if dismissedTopics.count < Self.maxDismissedTopics { dismissedTopics.insert(ItemFilter.folded(topic)) }
    }

    // MARK: Changes with undo

    /// Adds a tag to items, which one undo removes again.
    public func add(_ tag: Tag, to items: [ItemID]) {
        perform { tags throws(AnnotationFailure) in
            let change = try await tags.set(tag, to: true, on: items)
            return change.items.isEmpty ? nil : .changed([change])
        }
    }

    /// Offers to undo changes that have been made.
    func offerUndo(of changes: [TagAssignment]) {
        let changes = changes.filter { !$0.items.isEmpty }
        if !changes.isEmpty { lastEdit = UndoableEdit(serial: nextSerial(), edit: .changed(changes)) }
    }

    /// Renames a tag, or merges it into the tag that has the name.
    public func rename(_ id: TagID, to name: String) {
        change { library throws(AnnotationFailure) in
            guard case .merged(let tag, let removed) = try await library.renameTag(id, to: name) else { return nil }
            return .merged(removed, into: tag)
        }
    }

    public func setColor(_ color: TagColor?, of id: TagID) {
        change { library throws(AnnotationFailure) in
            try await library.setColor(color, of: id)
            return nil
        }
    }

    public func merge(_ id: TagID, into other: Tag) {
        change { library throws(AnnotationFailure) in
            .merged(try await library.mergeTag(id, into: other.id), into: other)
        }
    }

    public func delete(_ id: TagID) {
        change { library throws(AnnotationFailure) in .deleted(try await library.deleteTag(id)) }
    }

    public func undo(_ edit: TagEdit) {
        switch edit {
        case .deleted(let removed), .merged(let removed, _):
            change { library throws(AnnotationFailure) in
                try await library.restoreTag(removed)
                return nil
            }
        case .changed(let changes):
            perform { tags throws(AnnotationFailure) in
                for change in changes.reversed() {
                    _ = try await tags.set(change.tag, to: !change.isSet, on: change.items)
                }
                return nil
            }
        }
    }

    /// Makes one change of the library.
    private func change(_ change: @escaping LibraryWriter.Change<TagEdit?, AnnotationFailure>) {
        perform { tags throws(AnnotationFailure) in try await tags.writer.perform(change) }
    }

    /// Runs a change, even if the window closes meanwhile.
    private func perform(
        _ change: @escaping @MainActor (TagsModel) async throws(AnnotationFailure) -> TagEdit?
    ) {
        changes += 1
        isChanging = true
        Task {
            defer {
                changes -= 1
                isChanging = changes > 0
            }
            do throws(AnnotationFailure) {
                if let edit = try await change(self) { lastEdit = UndoableEdit(serial: nextSerial(), edit: edit) }
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
