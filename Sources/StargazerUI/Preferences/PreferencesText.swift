import GtkBridge
import StargazerCore

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
                trn("%1$s recent search", "%1$s recent searches", searches).filled(NumberText.whole(searches)))
        }
        if viewed > 0 {
            parts.append(
                trn("%1$s viewed item", "%1$s viewed items", viewed).filled(NumberText.whole(viewed)))
        }
        return parts.isEmpty ? tr("No recent searches") : parts.joined(separator: " · ")
    }

    static func cleared(searches: Int, viewed: Int) -> String {
        var parts: [String] = []
        if searches > 0 || viewed == 0 {
            parts.append(
                trn("%1$s search removed", "%1$s searches removed", searches).filled(NumberText.whole(searches)))
        }
        if viewed > 0 {
            parts.append(
                trn("%1$s viewed item removed", "%1$s viewed items removed", viewed).filled(NumberText.whole(viewed)))
        }
        return parts.joined(separator: " · ")
    }
}
