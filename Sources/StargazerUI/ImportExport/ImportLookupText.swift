import GtkBridge
import StargazerCore

/// The texts about looking up items of imported files.
enum ImportLookupText {
    static var progress: String { tr("Progress of adding favorites") }
    static var cancel: String { trc("button", "Cancel") }
    static var show: String { tr("Show Skipped") }
    static var close: String { tr("_Close") }
    static var clear: String { tr("C_lear List") }

    /// Returns the first line at the foot of the sidebar.
    static func title(_ phase: ImportLookupPhase) -> String {
        switch phase {
        case .idle: ""
        case .working, .waiting: tr("Adding Favorites")
        case .ended(let count):
            trn("%1$s favorite was skipped", "%1$s favorites were skipped", count.number).filled(count.text)
        }
    }

    /// Returns the second line: how far it is, or why it waits.
    static func status(_ phase: ImportLookupPhase) -> String {
        switch phase {
        case .idle, .ended: ""
        case .working(let done, let total):
            trn("%1$s of %2$s", "%1$s of %2$s", total.number).filled(done.text, total.text)
        case .waiting(.rateLimit(let time), _, _): tr("Waiting for the hourly limit until %1$s").filled(time)
        case .waiting(.throttled(let time), _, _): tr("Waiting until %1$s, as the server asks").filled(time)
        case .waiting(.offline, _, _): tr("Paused while offline")
        case .waiting(.server(let time), _, _): tr("The server is not available. Next attempt at %1$s").filled(time)
        case .waiting(.storage, _, _): tr("Favorites cannot be saved. Check the free disk space.")
        }
    }

    static var skippedHeading: String { tr("Skipped Favorites") }

    /// Returns a line about an item that was left out.
    static func line(_ lookup: LeftOutLookup) -> String {
        tr("%1$s: %2$s").filled(lookup.name, reason(lookup.reason))
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
