import CStargazer
import GtkBridge
package import StargazerCore

/// Where the items of a list come from, for what stands after the last of them.
package struct TailOrigin {
    /// What people call the service.
    package var service: String
    /// Whether somebody is signed in, for what failures say.
    package var standing: @MainActor () -> AccountStanding
    /// What going on is called where the API gives no more of one search; nil where it is not offered.
    package var goBeyond: String?

    package init(
        service: String = "", goBeyond: String? = nil, standing: @escaping @MainActor () -> AccountStanding = { .none }
    ) {
        self.service = service
        self.goBeyond = goBeyond
        self.standing = standing
    }
}

/// What stands after the last item: a button, a spinner, or a sentence.
@MainActor final class TailPart {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let spinner = Handle(gtk_spinner_new())
    private let label = Handle(gtk_label_new(nil))
    private let button = Handle(gtk_button_new())
    private let origin: TailOrigin
    private var kind = ListTail.none

    init(_ origin: TailOrigin) {
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
        Signals.connect(button, "clicked") { [weak self] in self?.press() }
    }

    /// What screen readers call the row.
    private(set) var name = ""
    var control: Handle? { gtk_widget_get_visible(button.widget) != 0 ? button : nil }

    /// Enter on the row, or a press on its button.
    func press() {
        switch kind {
        case .loadMore: ItemActions.run(.loadMore, from: root)
        case .failed: ItemActions.run(.tryAgain, from: root)
        case .ceiling(_, _, mayGoOn: true): ItemActions.run(.goBeyond, from: root)
        case .none, .loading, .ceiling: break
        }
    }

    func show(_ kind: ListTail) {
        self.kind = kind
        switch kind {
        case .none: paint(sentence: nil, action: nil)
        case .loadMore: paint(sentence: nil, action: RowText.loadMore)
        case .loading: paint(sentence: nil, action: nil)
        case .ceiling(let limit, let total, let mayGoOn):
            paint(
                sentence: RowText.ceiling(limit: limit, total: total, of: origin.service),
                action: mayGoOn ? origin.goBeyond : nil)
        case .failed(let failure):
            let wording = FailureText.wording(of: failure, standing: origin.standing(), face: nil)
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
