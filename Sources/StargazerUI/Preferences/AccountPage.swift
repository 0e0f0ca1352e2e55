import CStargazer
import GtkBridge
import StargazerCore

/// Signing in, who is signed in and what their token may do, signing out.
@MainActor final class AccountPage: PreferencesPage {
    let root: Handle
    private let model: AccountViewModel
    private let toasts: Toasts
    private let ui: UIBuilder
    private let entry: Handle
    private let secret: SecretField
    private let avatar: AvatarView
    private let rows: AccountRows
    private var saidFarewell: Int?
    private var observations: [Observe] = []

    init(model: AccountViewModel, pictures: PictureStore, toasts: Toasts) {
        self.model = model
        self.toasts = toasts
        ui = UIBuilder(PackageResources.AccountPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = ui["token"]
        secret = SecretField(entry)
        avatar = AvatarView(ui["avatar"], pictures: pictures)
        rows = AccountRows(ui)
        saidFarewell = model.farewell?.serial
        ui["make"].setVisible(model.host == AccountText.gitHubHost)
        entry.setAccessibleName(AccountText.tokenField)
        sgz_accessible_set_described_by(entry.raw, ui["complaint"].raw)
        // libadwaita does not name these.
        for (group, name) in AccountText.groups {
            Self.inside(ui[group], isA: "GtkListBox")?.setAccessibleName(name)
        }
        connect()
        observations = [
            Observe { [weak self] in self?.paint() }, Observe { [weak self] in self?.sayFarewell() },
        ]
    }

    /// Signed out, the keyboard goes on in the field.
    func focusEntry() { entry.grabFocus() }

    private static func inside(_ widget: Handle, isA type: String) -> Handle? {
        if widget.isA(type) { return widget }
        return widget.children.lazy.compactMap { inside($0, isA: type) }.first
    }

    private func connect() {
        Signals.connect(root, "map") { [weak self] in self?.model.pageOpened() }
        Signals.connect(root, "unmap") { [weak self] in
            guard let self else { return }
            self.model.pageClosed()
            // What was typed is not left lying about.
            self.secret.clear()
        }
        Signals.connect(entry, "changed") { [weak self] in
            // The model is not asked from within its own painting, which empties the field.
            Task { self?.entryChanged() }
        }
        Signals.connect(entry, "activate") { [weak self] in self?.signIn() }
        Signals.connect(ui["enter"], "clicked") { [weak self] in self?.signIn() }
        Signals.connect(ui["leave"], "clicked") { [weak self] in self?.model.signOut() }
        Signals.connect(ui["forget"], "clicked") { [weak self] in self?.model.signOut() }
        Signals.connect(ui["unlock"], "clicked") { [weak self] in self?.model.unlock() }
        Signals.connect(ui["again"], "clicked") { [weak self] in self?.model.tryAgain() }
        Signals.connect(ui["another"], "activated") { [weak self] in self?.model.useAnotherToken() }
        Signals.connect(ui["make"], "activated") { [weak self] in
            guard let self else { return }
            Browser.open(AccountText.newTokenAddress, from: self.root) { [toasts = self.toasts] in
                toasts.say(AppText.noBrowser)
            }
        }
    }

    private func signIn() {
        if !secret.isEmpty { model.signIn(typed: secret.text) }
    }

    private func entryChanged() {
        model.entryChanged()
        paintButton()
    }

    private func paintButton() { ui["enter"].setSensitive(!secret.isEmpty && model.phase != .checking) }

    private func paint() {
        let phase = model.phase
        var shown: Set<String> = []
        switch phase {
        case .starting: shown = ["starting"]
        case .locked: shown = ["locked"]
        case .checking: shown = ["sign-in", "guide"]
        case .signedOut(let content):
            shown = content.notice == nil ? ["sign-in", "guide"] : ["notice", "sign-in", "guide"]
            paint(content)
        case .signedIn(let content):
            shown = ["who", "facts", "limits"]
            secret.clear()
            paint(content)
        }
        show(groups: shown)
        let isChecking = phase == .checking
        ui["checking"].setVisible(isChecking)
        gtk_spinner_set_spinning(ui["checking"].opaque, isChecking ? 1 : 0)
        gtk_editable_set_editable(entry.opaque, isChecking ? 0 : 1)
        paintButton()
    }

    /// The focus goes on before the group that has it goes: GTK 4.8 never lets go of the other order's.
    private func show(groups shown: Set<String>) {
        for name in shown { ui[name].setVisible(true) }
        let gone = Self.groups.filter { !shown.contains($0) }
        if gone.contains(where: { gtk_widget_get_focus_child(ui[$0].widget) != nil }) {
            let next = ["who": "who-row", "locked": "unlock", "sign-in": "token"].first { shown.contains($0.key) }
            if let next { ui[next.value].grabFocus() }
        }
        for name in gone { ui[name].setVisible(false) }
    }

    private static let groups = ["starting", "locked", "notice", "sign-in", "guide", "who", "facts", "limits"]

    private func paint(_ content: SignedOutContent) {
        adw_preferences_group_set_description(
            ui["sign-in"].cast(), Markup.escape(AccountText.signingIn(content.notice)))
        if let notice = content.notice { rows.show(AccountText.notice(notice), in: ui["notice-row"]) }
        if case .tokenRefused = content.notice { ui["forget"].setVisible(true) } else { ui["forget"].setVisible(false) }
        ui["complaint"].setLabel(content.entry.map(AccountText.complaint) ?? "")
        ui["complaint"].setVisible(content.entry != nil)
        entry.setClass("error", content.entry != nil)
    }

    private func paint(_ content: AccountContent) {
        let isAsking = content.progress == .asking && content.facts == nil
        ui["asking"].setVisible(isAsking)
        gtk_spinner_set_spinning(ui["asking"].opaque, isAsking ? 1 : 0)
        avatar.show(content.facts?.avatarURL, name: content.login)
        rows.show(content)
    }

    private func sayFarewell() {
        guard let farewell = model.farewell, farewell.serial != saidFarewell else { return }
        saidFarewell = farewell.serial
        toasts.say(farewell.failure == nil ? AccountText.signedOut : AccountText.signedOutButKept)
    }
}
