import CStargazer
import GtkBridge
import StargazerCore

/// Asks for the format of an export, before the file is chosen.
@MainActor final class ExportFormatDialog {
    private let window: Handle
    /// The format that is offered next time.
    private var format = FavoritesFileFormat.json

    /// - Parameter window: the parent of the dialog, which also owns this object's owner.
    init(over window: Handle) { self.window = window }

    func present(chosen: @escaping @MainActor (FavoritesFileFormat) -> Void) {
        let list = Handle(gtk_list_box_new())
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        list.setClass("boxed-list", true)
        list.setAccessibleName(TransferText.formatTitle)
        var buttons: [Handle] = []
        for format in FavoritesFileFormat.allCases {
            let button = Handle(gtk_check_button_new())
            if let first = buttons.first { gtk_check_button_set_group(button.cast(), first.cast()) }
            buttons.append(button)
            gtk_list_box_append(list.opaque, row(format, button).widget)
            gtk_check_button_set_active(button.cast(), format == self.format ? 1 : 0)
            Signals.connect(button, "toggled") { [weak self, button] in
                if gtk_check_button_get_active(button.cast()) != 0 { self?.format = format }
            }
        }
        MessageDialog.propose(
            over: window, TransferText.formatTitle, "", content: list, cancel: TransferText.cancel,
            accept: TransferText.exportNext
        ) { [weak self] isAccepted in
            if isAccepted, let self { chosen(self.format) }
        }
    }

    private func row(_ format: FavoritesFileFormat, _ button: Handle) -> Handle {
        let row = Handle(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), Markup.escape(TransferText.kindName(format)))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(TransferText.kindNote(format)))
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        adw_action_row_add_prefix(row.cast(), button.widget)
        adw_action_row_set_activatable_widget(row.cast(), button.widget)
        return row
    }
}
