import CStargazer
import GtkBridge

/// A round button on a picture.
@MainActor final class PictureButton {
    let root = Handle(gtk_button_new())
    var pressed: () -> Void = {}

    init(_ icon: String, _ label: String) {
        for name in ["circular", "osd"] { root.setClass(name, true) }
        root.setVisible(false)
        show(icon, label)
        Signals.connect(root, "clicked") { [weak self] in self?.pressed() }
    }

    func show(_ icon: String, _ label: String) {
        gtk_button_set_icon_name(root.cast(), icon)
        root.setAccessibleName(label)
        root.setTooltip(label)
    }
}
