import CStargazer
import GtkBridge
import StargazerCore

/// The rows of the signed-in account. libadwaita interprets their texts as markup, and a text may come from a server.
@MainActor struct AccountRows {
    private let ui: UIBuilder

    init(_ ui: UIBuilder) { self.ui = ui }

    func show(_ content: AccountContent) {
        let facts = content.facts
        show((facts?.name ?? content.login, facts?.name == nil ? "" : content.login), in: ui["account-row"])
        show(AccountText.tokenStorage(content.tokenStorage), in: ui["token-storage-row"])
        show((AccountText.permissions, AccountText.permissions(of: facts)), in: ui["permissions-row"])
        ui["cannot-star-icon"].setVisible(facts?.missingPermission != nil)
        show((AccountText.expires, AccountText.expiry(facts?.expiry)), in: ui["expires"])
        ui["expires-soon"].setVisible(facts?.expiry.needsAttention == true)
        show((AccountText.searches, AccountText.limit(facts, bucket: "search")), in: ui["searches"])
        show((AccountText.requests, AccountText.limit(facts, bucket: "core")), in: ui["requests"])
        guard case .failed(let failure) = content.progress else { return ui["failure"].setVisible(false) }
        let wording = FailureText.wording(of: failure, signInState: .signedIn)
        show((wording.heading, wording.sentence), in: ui["failure"])
        ui["failure"].setVisible(true)
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
