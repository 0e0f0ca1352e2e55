import CStargazer
import GtkBridge
import StargazerCore

/// The content of a person's cell: the avatar, the name and the login below it, and a star button in the corner.
@MainActor final class AvatarCell: ItemContentView {
    let root = Handle(gtk_overlay_new())
    let star: StarButton
    private(set) var content: ItemContent?
    private let newMark = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let name = Handle(gtk_label_new(nil))
    private let login = Handle(gtk_label_new(nil))
    private let avatar: PictureView

    private static let avatarSize: Int32 = 72
    private static let width: Int32 = 100

    init(pictures: PictureStore, starPressed: @escaping @MainActor () -> Void) {
        let picture = Handle(adw_avatar_new(Self.avatarSize, nil, 1))
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let button = Handle(gtk_button_new())
        [picture, name, login].forEach { box.append($0) }
        avatar = PictureView(picture, pictures: pictures)
        star = StarButton(button, pressed: starPressed)
        root.setClass("avatar-parts", true)
        gtk_widget_set_hexpand(root.widget, 1)
        gtk_widget_set_size_request(box.widget, Self.width, -1)
        gtk_widget_set_halign(picture.widget, GTK_ALIGN_CENTER)
        picture.setAccessibleHidden(true)
        for label in [name, login] { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END) }
        name.setClass("avatar-name", true)
        for style in ["caption", "dim-label"] { login.setClass(style, true) }
        for style in ["circular", "star"] { button.setClass(style, true) }
        gtk_widget_set_halign(button.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        gtk_overlay_set_child(root.opaque, box.widget)
        gtk_overlay_add_overlay(root.opaque, button.widget)
        newMark.setClass("new-mark", true)
        newMark.setVisible(false)
        gtk_widget_set_halign(newMark.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(newMark.widget, GTK_ALIGN_START)
        gtk_overlay_add_overlay(root.opaque, newMark.widget)
        addLazyTooltip(box) { item in
            let metadata = CatalogPresentations.registered[item.id.catalog].metadataLine(of: item).text
            return metadata.isEmpty ? item.title : item.title + "\n" + metadata
        }
        openByTouch()
    }

    func reset() { avatar.reset() }

    func show(_ item: ItemContent) {
        content = item
        newMark.setVisible(item.isNew)
        name.setLabel(item.name)
        login.setLabel(item.aside)
        avatar.show(item.picture)
        star.show(isFavorite: item.isFavorite, isSignedIn: item.isStarredOnServer != nil)
    }
}
