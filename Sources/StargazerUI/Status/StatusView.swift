import CStargazer
import GtkBridge

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
