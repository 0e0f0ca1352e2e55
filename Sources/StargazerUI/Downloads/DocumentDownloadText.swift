import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about downloading the READMEs of favorites.
enum DocumentDownloadText {
    static var pause: String { tr("Pause") }
    static var resume: String { trc("downloads", "Resume") }
    static var progress: String { tr("README download progress") }

    /// Returns the first line at the foot of the sidebar.
    static func title(_ phase: BackgroundPhase) -> String {
        guard let progress = phase.progress else { return "" }
        if case .working = phase { return tr("Downloading READMEs") }
        return count(progress)
    }

    /// Returns the second line: how far it is, or why it does not go on.
    static func status(_ phase: BackgroundPhase) -> String {
        switch phase {
        case .idle, .off: ""
        case .working(let progress): done(progress)
        case .waiting(let reason, _): waiting(reason)
        case .paused(.byUser, _): tr("Paused")
        case .paused(.meteredNetwork, _): tr("Paused on a metered connection")
        case .unauthorized: tr("The server did not accept your token.")
        }
    }

    /// Returns the two lines about an index that is built again.
    static func indexing(_ progress: BackgroundProgress) -> (title: String, status: String) {
        (tr("Rebuilding Search Index"), done(progress))
    }

    /// The whole as one sentence, for a tooltip and for screen readers.
    static func sentence(_ phase: BackgroundPhase) -> String {
        // Translators: such as "Downloading READMEs: 1,204 of 3,130, about 25 minutes".
        let status = if case .working(let progress) = phase { working(progress) } else { status(phase) }
        return tr("%1$s: %2$s").filled(title(phase), status)
    }

    private static func count(_ progress: BackgroundProgress) -> String {
        trn("READMEs: %1$s of %2$s", "READMEs: %1$s of %2$s", progress.total.number)
            .filled(progress.done.text, progress.total.text)
    }

    private static func done(_ progress: BackgroundProgress) -> String {
        trn("%1$s of %2$s", "%1$s of %2$s", progress.total.number).filled(progress.done.text, progress.total.text)
    }

    /// With an estimate of the rest.
    private static func working(_ progress: BackgroundProgress) -> String {
        let (done, total) = (progress.done.text, progress.total.text)
        switch progress.estimate {
        case nil: return self.done(progress)
        case .minutes(let minutes)?:
            return trn("%1$s of %2$s, about %3$s minute", "%1$s of %2$s, about %3$s minutes", minutes.number)
                .filled(done, total, minutes.text)
        case .hours(let hours)?:
            return trn("%1$s of %2$s, about %3$s hour", "%1$s of %2$s, about %3$s hours", hours.number)
                .filled(done, total, hours.text)
        case .days(let days)?:
            return trn("%1$s of %2$s, about %3$s day", "%1$s of %2$s, about %3$s days", days.number)
                .filled(done, total, days.text)
        }
    }

    private static func waiting(_ reason: BackgroundWait) -> String {
        switch reason {
        // Translators: %1$s is a time of day.
        case .rateLimit(let time): tr("Waiting for the hourly limit until %1$s").filled(time)
        // Translators: %1$s is a time of day. The server asks to send nothing until then.
        case .throttled(let time): tr("Waiting until %1$s, as the server asks").filled(time)
        case .reserved: tr("Waiting for limit to reset")
        case .offline: tr("Paused while offline")
        // Translators: %1$s is a time of day.
        case .server(let time): tr("The server is not available. Next attempt at %1$s").filled(time)
        case .storage: tr("READMEs cannot be saved. Check the free disk space.")
        }
    }

    // MARK: Preferences

    /// - Parameter count: nil until it is known.
    static func stored(_ count: NumberContent?, size: String) -> String {
        guard let count else { return "" }
        guard count.number > 0 else { return tr("None downloaded") }
        // Translators: %2$s is a size such as "12.3 MB".
        return trn("%1$s README, %2$s on disk", "%1$s READMEs, %2$s on disk", count.number).filled(count.text, size)
    }

    static var delete: String { tr("Delete Downloaded READMEs") }
    static var deleteHeading: String { tr("Delete Downloaded READMEs?") }
    static var deleteBody: String {
        tr("Searching favorites no longer finds words in READMEs, and downloading them is turned off.")
    }
    static var cancel: String { tr("Cancel") }
    static var confirmDeletion: String { trc("the downloaded READMEs", "Delete") }
}
