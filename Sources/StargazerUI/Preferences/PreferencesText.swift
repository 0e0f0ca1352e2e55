import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts of the preferences that the program sets.
enum PreferencesText {
    static func historyNote(isSample: Bool) -> String {
        isSample
            ? tr("Recent searches and viewed items, kept until you close this window")
            : tr("Recent searches and viewed items, saved only on this computer")
    }

    /// Translators: %1$s is a service.
    static func rating(of service: String) -> String { tr("%1$s Content Rating").filled(service) }
    /// Translators: the API key of the service %1$s, here and in the next texts.
    static func key(of service: String) -> String { tr("%1$s Key").filled(service) }
    static var enterKey: String { tr("Enter Key…") }
    static func enterKey(of service: String) -> String { tr("Enter %1$s Key").filled(service) }
    static var forgetKey: String { tr("Remove Key") }
    static func forgetKey(of service: String) -> String { tr("Remove %1$s Key").filled(service) }
    /// The status of a catalog's API key.
    static func key(isSet: Bool) -> String { isSet ? tr("Set") : tr("Not set") }

    static var clearHistory: String { tr("Clear Search History") }
    static var clearCache: String { tr("Clear Cache") }

    /// Returns the subtitle of the cache row.
    /// - Parameter size: nil while it is unknown, empty when nothing is cached.
    static func cache(_ size: String?) -> String {
        switch size {
        case nil: ""
        case "": tr("Empty")
        case let size?: tr("%1$s of viewed pictures and pages").filled(size)
        }
    }

    static func historyCount(searches: Int, viewed: Int) -> String {
        var parts: [String] = []
        if searches > 0 {
            parts.append(
                trn("%1$s recent search", "%1$s recent searches", searches).filled(NumberText.full(searches)))
        }
        if viewed > 0 {
            parts.append(
                trn("%1$s viewed item", "%1$s viewed items", viewed).filled(NumberText.full(viewed)))
        }
        return parts.isEmpty ? tr("No recent searches") : parts.joined(separator: " · ")
    }

    static func cleared(searches: Int, viewed: Int) -> String {
        var parts: [String] = []
        if searches > 0 || viewed == 0 {
            parts.append(
                trn("%1$s search removed", "%1$s searches removed", searches).filled(NumberText.full(searches)))
        }
        if viewed > 0 {
            parts.append(
                trn("%1$s viewed item removed", "%1$s viewed items removed", viewed).filled(NumberText.full(viewed)))
        }
        return parts.joined(separator: " · ")
    }
}

enum LibraryCopiesText {
    static var title: String { tr("Daily Backups") }
    static var note: String { tr("Stargazer backs up your library once a day and keeps the last seven backups") }
    static var empty: String { tr("No Backups Yet") }
    static var emptyNote: String { tr("The first backup is made a few minutes after Stargazer starts") }
    static var restore: String { tr("Restore…") }
    static var cancel: String { tr("_Cancel") }
    static var close: String { tr("_Close") }
    static var accept: String { tr("_Restore") }

    /// Translators: the accessible name of a button; %1$s is a date.
    static func restore(_ date: String) -> String { tr("Restore Backup from %1$s").filled(date) }

    static func title(_ copy: LibraryCopyContent) -> String {
        switch copy.kind {
        case .daily: copy.date
        // Translators: %1$s is a date with the time. The copy was made before another copy was restored.
        case .beforeRestoration: tr("Before restore on %1$s").filled(copy.date)
        }
    }

    /// Translators: %1$s is a number of favorites, %2$s a size such as "1.2 MB".
    static func subtitle(_ copy: LibraryCopyContent) -> String {
        guard let favorites = copy.favorites else {
            // Translators: %1$s is a size such as "1.2 MB".
            return tr("Cannot be read · %1$s").filled(copy.size)
        }
        return trn("%1$s favorite · %2$s", "%1$s favorites · %2$s", favorites.number).filled(favorites.text, copy.size)
    }

    static func confirmationHeading(_ copy: LibraryCopyContent) -> String {
        tr("Restore Backup from %1$s?").filled(copy.date)
    }
    static var explanation: String {
        tr(
            "This restores the favorites, tags, notes and saved searches of that day. Your current library is backed up first. The stars of your account do not change."
        )
    }

    static func restored(_ copy: LibraryCopyContent) -> String { tr("Backup from %1$s restored").filled(copy.date) }
    static var failedHeading: String { tr("Backup Could Not Be Restored") }

    static func reason(_ failure: LibraryCopyFailure) -> String {
        let reason =
            switch failure {
            case .missing: tr("The backup no longer exists.")
            case .damaged: tr("The backup is damaged.")
            case .newer: tr("The backup was made by a newer version of Stargazer.")
            case .library(let failure): LibraryText.toast(of: failure)
            }
        return JoinText.sentences([reason, tr("Your library was not changed.")])
    }
}
