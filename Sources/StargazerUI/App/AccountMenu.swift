import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The account in the header bar: a button that signs in, or the avatar with the account's menu.
@MainActor final class AccountMenu {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let model: AccountViewModel
    private let signIn = Handle(gtk_button_new())
    private let button = Handle(gtk_menu_button_new())
    private let avatar: PictureView
    private var observation: Observe?
    private var waiting = WaitingChanges()

    private static let avatarSize: Int32 = 24

    init(account: AccountViewModel, pictures: PictureStore) {
        model = account
        let picture = Handle(adw_avatar_new(Self.avatarSize, "", 1))
        let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        box.append(picture)
        avatar = PictureView(picture, pictures: pictures)
        let content = Handle(adw_button_content_new())
        adw_button_content_set_icon_name(content.opaque, "avatar-default-symbolic")
        adw_button_content_set_label(content.opaque, AccountText.signInButton)
        gtk_button_set_child(signIn.cast(), content.widget)
        for style in ["flat", "sign-in"] { signIn.setClass(style, true) }
        gtk_actionable_set_action_name(signIn.opaque, "win.sign-in")
        gtk_menu_button_set_child(button.opaque, box.widget)
        button.setClass("flat", true)
        button.setAccessibleName(AccountText.account)
        for part in [signIn, button] { root.append(part) }
        let actions = GObjectRef(adopting: Handle(g_simple_action_group_new()))
        Actions.addCommand("cancel", to: actions.handle) { [weak self] in self?.cancel($0) }
        Actions.addCommand("discard", to: actions.handle) { [weak self] in self?.model.discardChanges(of: $0) }
        gtk_widget_insert_action_group(root.widget, "account", actions.opaque)
        MenuOnDemand.fill(button) { [weak self] in self?.fill() }
        // The account outlives the window.
        observation = Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } }
    }

    private func paint() {
        let account: AccountContent? = if case .signedIn(let content) = model.phase { content } else { nil }
        signIn.setVisible(account == nil && model.phase != .starting)
        button.setVisible(account != nil)
        guard let account else { return }
        button.setTooltip(account.login)
        avatar.show(PictureContent(url: account.picture, name: account.login))
    }

    /// Sets the menu, with what waits now.
    private func fill() {
        guard case .signedIn(let account) = model.phase else { return }
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        let sections: [(heading: String?, entries: [(label: String, action: String)])] = [
            (
                account.login,
                [
                    (AccountText.yourProfile, "win.show-profile"), (AccountText.yourStars, "win.show-own-stars"),
                    (AccountText.followerChanges, "win.show-own-changes"),
                    (BringStarsText.command, "win.bring-stars"),
                ]
            ), (nil, [(AccountText.accountSettings, "win.sign-in"), (AccountText.signOut, "win.sign-out")]),
        ]
        waiting = model.waitingChanges
        if let waiting = waitingMenu() { g_menu_append_section(menu.opaque, nil, waiting.cast()) }
        if !waiting.others.isEmpty { g_menu_append_section(menu.opaque, nil, othersMenu().cast()) }
        for (heading, entries) in sections {
            let section = GObjectRef(adopting: Handle(g_menu_new()))
            for (label, action) in entries { g_menu_append(section.opaque, label, action) }
            g_menu_append_section(menu.opaque, heading, section.cast())
        }
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    }

    /// Returns a section with the menu of what waits; nil when nothing does.
    private func waitingMenu() -> GObjectRef? {
        guard waiting.count > 0 else { return nil }
        let changes = GObjectRef(adopting: Handle(g_menu_new()))
        for (index, mutation) in waiting.first.enumerated() {
            g_menu_append(changes.opaque, AccountText.cancel(mutation), "account.cancel::\(index)")
        }
        if waiting.count > waiting.first.count {
            g_menu_append(changes.opaque, AccountText.more(waiting.count - waiting.first.count), "menu.none")
        }
        let section = GObjectRef(adopting: Handle(g_menu_new()))
        g_menu_append_submenu(section.opaque, AccountText.waiting(waiting.count), changes.cast())
        return section
    }

    /// Returns a section with a menu for each login that is not signed in and that changes wait for.
    private func othersMenu() -> GObjectRef {
        let section = GObjectRef(adopting: Handle(g_menu_new()))
        for other in waiting.others {
            let entries = GObjectRef(adopting: Handle(g_menu_new()))
            g_menu_append(entries.opaque, AccountText.discard, "account.discard::\(other.login)")
            g_menu_append_submenu(section.opaque, AccountText.waiting(other), entries.cast())
        }
        return section
    }

    private func cancel(_ index: String) {
        guard let index = Int(index), waiting.first.indices.contains(index) else { return }
        model.cancel(waiting.first[index])
    }
}
