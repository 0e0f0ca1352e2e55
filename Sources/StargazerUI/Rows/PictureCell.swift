import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The content of a cell: the picture, the title on one line, and a star button in the corner.
@MainActor final class PictureCell: ItemContentView {
    let root: Handle
    let star: StarButton
    private(set) var content: ItemContent?
    private let newMark: Handle
    private let title: Handle
    private let picture: PictureView
    private let animation: PictureAnimation
    private let missingPictures: MissingPictures?
    /// Created for the first picture that is missing.
    private var missing: MissingPicture?
    private var isMissing = false

    /// The longer side of a picture in the widest cell.
    private static let maximumSide: Int32 = 240
    private static let avatarSize: Int32 = 128
    /// Many play at a time without the user's attention.
    private static let animationQuality = (
        attention: PictureAnimation.Quality(resolution: PictureResolution(side: 240), bytes: 8_000_000),
        background: PictureAnimation.Quality(resolution: PictureResolution(side: 180), bytes: 4_000_000)
    )

    /// - Parameter missingPictures: those of the list.
    init(
        pictures: PictureStore, missingPictures: MissingPictures?, starPressed: @escaping @MainActor () -> Void
    ) {
        self.missingPictures = missingPictures
        let ui = UIBuilder(PackageResources.PictureCell_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        newMark = ui["new"]
        title = ui["title"]
        picture = PictureView(
            ui["picture"], avatarSize: Self.avatarSize, maximumSide: Self.maximumSide, pictures: pictures)
        animation = PictureAnimation(
            pictures: pictures, quality: Self.animationQuality,
            begin: { [picture] animation in
                let player = AnimationPlayer(animation)
                picture.replacePaintable(with: player.paintable)
                return player
            }, end: { [picture] in picture.replacePaintable(with: nil) })
        star = StarButton(ui["star"], pressed: starPressed)
        // The title is the accessible name of the cell.
        ui["picture"].setAccessibleHidden(true)
        addLazyTooltip(title) { $0.title }
        animation.connect(root)
        picture.missingChanged = { [weak self] in self?.showMissing($0) }
        openByTouch()
    }

    isolated deinit { setMissing(false) }

    /// The star button follows the button of a missing picture.
    var controls: [Handle] {
        guard let missing, missing.isShown else { return [star.button] }
        return [missing.button, star.button]
    }

    /// Shows or hides the icon in place of the picture.
    private func showMissing(_ isMissing: Bool) {
        setMissing(isMissing && picture.canTryAgain)
        guard isMissing || missing != nil else { return }
        let missing =
            missing
            ?? MissingPicture { [weak self] in
                // The button disappears, so move the focus to the cell.
                if self?.missing?.button.hasFocusInside == true { self?.root.parent?.parent?.grabFocus() }
                self?.picture.tryAgain()
            }
        if self.missing == nil { gtk_overlay_add_overlay(root.opaque, missing.button.widget) }
        self.missing = missing
        missing.show(isMissing, canTryAgain: picture.canTryAgain)
    }

    private func setMissing(_ isMissing: Bool) {
        guard isMissing != self.isMissing else { return }
        self.isMissing = isMissing
        if isMissing { missingPictures?.added() } else { missingPictures?.removed(isRetrying: picture.canTryAgain) }
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
        star.show(item)
    }
}

/// The icon in place of a missing picture, which tries again when it is pressed.
@MainActor private final class MissingPicture {
    let button = Handle(gtk_button_new_from_icon_name("image-missing-symbolic"))
    private(set) var isShown = false

    init(tryAgain: @escaping @MainActor () -> Void) {
        for style in ["flat", "circular", "missing-picture"] { button.setClass(style, true) }
        for align in [gtk_widget_set_halign, gtk_widget_set_valign] { align(button.widget, GTK_ALIGN_CENTER) }
        button.setAccessibleDescription(RowText.noPicture)
        Signals.connect(button, "clicked", tryAgain)
    }

    func show(_ isMissing: Bool, canTryAgain: Bool) {
        isShown = isMissing && canTryAgain
        button.setVisible(isMissing)
        gtk_widget_set_can_target(button.widget, canTryAgain ? 1 : 0)
        gtk_widget_set_focusable(button.widget, canTryAgain ? 1 : 0)
        button.setAccessibleName(canTryAgain ? RowText.tryPictureAgain : RowText.noPicture)
        button.setTooltip(canTryAgain ? RowText.tryPictureAgain : nil)
    }
}

/// The pictures of a list that could not be loaded, and the banner that requests all of them again.
@MainActor final class MissingPictures {
    let banner = Banner(isInstant: true)
    /// Called before the banner takes room from the list, or gives it back.
    var willResizeList: @MainActor () -> Void = {}
    /// Called when the banner disappears with the focus.
    var lostFocus: @MainActor () -> Void = {}
    private let pictures: PictureStore
    private var count = 0
    private var isShown = false

    /// One is marked in its cell alone.
    private static let least = 2

    init(pictures: PictureStore) { self.pictures = pictures }

    func added() {
        count += 1
        if count >= Self.least { show(true) }
    }

    /// - Parameter isRetrying: whether the picture is requested again. The banner stays while cells scroll out, so that
    ///   the others do not move.
    func removed(isRetrying: Bool) {
        count -= 1
        if isRetrying, count == 0 { show(false) }
    }

    /// Hides the banner, because the list shows other items.
    func listReplaced() { show(false) }

    private func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        let hadFocus = banner.root.hasFocusInside
        willResizeList()
        guard isShown else {
            banner.show(nil)
            if hadFocus { lostFocus() }
            return
        }
        banner.show(
            RowText.missingPictures,
            actions: [
                .init(label: RowText.tryPictureAgain) { [weak self] in
                    self?.show(false)
                    self?.pictures.failures.retryAll()
                }
            ])
    }
}
