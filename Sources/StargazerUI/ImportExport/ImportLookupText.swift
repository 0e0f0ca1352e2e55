import GtkBridge
import StargazerCore
import StargazerLibrary

enum ImportLookupText {
    static var progress: String { tr("Progress of adding favorites") }
    static var cancel: String { trc("button", "Cancel") }
    static var show: String { tr("Show Skipped") }
    static var close: String { tr("_Close") }

    /// The first line at the foot of the sidebar.
    static var title: String { tr("Adding Favorites") }

    /// Returns the line at the end, when some were left out.
    static func skipped(_ count: NumberContent) -> String {
        trn("%1$s favorite was skipped", "%1$s favorites were skipped", count.number).filled(count.text)
    }

    /// Returns the second line: how far it is, or why it waits.
    static func status(_ phase: BackgroundPhase) -> String {
        switch phase {
        case .waiting(.storage, _): tr("Favorites cannot be saved. Check the free disk space.")
        default: DocumentDownloadText.status(phase)
        }
    }

    static var skippedHeading: String { tr("Skipped Favorites") }

    /// Returns a line about an item that was left out.
    static func line(_ lookup: ImportLookup) -> String {
        tr("%1$s: %2$s").filled(CleanText.line(lookup.name.text, limit: 200), reason(lookup.state))
    }

    private static func reason(_ state: ImportLookupState) -> String {
        switch state {
        case .pending: ""
        case .gone: tr("may have been deleted or made private")
        case .refused: tr("not available")
        case .cancelled: trc("the lookup of a favorite", "canceled")
        }
    }

    /// Returns what the command line says when it stops before the end.
    static func continued(_ count: NumberContent) -> String {
        trn(
            "%1$s favorite will be added the next time Stargazer runs",
            "%1$s favorites will be added the next time Stargazer runs", count.number
        ).filled(count.text)
    }

    static func added(_ count: NumberContent) -> String {
        trn("%1$s favorite was added", "%1$s favorites were added", count.number).filled(count.text)
    }
}
