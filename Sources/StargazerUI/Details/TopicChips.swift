import CStargazer
import GtkBridge

/// The topics of a repository as chips that wrap.
@MainActor final class TopicChips {
    private let box: Handle
    private var shown: [String] = []

    init(box: Handle) {
        self.box = box
        sgz_wrap_children(box.raw, 6)
    }

    func show(_ topics: [String]) {
        box.setVisible(!topics.isEmpty)
        guard topics != shown else { return }
        shown = topics
        box.removeChildren()
        for topic in topics {
            let chip = Handle(gtk_label_new(topic))
            chip.setClass("topic", true)
            chip.setClass("caption", true)
            gtk_label_set_ellipsize(chip.opaque, PANGO_ELLIPSIZE_END)
            box.append(chip)
        }
    }
}
