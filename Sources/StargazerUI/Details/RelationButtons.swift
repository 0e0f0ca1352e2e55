import CStargazer
import GtkBridge
package import StargazerCore

/// Buttons that lead to related lists, in a column.
@MainActor package final class RelationButtons {
    package struct Line: Equatable, Sendable {
        package enum Destination: Equatable, Sendable {
            case relation(RelationKind)
            /// An offer in addition to the lists, by the name of its action.
            case action(String)
        }

        package var goal: Destination
        package var label: String

        package init(_ relation: RelationKind, label: String) { (goal, self.label) = (.relation(relation), label) }
        init(action: String, label: String) { (goal, self.label) = (.action(action), label) }
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let openRelation: @MainActor (RelationKind) -> Void
    private var shown: [Line] = []

    init(openRelation: @escaping @MainActor (RelationKind) -> Void) {
        self.openRelation = openRelation
        root.setClass("leads", true)
    }

    func show(_ lines: [Line]) {
        guard lines != shown else { return }
        shown = lines
        root.removeChildren()
        for line in lines {
            let inside = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
            let label = Handle(gtk_label_new(line.label))
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            gtk_widget_set_hexpand(label.widget, 1)
            inside.append(label)
            inside.append(Handle(gtk_image_new_from_icon_name("go-next-symbolic")))
            let button = Handle(gtk_button_new())
            button.setClass("card", true)
            gtk_button_set_child(button.cast(), inside.widget)
            button.setAccessibleName(line.label)
            switch line.goal {
            case .relation(let relation):
                Signals.connect(button, "clicked") { [openRelation] in openRelation(relation) }
            case .action(let name): gtk_actionable_set_action_name(button.opaque, name)
            }
            root.append(button)
        }
    }
}
