import CStargazer
import Foundation
import GtkBridge
import StargazerLibrary

/// A status page with a message and actions. Its texts may come from a server.
@MainActor final class StatusView {
    struct Action {
        var label: String
        var isSuggested = false
        var run: @MainActor () -> Void
    }

    let root: Handle
    private let actions: Handle
    private let code: Handle

    init() {
        let ui = UIBuilder(PackageResources.StatusView_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        actions = ui["actions"]
        code = ui["code"]
    }

    var firstAction: Handle? {
        gtk_widget_get_mapped(root.widget) != 0 ? actions.children.first : nil
    }

    func show(icon: String?, heading: String, sentence: String, code: String? = nil, actions: [Action] = []) {
        adw_status_page_set_icon_name(root.opaque, icon)
        adw_status_page_set_title(root.opaque, Markup.escape(heading))
        root.setScrollPaneName(heading)
        adw_status_page_set_description(root.opaque, Markup.escape(sentence))
        self.code.setVisible(code != nil)
        self.code.setLabel(code.map(FailureText.code) ?? "")
        self.actions.removeChildren()
        for action in actions {
            let button = Handle(gtk_button_new_with_label(action.label))
            gtk_label_set_ellipsize(button.children.first?.opaque, PANGO_ELLIPSIZE_END)
            button.setClass("pill", true)
            button.setClass("suggested-action", action.isSuggested)
            Signals.connect(button, "clicked", action.run)
            self.actions.append(button)
        }
    }

    /// Changes only the sentence, for a countdown. The focus and the buttons stay.
    func update(sentence: String) { adw_status_page_set_description(root.opaque, Markup.escape(sentence)) }
}

/// The buttons of a failure, with the actions of its page and of the window.
@MainActor enum FailureActions {
    /// - Parameter editSearch: nil for a page without a search.
    static func buttons(
        of wording: FailureWording, from root: Handle, tryAgain: @escaping @MainActor () -> Void,
        editSearch: (@MainActor () -> Void)? = nil
    ) -> [StatusView.Action] {
        let offered = wording.actions.filter { $0 != .editSearch || editSearch != nil }
        return offered.map { action in
            StatusView.Action(label: FailureText.label(of: action), isSuggested: action.isSuggested) {
                run(action, from: root, tryAgain: tryAgain, editSearch: editSearch)
            }
        }
    }

    static func run(
        _ action: FailureWording.Action, from root: Handle, tryAgain: @MainActor () -> Void,
        editSearch: (@MainActor () -> Void)? = nil
    ) {
        switch action {
        case .tryAgain: tryAgain()
        case .editSearch: editSearch?()
        case .showFavorites: Actions.activate("win.show-source", ListSource.favorites(.all).text, from: root)
        case .enterKey(let kind): Actions.activate("win.enter-key", kind.rawValue, from: root)
        case .authorizeToken(let page):
            Browser.open(page.absoluteString, from: root) { Actions.activate("win.say-no-browser", from: root) }
        case .signIn, .signInAgain, .openPreferences: Actions.activate("win.sign-in", from: root)
        }
    }
}
