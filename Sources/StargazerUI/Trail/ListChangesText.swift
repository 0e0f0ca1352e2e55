import GtkBridge
import StargazerCore

/// The words of who is new in a list and who left it.
enum ListChangesText {
    static var title: String { tr("Who Is New, Who Left") }
    static var look: String { tr("Look Now") }
    static var lookAgain: String { tr("Look Again") }
    static var cancel: String { tr("Cancel") }
    static var looking: String { tr("Looking…") }
    static var tooLongHeading: String { tr("Not Now") }
    static var new: String { trc("in a list", "New") }
    static var left: String { trc("no longer in a list", "Left") }
    static var nobodyNew: String { tr("Nobody is new.") }
    static var nobodyLeft: String { tr("Nobody has left.") }
    static var rememberedSentence: String {
        tr("The next time you look, you will see who is new and who has left.")
    }

    static func ready(last: ListVisit?, requests: NumberContent?) -> String {
        let before =
            last.map { last in
                trn(
                    "%1$s was here when you last looked, on %2$s.", "%1$s were here when you last looked, on %2$s.",
                    last.count.number
                ).filled(last.count.text, last.day)
            } ?? tr("Look once, and from then on you can see who is new and who has left.")
        guard let requests else { return before }
        let cost = trn("It takes %1$s request.", "It takes %1$s requests.", requests.number).filled(requests.text)
        return tr("%1$s %2$s").filled(before, cost)
    }

    static func progress(came: NumberContent, about: NumberContent?) -> String {
        guard let about else { return came.text }
        return tr("%1$s of %2$s").filled(came.text, about.text)
    }

    static func remembered(_ total: NumberContent) -> String {
        trn("%1$s Is Remembered", "%1$s Are Remembered", total.number).filled(total.text)
    }

    static func summary(_ changes: ListChangesContent, last: ListVisit) -> String {
        tr("%1$s now, %2$s on %3$s").filled(changes.total.text, last.count.text, last.day)
    }

    static func heading(_ name: String, _ part: ListChangesContent.Part) -> String {
        part.count.number == 0 ? name : tr("%1$s: %2$s").filled(name, part.count.text)
    }

    static func more(_ count: Int) -> String { trn("And %1$s more", "And %1$s more", count).filled(String(count)) }
}
