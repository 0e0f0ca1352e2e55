import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The account page: sign in, the account with its token's permissions, sign out.
@MainActor final class AccountPage: PreferencesPage {
    let root: Handle
    private let model: AccountViewModel
    private let pages: TokenPageURLs?
    private let toasts: ToastPresenter
    private let stars: StarImportViewModel?
    private let ui: UIBuilder
    private let entry: Handle
    private let secret: SecretField
    private let avatar: PictureView
    private let rows: AccountRows
    private var shownSignOutSerial: Int?
    private var observations: [Observe] = []

    init(
        model: AccountViewModel, pages: TokenPageURLs?, pictures: PictureStore, toasts: ToastPresenter,
        stars: StarImportViewModel?, importStars: @escaping @MainActor () -> Void
    ) {
        self.model = model
        self.pages = pages
        self.toasts = toasts
        self.stars = stars
        ui = UIBuilder(PackageResources.AccountPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = ui["token"]
        secret = SecretField(entry)
        avatar = PictureView(ui["avatar"], pictures: pictures)
        rows = AccountRows(ui)
        shownSignOutSerial = model.signOutResult?.serial
        entry.setAccessibleName(AccountText.tokenField)
        sgz_accessible_set_described_by(entry.raw, ui["error-label"].raw)
        // libadwaita gives these lists no accessible names.
        for (group, name) in AccountText.groups {
            Self.descendant(ui[group], isA: "GtkListBox")?.setAccessibleName(name)
        }
        connect()
        Signals.connect(ui["import"], "clicked", importStars)
        Signals.connect(ui["import-row"], "activated", importStars)
        observations = [
            Observe { [weak self] in self?.paint() }, Observe { [weak self] in self?.showSignOutToast() },
            Observe { [weak self] in self?.paintStars() },
        ]
    }

    /// Moves the focus to the first control of the current state.
    func focusFirst() {
        switch model.phase {
        case .signedOut, .checking: entry.grabFocus()
        case .locked: ui["unlock"].grabFocus()
        case .starting, .signedIn: break
        }
    }

    private static func descendant(_ widget: Handle, isA type: String) -> Handle? {
        if widget.isA(type) { return widget }
        return widget.children.lazy.compactMap { descendant($0, isA: type) }.first
    }

    private func connect() {
        Signals.connect(root, "map") { [weak self] in self?.model.pageOpened() }
        Signals.connect(root, "unmap") { [weak self] in
            guard let self else { return }
            self.model.pageClosed()
            // Do not leave a typed token in the field.
            self.secret.clear()
        }
        Signals.connect(entry, "changed") { [weak self] in
            // Painting empties the field; the model is only notified after painting is done.
            Task { self?.entryChanged() }
        }
        Signals.connect(entry, "activate") { [weak self] in self?.signIn() }
        Signals.connect(ui["sign-in-button"], "clicked") { [weak self] in
            guard let self else { return }
            if self.model.phase == .checking { self.model.cancelSignIn() } else { self.signIn() }
        }
        Signals.connect(ui["sign-out-button"], "clicked") { [weak self] in self?.model.signOut() }
        Signals.connect(ui["help"], "clicked") { [weak self] in self?.help() }
        Signals.connect(ui["save-token-button"], "clicked") { [weak self] in self?.model.retrySavingToken() }
        Signals.connect(ui["unlock"], "clicked") { [weak self] in self?.model.unlock() }
        Signals.connect(ui["retry-button"], "clicked") { [weak self] in self?.model.tryAgain() }
        Signals.connect(ui["other-token-row"], "activated") { [weak self] in self?.model.useAnotherToken() }
        for (row, page) in [("fine-grained", pages?.fineGrained), ("classic", pages?.classic)] {
            guard let address = page?.absoluteString else { continue }
            ui[row].setTooltip(address)
            Signals.connect(ui[row], "activated") { [toasts, root] in
                Browser.open(address, from: root) { toasts.show(AppText.noBrowser) }
            }
        }
    }

    private func paintStars() {
        ui["import-row"].setSensitive(stars?.isRunning == false)
        adw_action_row_set_subtitle(ui["import-row"].cast(), AccountText.importing(stars?.phase ?? .idle))
    }

    /// Runs the action of the notice.
    private func help() {
        guard case .signedOut(let content) = model.phase else { return }
        if case .keyringFailed = content.notice { model.retryKeyring() } else { model.signOut() }
    }

    private func signIn() {
        if !secret.isEmpty { model.signIn(typed: secret.text) }
    }

    private func entryChanged() {
        model.entryChanged()
        paintButton()
    }

    private func paintButton() {
        let isChecking = model.phase == .checking
        ui["sign-in-button"].setSensitive(!secret.isEmpty || isChecking)
        ui["sign-in-button"].setClass("suggested-action", !isChecking)
        gtk_button_set_label(ui["sign-in-button"].cast(), isChecking ? AccountText.cancel : AccountText.signIn)
    }

    private func paint() {
        let phase = model.phase
        var shown: Set<String> = []
        switch phase {
        case .starting: shown = ["starting"]
        case .locked: shown = ["locked"]
        case .checking:
            shown = ["sign-in", "guide"]
            showFieldMessage(AccountText.checking, isError: false)
        case .signedOut(let content):
            shown = content.notice == nil ? ["sign-in", "guide"] : ["notice", "sign-in", "guide"]
            paint(content)
        case .signedIn(let content):
            shown = ["account-group", "stars", "facts", "limits"]
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

    /// Shows only these groups. Moves the focus first: GTK 4.8 would never release that of a hidden group.
    private func show(groups shown: Set<String>) {
        for name in shown { ui[name].setVisible(true) }
        let gone = Self.groups.filter { !shown.contains($0) }
        if hasLostFocus || gone.contains(where: { gtk_widget_get_focus_child(ui[$0].widget) != nil }) {
            let next = [
                "starting": "starting-row", "account-group": "account-row", "locked": "unlock", "sign-in": "token",
            ].first {
                shown.contains($0.key)
            }
            if let next { ui[next.value].grabFocus() }
        }
        for name in gone { ui[name].setVisible(false) }
    }

    /// Whether nothing has the focus, or only the page itself, as after a group without controls.
    private var hasLostFocus: Bool {
        guard let window = gtk_widget_get_root(root.widget) else { return false }
        guard let focus = gtk_root_get_focus(window).map({ Handle($0) }) else { return true }
        return root.contains(focus) && !Self.groups.contains { ui[$0].contains(focus) }
    }

    private static let groups = [
        "starting", "locked", "notice", "sign-in", "guide", "account-group", "stars", "facts", "limits",
    ]

    private func paint(_ content: SignedOutContent) {
        adw_preferences_group_set_description(
            ui["sign-in"].cast(), Markup.escape(AccountText.signingIn(content.notice)))
        if let notice = content.notice { rows.show(AccountText.notice(notice), in: ui["notice-row"]) }
        var help = AccountText.forget
        if case .keyringFailed = content.notice { help = FailureText.tryAgain }
        gtk_button_set_label(ui["help"].cast(), help)
        showFieldMessage(
            content.entry.map(AccountText.errorMessage) ?? "", isError: content.entry?.concernsToken == true)
    }

    /// Shows a message under the field.
    private func showFieldMessage(_ text: String, isError: Bool) {
        ui["error-label"].setLabel(text)
        ui["error-label"].setVisible(!text.isEmpty)
        ui["error-label"].setClass("error", isError)
        entry.setClass("error", isError)
    }

    private func paint(_ content: AccountContent) {
        let isAsking = content.progress == .loading && content.facts == nil
        ui["loading-spinner"].setVisible(isAsking)
        gtk_spinner_set_spinning(ui["loading-spinner"].opaque, isAsking ? 1 : 0)
        ui["save-token-button"].setVisible(content.tokenStorage != .saved)
        avatar.show(PictureContent(url: content.picture, name: content.login))
        rows.show(content)
    }

    private func showSignOutToast() {
        guard let signOutResult = model.signOutResult, signOutResult.serial != shownSignOutSerial else { return }
        shownSignOutSerial = signOutResult.serial
        toasts.show(signOutResult.failure == nil ? AccountText.signedOut : AccountText.signedOutTokenNotRemoved)
    }
}

/// The rows of the signed-in account. libadwaita interprets their texts as markup, and a text may come from a server.
@MainActor struct AccountRows {
    private let ui: UIBuilder

    init(_ ui: UIBuilder) { self.ui = ui }

    func show(_ content: AccountContent) {
        let facts = content.facts
        show((facts?.name ?? content.login, facts?.name == nil ? "" : content.login), in: ui["account-row"])
        let storage = AccountText.tokenStorage(content.tokenStorage)
        show(storage, in: "token-storage-row")
        show((AccountText.permissions, AccountText.permissions(of: facts)), in: ui["permissions-row"])
        ui["cannot-star-icon"].setVisible(facts?.missingPermission != nil)
        show(AccountText.expiry(facts?.expiry).map { (AccountText.expires, $0) }, in: "expires")
        ui["expires-soon"].setVisible(facts?.expiry.needsAttention == true)
        show((AccountText.searches, AccountText.limit(facts, bucket: "search")), in: ui["searches"])
        show((AccountText.requests, AccountText.limit(facts, bucket: "core")), in: ui["requests"])
        guard case .failed(let failure) = content.progress else { return ui["failure"].setVisible(false) }
        let wording = FailureText.wording(of: failure, signInState: .signedIn)
        show((wording.heading, wording.sentence), in: ui["failure"])
        ui["failure"].setVisible(true)
    }

    /// Hides the row when there is nothing to say. A hidden row must not keep the focus.
    private func show(_ texts: (title: String, subtitle: String)?, in row: String) {
        if texts == nil, ui[row].hasFocusInside { ui["account-row"].grabFocus() }
        ui[row].setVisible(texts != nil)
        if let texts { show(texts, in: ui[row]) }
    }

    func show(_ texts: (title: String, subtitle: String), in row: Handle) {
        adw_preferences_row_set_title(row.cast(), Markup.escape(texts.title))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(texts.subtitle))
    }
}

extension TokenExpiry {
    fileprivate var needsAttention: Bool {
        switch self {
        case .unknown, .later: false
        case .soon, .over: true
        }
    }
}
