import Foundation
public import Observation
package import StargazerLibrary

/// The notes that are being written. A note is saved after a pause in typing, every two seconds without one, or at once
/// when the user leaves it. A text that is not on disk stays here, whatever the window shows.
@MainActor @Observable public final class NotesModel {
    struct Draft: Equatable, Sendable {
        var text: String
        var state = State.typed

        enum State: Equatable, Sendable {
            case typed, writing
            case failed(AnnotationFailure)
        }
    }

    /// What one stay in a note has changed, to be undone at once.
    @MainActor private final class Stay {
        var before: String?
        var after = ""
        var title: String?
    }

    private struct Listener {
        weak var page: AnnotationsViewModel?
    }

    /// The texts that are not on disk yet.
    private(set) var drafts: [ItemID: Draft] = [:]
    /// Counts the writes that have ended. A note that was read before the last one may be out of date.
    @ObservationIgnored private(set) var writes = 0
    @ObservationIgnored private var pauses: [ItemID: Task<Void, Never>] = [:]
    /// When the oldest unsaved letter of a note was typed.
    @ObservationIgnored private var begun: [ItemID: Date] = [:]
    @ObservationIgnored private var stays: [ItemID: Stay] = [:]
    /// The stored texts that the drafts were made from.
    @ObservationIgnored private var bases: [ItemID: String] = [:]
    @ObservationIgnored private var listeners: [Listener] = []
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let undo: UndoStack
    @ObservationIgnored private let time: TimeSource

    /// The length of the pause in typing.
    static let delay = Duration.milliseconds(500)
    /// The longest time that a letter waits while the user types without a pause.
    static let maxDelay: TimeInterval = 2

    /// - Parameter undo: over the same queue; nil for one of its own.
    package init(writer: LibraryWriter, undo: UndoStack? = nil, time: TimeSource) {
        self.writer = writer
        self.undo = undo ?? UndoStack(writer: writer, time: time)
        self.time = time
        self.undo.endOpenEdits = { [weak self] in self?.saveAll() }
    }

    isolated deinit { for pause in pauses.values { pause.cancel() } }

    /// Informs a page about saved notes while it exists.
    func add(_ page: AnnotationsViewModel) {
        listeners.removeAll { $0.page == nil }
        listeners.append(Listener(page: page))
    }

    /// Replaces the text of a note, to be saved after the pause.
    /// - Parameter base: the stored text that the editor shows; nil to replace any.
    /// - Returns: false for a text that is too long; the note stays as it is.
    @discardableResult
    package func type(_ text: String, of id: ItemID, from base: String? = nil) -> Bool {
        guard text.utf8.count <= Note.maxLength else { return false }
        if drafts[id] == nil { bases[id] = base }
        drafts[id] = Draft(text: text)
        pauses[id]?.cancel()
        let now = time.now()
        let typing = now.timeIntervalSince(begun[id] ?? now)
        begun[id] = begun[id] ?? now
        let delay = min(Self.delay, .seconds(max(0, Self.maxDelay - typing)))
        pauses[id] = Task { [weak self, time] in
            do { try await time.sleep(delay) } catch { return }
            if !Task.isCancelled { self?.save(id) }
        }
        return true
    }

    /// Saves a note at once, if it has unsaved text.
    private func save(_ id: ItemID) {
        pauses.removeValue(forKey: id)?.cancel()
        begun[id] = nil
        guard let draft = drafts[id], draft.state != .writing else { return }
        drafts[id]?.state = .writing
        let stay = stays[id] ?? Stay()
        stays[id] = stay
        writer.add { library throws(AnnotationFailure) -> (AppliedEdit, text: String)? in
            // An earlier write of the note may have waited too, and has changed what the text is made from.
            guard let (text, base) = await self.next(id) else { return nil }
            return (try await library.apply(.writeNote(id, from: base, to: text), sending: [], if: .none), text)
        } done: { result in
            if case .success(let (applied, _)?) = result, case .writeNote(_, let after, let before)? = applied.inverse {
                stay.before = stay.before ?? before
                stay.after = after ?? ""
                stay.title = applied.title
            }
            self.ended(result, of: id)
        }
    }

    /// Returns the text to write and the stored one that it was made from; nil when all is written.
    private func next(_ id: ItemID) -> (text: String, base: String?)? { drafts[id].map { ($0.text, bases[id]) } }

    /// Saves a note at once, because the user leaves it. One undo takes back everything that was written.
    func leave(_ id: ItemID) {
        save(id)
        guard let stay = stays.removeValue(forKey: id) else { return }
        let entry = undo.begin(UserChange(.note), endsOpenEdits: false)
        writer.add { library throws(AnnotationFailure) in
        } done: { [undo] _ in
            entry.change.title = stay.title
            if let before = stay.before, before != stay.after {
                entry.edits = [.writeNote(id, from: stay.after, to: before)]
            }
            undo.finish(entry)
        }
    }

    package func saveAll() { for id in Set(drafts.keys).union(stays.keys) { leave(id) } }

    private func ended(_ result: Result<(AppliedEdit, text: String)?, AnnotationFailure>, of id: ItemID) {
        writes += 1
        switch result {
        case .success(nil): break
        case .success(let (applied, text)?):
            let stored = applied.joinedNote ?? text
            bases[id] = stored
            // Before the draft goes, or the previous text would show.
            for listener in listeners { listener.page?.noteSaved(stored, of: id, isJoined: stored != text) }
            let typed = drafts[id]?.text
            if typed == text {
                drafts[id] = nil
            } else if let typed, let joined = applied.joinedNote, joined.hasSuffix(text) {
                // What was typed meanwhile follows the other text, too.
                drafts[id]?.text = joined.dropLast(text.count) + typed
            }
        case .failure(let failure):
            if drafts[id]?.state == .writing { drafts[id]?.state = .failed(failure) }
        }
    }
}
