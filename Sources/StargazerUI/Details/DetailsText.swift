import GtkBridge
import StargazerCore

/// The words of the details pane.
enum DetailsText {
    static var name: String { tr("Details") }
    static var back: String { tr("Back") }
    static var homepage: String { tr("Homepage") }
    static var created: String { tr("Created") }
    static var lastPush: String { tr("Last push") }
    static var forkedFrom: String { tr("Forked from") }
    static var license: String { tr("License") }
    static var language: String { tr("Language") }
    static var noSummary: String { tr("No description") }
    static var unknownYet: String { tr("not known yet") }

    static func stars(_ count: Int) -> String { trn("Star", "Stars", count) }
    static func watchers(_ count: Int) -> String { trn("Watcher", "Watchers", count) }
    static func forks(_ count: Int) -> String { trn("Fork", "Forks", count) }
    static func openIssues(_ count: Int) -> String { trn("Open Issue", "Open Issues", count) }

    /// The line under the name: owner, license, last push, marks.
    static func subtitle(_ item: DetailsContent) -> String {
        var parts = [item.owner]
        if let license = item.license { parts.append(license) }
        if let pushed = item.pushed { parts.append(RowText.pushed(pushed)) }
        parts += RowText.marks(
            archived: item.isArchived, fork: item.isFork, template: item.isTemplate, mirror: item.isMirror)
        return parts.joined(separator: " · ")
    }
}
