public import Observation
public import StargazerLibrary

/// The tags and the note of a favorite.
public struct AnnotationsContent: Equatable, Sendable {
    public let id: ItemID
    public internal(set) var tags: [Tag]
    /// The text as typed, on disk or not.
    public internal(set) var note: String
    /// Why the text is not on disk.
    public internal(set) var failure: AnnotationFailure?
    /// Whether another process wrote the note at the same time, and both texts were kept.
    public internal(set) var isJoined = false
}

public enum AnnotationsPhase: Equatable, Sendable {
    /// The item is not a favorite.
    case none
    case loading
    case shown(AnnotationsContent)
    case failed(LibraryFailure)
}

/// The tags and the note of the item in the details.
@MainActor @Observable public final class AnnotationsViewModel {
    public private(set) var phase = AnnotationsPhase.none

    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let notes: NotesModel
    @ObservationIgnored private var item: ItemID?
    @ObservationIgnored private var stored: (tags: [Tag], note: String)?
    @ObservationIgnored private var isJoined = false
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var readRevision: Int?
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(favoritesModel: FavoritesModel, notes: NotesModel) {
        self.favoritesModel = favoritesModel
        self.notes = notes
        watching = Task { [weak self] in
            let news = Observations { (favoritesModel.facts, favoritesModel.revision, notes.drafts) }
            for await _ in news { self?.update() }
        }
        notes.add(self)
    }

    isolated deinit { watching?.cancel() }

    /// Shows another item, and saves the note of the previous one.
    func show(_ id: ItemID?) {
        guard id != item else { return }
        leaveNote()
        item = id
        ticket += 1
        (stored, readRevision, phase, isJoined) = (nil, nil, .none, false)
        update()
    }

    /// - Parameter id: the item whose note was on the screen.
    /// - Returns: false for a text that is too long; the note stays as it is.
    public func noteTyped(_ text: String, of id: ItemID) -> Bool {
        guard notes.type(text, of: id, from: id == item ? stored?.note : nil) else { return false }
        isJoined = false
        derive()
        return true
    }

    /// Saves the note at once, because the user does something else.
    public func leaveNote() { if let item { notes.leave(item) } }

    func noteSaved(_ text: String, of id: ItemID, isJoined: Bool) {
        guard id == item else { return }
        stored?.note = text
        if isJoined { self.isJoined = true }
    }

    private func update() {
        guard let item else { return }
        guard favoritesModel.contains(item) else {
            leaveNote()
            ticket += 1
            (stored, readRevision) = (nil, nil)
            if phase != .none { phase = .none }
            return
        }
        derive()
        if readRevision != favoritesModel.revision { read(item) }
    }

    private func read(_ id: ItemID) {
        guard let library = favoritesModel.library else { return }
        ticket += 1
        readRevision = favoritesModel.revision
        Task { [weak self, ticket] in
            do throws(LibraryFailure) {
                var answer: (tags: [Tag], note: String)
                var writes: Int?
                repeat {
                    writes = self?.notes.writes
                    answer = (try await library.tags(of: [id])[id] ?? [], try await library.note(of: id)?.text ?? "")
                    // A note was saved meanwhile.
                } while writes != self?.notes.writes
                guard let self, ticket == self.ticket else { return }
                stored = answer
            } catch {
                guard let self, ticket == self.ticket else { return }
                if stored == nil { return phase = .failed(error) }
            }
            self?.derive()
        }
    }

    private func derive() {
        guard let item else { return }
        guard let stored else {
            if case .failed = phase { return }
            if phase != .loading { phase = .loading }
            return
        }
        let draft = notes.drafts[item]
        var failure: AnnotationFailure?
        if case .failed(let reason)? = draft?.state { failure = reason }
        let new = AnnotationsPhase.shown(
            AnnotationsContent(
                id: item, tags: stored.tags, note: draft?.text ?? stored.note, failure: failure, isJoined: isJoined))
        if new != phase { phase = new }
    }
}
