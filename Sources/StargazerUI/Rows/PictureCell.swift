import CStargazer
import GtkBridge
import StargazerCore

/// The content of a cell: the picture, the title on one line, and a star button in the corner.
@MainActor final class PictureCell: ItemContentView {
    let root: Handle
    let star: StarButton
    private(set) var content: ItemContent?
    private let newMark: Handle
    private let title: Handle
    private let picture: PictureView
    private let animation: CellAnimation
    /// Created for the first picture that is missing.
    private var missing: MissingPicture?

    /// The longer side of a picture in the widest cell.
    private static let maximumSide: Int32 = 240
    private static let avatarSize: Int32 = 128

    init(pictures: PictureStore, starPressed: @escaping @MainActor () -> Void) {
        let ui = UIBuilder(PackageResources.PictureCell_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        newMark = ui["new"]
        title = ui["title"]
        picture = PictureView(
            ui["picture"], avatarSize: Self.avatarSize, maximumSide: Self.maximumSide, pictures: pictures)
        animation = CellAnimation(over: picture, pictures: pictures, side: Int(Self.maximumSide))
        star = StarButton(ui["star"], pressed: starPressed)
        // The title is the accessible name of the cell.
        ui["picture"].setAccessibleHidden(true)
        addLazyTooltip(title) { $0.title }
        animation.connect(root)
        picture.missingChanged = { [weak self] in self?.showMissing($0) }
        openByTouch()
    }

    /// The star button follows the button of a missing picture.
    var controls: [Handle] {
        guard let missing, missing.isShown else { return [star.button] }
        return [missing.button, star.button]
    }

    /// Shows or hides the missing state in place of the picture.
    private func showMissing(_ isMissing: Bool) {
        guard isMissing || missing != nil else { return }
        let missing =
            missing
            ?? MissingPicture { [weak self] in
                // The button disappears, so move the focus to the cell.
                if self?.missing?.button.hasFocusInside == true { self?.root.parent?.parent?.grabFocus() }
                self?.picture.tryAgain()
            }
        if self.missing == nil { gtk_overlay_add_overlay(root.opaque, missing.root.widget) }
        self.missing = missing
        missing.show(isMissing, canTryAgain: picture.canTryAgain)
    }

    func reset() {
        animation.show(nil)
        picture.reset()
    }

    func show(_ item: ItemContent) {
        content = item
        newMark.setVisible(item.isNew)
        title.setLabel(item.name)
        gtk_label_set_xalign(title.opaque, item.picture.shape == .round ? 0.5 : 0)
        animation.show(item.picture.animated)
        picture.show(item.picture, fit: .cover)
        star.show(isFavorite: item.isFavorite, isSignedIn: item.isStarredOnServer != nil)
    }
}

/// The placeholder of a missing picture, with a button that tries again.
@MainActor private final class MissingPicture {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    let button = Handle(gtk_button_new_with_label(RowText.tryPictureAgain))
    private(set) var isShown = false

    init(tryAgain: @escaping @MainActor () -> Void) {
        let text = Handle(gtk_label_new(RowText.noPicture))
        gtk_label_set_wrap(text.opaque, 1)
        gtk_label_set_justify(text.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_max_width_chars(text.opaque, 14)
        text.setClass("caption", true)
        gtk_widget_set_halign(button.widget, GTK_ALIGN_CENTER)
        button.setClass("picture-again", true)
        [text, button].forEach { root.append($0) }
        root.setClass("no-picture", true)
        gtk_widget_set_halign(root.widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(root.widget, GTK_ALIGN_END)
        Signals.connect(button, "clicked", tryAgain)
    }

    func show(_ isShown: Bool, canTryAgain: Bool) {
        self.isShown = isShown && canTryAgain
        root.setVisible(isShown)
        button.setVisible(canTryAgain)
    }
}
