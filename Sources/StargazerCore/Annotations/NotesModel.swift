import Foundation
public import Observation

/// The notes that are being written. A note is saved after a pause in typing, every two seconds without one, or at once
/// when the user leaves it. A text
/// that is not on disk stays here, whatever the window shows.
@MainActor @Observable public final class NotesModel {
    struct Draft: Equatable, Sendable {
        var text: String
        var state = State.typed

        enum State: Equatable, Sendable {
            case typed, writing
            case failed(AnnotationFailure)
        }
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
    @ObservationIgnored private var listeners: [Listener] = []
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let time: TimeSource

    /// The length of the pause in typing.
    static let delay = Duration.milliseconds(500)
    /// The longest time that a letter waits while the user types without a pause.
    static let maxDelay: TimeInterval = 2

    package init(writer: LibraryWriter, time: TimeSource) {
        self.writer = writer
        self.time = time
    }

    isolated deinit { for pause in pauses.values { pause.cancel() } }

    /// Informs a page about saved notes while it exists.
    func add(_ page: AnnotationsViewModel) {
        listeners.removeAll { $0.page == nil }
        listeners.append(Listener(page: page))
    }

    /// Replaces the text of a note, to be saved after the pause.
    /// - Returns: false for a text that is too long; the note stays as it is.
    @discardableResult
    package func type(_ text: String, of id: ItemID) -> Bool {
        guard text.utf8.count <= Note.maxLength else { return false }
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
    func save(_ id: ItemID) {
        pauses.removeValue(forKey: id)?.cancel()
        begun[id] = nil
        guard let draft = drafts[id], draft.state != .writing else { return }
        drafts[id]?.state = .writing
        writer.add { library throws(AnnotationFailure) in
            try await library.setNote(draft.text, of: id)
        } done: { result in
            self.ended(result, draft.text, of: id)
        }
    }

    /// Saves all notes at once.
    package func saveAll() { for id in drafts.keys { save(id) } }

    private func ended(_ result: Result<Void, AnnotationFailure>, _ text: String, of id: ItemID) {
        writes += 1
        switch result {
        case .success:
            // Before the draft goes, or the previous text would show.
            for listener in listeners { listener.page?.noteSaved(text, of: id) }
            if drafts[id]?.text == text { drafts[id] = nil }
        case .failure(let failure):
            if drafts[id]?.text == text { drafts[id]?.state = .failed(failure) }
        }
    }
}
