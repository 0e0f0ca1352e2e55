import GtkBridge
import StargazerCore

/// The texts of list changes.
enum ListChangesText {
    static var title: String { tr("Follower Changes") }
    static var check: String { tr("Check Now") }
    static var new: String { trc("in a list", "New followers") }
    static var left: String { trc("no longer in a list", "No longer following") }
    static var nobodyNew: String { tr("No new followers.") }
    static var nobodyLeft: String { tr("No lost followers.") }
    static var listSaved: String { tr("List Saved") }
    static func listSavedText(_ total: NumberContent) -> String {
        JoinText.sentences([
            // Translators: the number of people in the list.
            trn("This account has %1$s follower.", "This account has %1$s followers.", total.number).filled(total.text),
            tr("Check again later to see new and lost followers."),
        ])
    }

    static func ready(last: ListSnapshotSummary?, requests: NumberContent?) -> String {
        let before =
            last.map { last in
                trn(
                    "%1$s follower when you last checked, on %2$s.", "%1$s followers when you last checked, on %2$s.",
                    last.count.number
                ).filled(last.count.text, last.day)
            } ?? tr("Check now to save the list. Later checks show new and lost followers.")
        return JoinText.sentences([before] + NavigationText.cost(requests))
    }

    static func summary(_ changes: ListChangesContent, last: ListSnapshotSummary) -> String {
        tr("%1$s now, %2$s on %3$s").filled(changes.total.text, last.count.text, last.day)
    }
}
