import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// A frame for steps: shows one of its parts at a time. One part is a status page with the progress and actions.
@MainActor final class SteppedPageFrame {
    struct Part {
        var name: String
        var root: Handle
        /// The widget to focus first; nil while there is none.
        var first: @MainActor () -> Handle?
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let signInState: @MainActor () -> SignInState
    private let title: Breadcrumbs
    private let header = Handle(adw_header_bar_new())
    private let back = Handle(gtk_button_new_from_icon_name("go-previous-symbolic"))
    private let content = Handle(gtk_stack_new())
    private let status = StatusView()
    private let parts: [Part]
    private var shown = SteppedPageFrame.status
    /// The key of the visible status. The same status is not built again, so its buttons keep the focus.
    private var shownStatusKey: String?
    /// The page had nothing to focus when it was opened; it takes the focus as soon as it has.
    private var wantsFocus = false

    private static let status = "status"

    /// - Parameters:
    ///   - name: the accessible name of the page.
    ///   - parts: its parts in addition to the status, each with a different name.
    ///   - titles: the titles of the pages below this one in the navigation stack, and its own.
    init(
        name: String, parts: [Part], signInState: @escaping @MainActor () -> SignInState,
        titles: @escaping @MainActor () -> [String]
    ) {
        self.signInState = signInState
        self.parts = [.init(name: Self.status, root: status.root) { [status] in status.firstAction }] + parts
        title = Breadcrumbs(titles)
        gtk_widget_set_size_request(root.widget, 320, -1)
        root.setAccessibleName(name)
        header.setClass("flat", true)
        back.setAccessibleName(DetailsText.back)
        back.setTooltip(DetailsText.back)
        gtk_actionable_set_action_name(back.opaque, "win.go-back")
        header.setClass("flat", true)
        adw_header_bar_pack_start(header.opaque, back.widget)
        adw_header_bar_set_title_widget(header.opaque, title.root.widget)
        gtk_widget_set_vexpand(content.widget, 1)
        for part in self.parts { gtk_stack_add_named(content.opaque, part.root.widget, part.name) }
        for child in [header, content] { root.append(child) }
    }

    func setPosition(isOnlyPane: Bool) {
        title.showsEarlierPages = !isOnlyPane
        adw_header_bar_set_show_start_title_buttons(header.opaque, isOnlyPane ? 1 : 0)
    }

    func focusHeading() {
        let control = parts.first { $0.name == shown }?.first()
        wantsFocus = control == nil
        (control ?? back).grabFocus()
    }

    func isValidFocus(_ focus: Handle) -> Bool { content.contains(focus) || focus == back }

    /// - Parameter key: identifies the status. If it is already visible, only the sentence changes.
    func showStatus(
        _ key: String, icon: String?, _ heading: String, _ sentence: String, _ actions: [StatusView.Action] = []
    ) {
        show(Self.status) {
            guard shownStatusKey != key else { return status.update(sentence: sentence) }
            shownStatusKey = key
            status.show(icon: icon, heading: heading, sentence: sentence, actions: actions)
        }
    }

    private func showStatus(
        _ failure: FailureContent, of catalog: CatalogKind, also: [StatusView.Action],
        tryAgain: @escaping @MainActor () -> Void
    ) {
        let wording = FailureText.wording(
            of: failure, signInState: signInState(), presentation: CatalogPresentations.registered[catalog])
        showStatus(
            "failed \(wording.heading)", icon: wording.icon, wording.heading, wording.sentence,
            FailureActions.buttons(of: wording, from: root, tryAgain: tryAgain) + also)
    }

    /// Shows the progress of complete lists, or why they are not loaded.
    /// - Parameter also: actions in addition to another try.
    func showStatus(
        _ progress: CompleteListProgress, of catalog: CatalogKind, also: [StatusView.Action] = [],
        tryAgain: @escaping @MainActor () -> Void, cancel: @escaping @MainActor () -> Void
    ) {
        switch progress {
        case .loading(let loaded, let about):
            showStatus(
                "loading", icon: "system-users-symbolic", NavigationText.checking,
                NavigationText.progress(loaded: loaded, about: about),
                [.init(label: NavigationText.cancel, run: cancel)])
        case .tooManyRequests(let needed, let left):
            showStatus(
                "tooLong", icon: "dialog-information-symbolic", NavigationText.tooManyRequestsHeading,
                NavigationText.tooManyRequests(needed: needed, left: left),
                [.init(label: FailureText.tryAgain, isSuggested: true, run: tryAgain)] + also)
        case .failed(let failure): showStatus(failure, of: catalog, also: also, tryAgain: tryAgain)
        }
    }

    /// Shows a part after changing it.
    func show(_ name: String, changed change: () -> Void = {}) {
        // The page has the focus, or it waits for something to focus.
        let hadFocus = content.hasFocusInside || wantsFocus && root.hasFocusInside
        change()
        let isNew = shown != name
        shown = name
        if name != Self.status { shownStatusKey = nil }
        // Screen readers find the children of a stack even if they are not its visible child.
        for part in parts where part.name == name { part.root.setVisible(true) }
        gtk_stack_set_visible_child_name(content.opaque, name)
        for part in parts where part.name != name { part.root.setVisible(false) }
        // The pressed button may have disappeared with its part.
        if hadFocus, isNew || !content.hasFocusInside { focusHeading() }
    }
}

/// A navigation page in such a frame.
@MainActor protocol SteppedPageView: NavigationPageView {
    var steps: SteppedPageFrame { get }
}

extension SteppedPageView {
    var root: Handle { steps.root }
    func setPosition(isOnlyPane: Bool, depth: Int) { steps.setPosition(isOnlyPane: isOnlyPane) }
    func focusHeading() { steps.focusHeading() }
    func isValidFocus(_ focus: Handle) -> Bool { steps.isValidFocus(focus) }
}
