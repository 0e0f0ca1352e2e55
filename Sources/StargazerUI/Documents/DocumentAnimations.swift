import CStargazer
import GtkBridge
import StargazerCore

/// Plays the animations of a document that `AnimationSelection` selects, and none while the page scrolls: that needs
/// the time of the frames.
@MainActor final class DocumentAnimations {
    private struct Member {
        weak var picture: DocumentPicture?
    }

    /// The GtkScrolledWindow that contains the document.
    private let scroll: Handle
    private var members: [Member] = []
    private var resting: Task<Void, Never>?

    /// The time without scrolling after which animations play.
    private static let rest = Duration.milliseconds(150)

    init(in scroll: Handle) { self.scroll = scroll }

    isolated deinit { resting?.cancel() }

    func add(_ picture: DocumentPicture) {
        members.removeAll { $0.picture == nil || $0.picture === picture }
        members.append(Member(picture: picture))
        update()
    }

    func scrolled() {
        for member in members { member.picture?.animation?.isHeld = true }
        resting?.cancel()
        resting = nil
        update()
    }

    /// Selects again after a change of the page or of what has the user's attention.
    func update() {
        guard resting == nil, !members.isEmpty else { return }
        resting = Task { [weak self] in
            do { try await Task.sleep(for: Self.rest) } catch { return }
            self?.resting = nil
            self?.select()
        }
    }

    private func select() {
        let all = members.compactMap(\.picture)
        let places = all.map { picture in
            let bounds = picture.bounds(in: scroll)
            return AnimationSelection.Candidate(
                top: bounds?.top ?? -1, bottom: bounds?.bottom ?? -1,
                isSelected: picture.animation?.isInView == true,
                hasAttention: picture.animation?.hasAttention == true)
        }
        let height = Double(gtk_widget_get_height(scroll.widget))
        let selected = AnimationSelection.selected(of: places, height: height)
        for (index, picture) in all.enumerated() where !selected.contains(index) { picture.animation?.isInView = false }
        for index in selected {
            all[index].animation?.isHeld = false
            all[index].animation?.isInView = true
        }
    }
}
