import CStargazer
import GtkBridge
package import StargazerCore

/// The origin of a list's items, for the texts of its footer.
package struct ListFooterContext {
    package var service: String
    /// The sign-in state, which decides what failures offer.
    package var signInState: @MainActor () -> SignInState
    /// The label of the button that loads more than the API's limit for a search; nil where that is impossible.
    package var loadBeyondLimit: String?

    package init(
        service: String = "", loadBeyondLimit: String? = nil,
        signInState: @escaping @MainActor () -> SignInState = { .none }
    ) {
        self.service = service
        self.loadBeyondLimit = loadBeyondLimit
        self.signInState = signInState
    }
}

/// The footer of a list: a button, a spinner or a text.
@MainActor final class ListFooterView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let spinner = Handle(gtk_spinner_new())
    private let label = Handle(gtk_label_new(nil))
    private let button = Handle(gtk_button_new())
    private let origin: ListFooterContext
    private var kind = ListFooter.none

    init(_ origin: ListFooterContext) {
        self.origin = origin
        root.setClass("tail", true)
        gtk_widget_set_hexpand(root.widget, 1)
        gtk_widget_set_halign(root.widget, GTK_ALIGN_CENTER)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_natural_wrap_mode(label.opaque, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        label.setClass("dim-label", true)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        [spinner, label, button].forEach { root.append($0) }
        Signals.connect(button, "clicked") { [weak self] in self?.activate() }
    }

    /// The accessible name of the row.
    private(set) var name = ""
    var control: Handle? { gtk_widget_get_visible(button.widget) != 0 ? button : nil }

    /// Runs the footer's action, by Enter on its row or a click on its button.
    func activate() { Self.run(kind, from: root) }

    /// - Parameter widget: the list, or a widget inside it.
    static func run(_ kind: ListFooter, from widget: Handle) {
        switch kind.action {
        case .loadMore: ItemActions.run(.loadMore, from: widget)
        case .tryAgain: ItemActions.run(.tryAgain, from: widget)
        case .loadBeyondLimit: ItemActions.run(.loadBeyondLimit, from: widget)
        case nil: break
        }
    }

    func show(_ kind: ListFooter) {
        self.kind = kind
        // Above its button, the text about the limit has room for two lines.
        let isLimit = if case .resultLimit = kind { true } else { false }
        gtk_orientable_set_orientation(
            root.opaque, isLimit ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        gtk_widget_set_halign(button.widget, isLimit ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL)
        switch kind {
        case .none: paint(sentence: nil, action: nil)
        case .loadMore: paint(sentence: nil, action: RowText.loadMore)
        case .loading: paint(sentence: nil, action: nil)
        case .resultLimit(let limit, let total, let mayGoOn):
            var sentence = RowText.resultLimit(limit: limit, total: total, of: origin.service)
            let action = mayGoOn ? origin.loadBeyondLimit : nil
            if action != nil, case .loadBeyondLimit(let count)? = kind.action {
                sentence += "\n" + RowText.searchesBeyondLimit(count)
            }
            paint(sentence: sentence, action: action)
        case .failed(let failure):
            let wording = FailureText.wording(of: failure, signInState: origin.signInState(), presentation: nil)
            let canHelp = wording.actions.contains(.tryAgain)
            paint(
                sentence: wording.heading + "\n" + wording.sentence,
                action: canHelp ? FailureText.label(of: .tryAgain) : nil)
        }
        let isLoading = kind == .loading
        spinner.setVisible(isLoading)
        gtk_spinner_set_spinning(spinner.opaque, isLoading ? 1 : 0)
        if isLoading { name = RowText.loading }
    }

    private func paint(sentence: String?, action: String?) {
        label.setVisible(sentence != nil)
        label.setLabel(sentence ?? "")
        button.setVisible(action != nil)
        if let action {
            gtk_button_set_label(button.cast(), action)
            button.setAccessibleName(action)
        }
        name = JoinText.list([sentence, action].compactMap { $0 })
    }
}

/// The footer below a grid. GtkGridView has no item that spans a line, and the text is too long for a cell. The footer
/// is visible while the end of the grid is, and follows it for keys and screen readers.
@MainActor final class GridFooter {
    let root: Handle
    private let part: ListFooterView
    private var kind = ListFooter.none
    private var pendingUpdate: IdleCall?

    init(_ origin: ListFooterContext) {
        part = ListFooterView(origin)
        root = part.root
        root.setClass("foot", true)
        root.setVisible(false)
    }

    /// The widget for the keyboard focus.
    var control: Handle? { gtk_widget_get_visible(root.widget) != 0 ? part.control : nil }

    func show(_ kind: ListFooter) {
        guard kind != self.kind else { return }
        self.kind = kind
        part.show(kind)
        root.setAccessibleName(part.name)
        if kind == .none { root.setVisible(false) }
    }

    /// - Parameter below: the remaining distance to scroll down.
    func scrolled(remaining below: Double) {
        // Change the visibility between two layouts.
        pendingUpdate = IdleCall { [weak self] in self?.updateVisibility(below) }
    }

    private func updateVisibility(_ below: Double) {
        pendingUpdate = nil
        // The footer takes its height from the grid, so the remaining distance grows by it.
        let isShown = gtk_widget_get_visible(root.widget) != 0
        let room = isShown ? Double(gtk_widget_get_height(root.widget)) : 0
        root.setVisible(kind != .none && (below <= room + Self.slack || isShown && root.hasFocusInside))
    }

    private static let slack = 24.0
}
