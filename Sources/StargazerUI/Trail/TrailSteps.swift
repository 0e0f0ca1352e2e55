import CStargazer
import GtkBridge
import StargazerCore

/// The frame of a page of the trail that is gone through in steps: one of its parts shows at a time, and one of them says
/// how far it is and offers what helps.
@MainActor final class TrailSteps {
    struct Part {
        var name: String
        var root: Handle
        /// Where whoever comes to it begins; nil while there is nothing to begin at.
        var first: @MainActor () -> Handle?
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let standing: @MainActor () -> AccountStanding
    private let title: Breadcrumb
    private let header = Handle(adw_header_bar_new())
    private let back = Handle(gtk_button_new_from_icon_name("go-previous-symbolic"))
    private let content = Handle(gtk_stack_new())
    private let status = StatusView()
    private let parts: [Part]
    private var shown = TrailSteps.status
    /// What the status says; the same is not said again, so that its buttons stay.
    private var said: String?
    /// The page was gone to before there was anything to do on it.
    private var wantsFocus = false

    private static let status = "status"

    /// - Parameters:
    ///   - name: what screen readers call the page.
    ///   - parts: what it can show beside the status, each of another name.
    ///   - standing: whether somebody is signed in, for what failures offer.
    ///   - titles: of the pages below this one in the trail, and its own.
    init(
        name: String, parts: [Part], standing: @escaping @MainActor () -> AccountStanding,
        titles: @escaping @MainActor () -> [String]
    ) {
        self.standing = standing
        self.parts = [.init(name: Self.status, root: status.root) { [status] in status.firstAction }] + parts
        title = Breadcrumb(titles)
        gtk_widget_set_size_request(root.widget, 340, -1)
        root.setAccessibleName(name)
        back.setAccessibleName(DetailsText.back)
        back.setTooltip(DetailsText.back)
        gtk_actionable_set_action_name(back.opaque, "win.go-back")
        adw_header_bar_pack_start(header.opaque, back.widget)
        adw_header_bar_set_title_widget(header.opaque, title.root.widget)
        gtk_widget_set_vexpand(content.widget, 1)
        for part in self.parts { gtk_stack_add_named(content.opaque, part.root.widget, part.name) }
        for child in [header, content] { root.append(child) }
    }

    func place(isAlone: Bool) {
        title.isWhole = !isAlone
        adw_header_bar_set_show_start_title_buttons(header.opaque, isAlone ? 1 : 0)
    }

    func focusHeading() {
        let control = parts.first { $0.name == shown }?.first()
        wantsFocus = control == nil
        (control ?? back).grabFocus()
    }

    func isHome(_ focus: Handle) -> Bool { content.contains(focus) || focus == back }

    /// - Parameter key: what is said; where it is said already, the sentence alone changes.
    func say(_ key: String, icon: String?, _ heading: String, _ sentence: String, _ actions: [StatusView.Action] = []) {
        show(Self.status) {
            guard said != key else { return status.retell(sentence: sentence) }
            said = key
            status.show(icon: icon, heading: heading, sentence: sentence, actions: actions)
        }
    }

    /// - Parameter also: what else is offered than the failure itself suggests.
    func say(
        _ failure: FailureContent, of catalog: CatalogKind, also: [StatusView.Action] = [],
        tryAgain: @escaping @MainActor () -> Void
    ) {
        let wording = FailureText.wording(of: failure, standing: standing(), face: CatalogFaces.every[catalog])
        say(
            "failed \(wording.heading)", icon: wording.icon, wording.heading, wording.sentence,
            FailureActions.buttons(of: wording, from: root, tryAgain: tryAgain) + also)
    }

    /// Shows a part, which is changed before.
    func show(_ name: String, changed change: () -> Void = {}) {
        // The focus is where something was pressed, or waits for something to press.
        let hadFocus = content.hasFocusInside || wantsFocus && root.hasFocusInside
        change()
        let isNew = shown != name
        shown = name
        if name != Self.status { said = nil }
        // Screen readers would find what is in a stack whether or not it shows.
        for part in parts where part.name == name { part.root.setVisible(true) }
        gtk_stack_set_visible_child_name(content.opaque, name)
        for part in parts where part.name != name { part.root.setVisible(false) }
        // What was pressed is gone with what it was for.
        if hadFocus, isNew || !content.hasFocusInside { focusHeading() }
    }
}

/// A page of the trail in such a frame.
@MainActor protocol TrailStepsView: TrailView {
    var steps: TrailSteps { get }
}

extension TrailStepsView {
    var root: Handle { steps.root }
    func place(isAlone: Bool, depth: Int) { steps.place(isAlone: isAlone) }
    func focusHeading() { steps.focusHeading() }
    func isHome(_ focus: Handle) -> Bool { steps.isHome(focus) }
}
