import GtkBridge
import StargazerCore
import StargazerLibrary

enum TransferText {
    static var exportTitle: String { tr("Export Favorites") }
    static var importTitle: String { tr("Import Favorites") }
    static var exportAccept: String { tr("_Export") }
    static var importAccept: String { tr("_Import") }
    static var cancel: String { tr("_Cancel") }
    static var close: String { tr("_Close") }
    static var replace: String { tr("_Replace") }
    static var fileName: String { tr("favorites") }
    static var notLocal: String { tr("Choose a location on this computer") }

    static var formatTitle: String { tr("Export Format") }
    static var exportNext: String { tr("Choose _File…") }

    static func kindName(_ kind: FavoritesFileFormat) -> String {
        switch kind {
        case .json: "JSON"
        case .csv: "CSV"
        case .markdownByTag: tr("Markdown, by Tag")
        case .markdownByLanguage: tr("Markdown, by Language")
        case .bookmarks: tr("Bookmarks")
        }
    }

    static func kindNote(_ kind: FavoritesFileFormat) -> String {
        switch kind {
        case .json: tr("Everything; can be imported again")
        case .csv: tr("A table for spreadsheets")
        case .markdownByTag, .markdownByLanguage: tr("A list of links with descriptions")
        case .bookmarks: tr("Bookmarks for a browser, with a folder for each tag")
        }
    }

    static var wording: ExportWording {
        ExportWording(title: tr("Favorites"), untagged: tr("Untagged"), noLanguage: tr("No Language"))
    }

    static var importable: String { tr("Favorites and Bookmarks") }
    static var allFiles: String { tr("All Files") }

    static func replaceHeading(_ name: String) -> String { tr("Replace “%1$s”?").filled(name) }
    static var replaceBody: String { tr("A file with this name already exists. Replacing it overwrites its contents.") }

    static var progress: String { tr("Progress") }
    static var cancelTransfer: String { trc("button", "Cancel") }

    static func working(_ kind: TransferKind, done: NumberContent) -> String {
        switch kind {
        case .exporting where done.number == 0: tr("Exporting favorites…")
        case .importing where done.number == 0: tr("Reading the file…")
        case .exporting:
            trn("%1$s favorite exported so far", "%1$s favorites exported so far", done.number).filled(done.text)
        case .importing:
            trn("%1$s favorite added so far", "%1$s favorites added so far", done.number).filled(done.text)
        }
    }

    static func cancelled(_ kind: TransferKind) -> String {
        switch kind {
        case .exporting: tr("The export was canceled. No file was written.")
        case .importing: tr("The import was canceled. No favorites were added.")
        }
    }

    static func exported(_ count: NumberContent, name: String) -> String {
        trn("%1$s favorite was exported to %2$s", "%1$s favorites were exported to %2$s", count.number)
            .filled(count.text, CleanText.line(name))
    }

    static func previewHeading(_ preview: ImportPreview) -> String {
        let name = CleanText.line(preview.name, limit: 60)
        return preview.canImport ? tr("Import “%1$s”?").filled(name) : tr("Nothing to Import in “%1$s”").filled(name)
    }

    /// Returns what a file contains, and what of it cannot be imported.
    static func previewBody(_ preview: ImportPreview) -> String {
        var lines: [String] = []
        switch preview.source {
        case .stargazer: break
        case .bookmarks: lines.append(tr("Bookmarks of a browser"))
        case .addresses: lines.append(tr("A list of addresses"))
        // Translators: %1$s is the name of the program that wrote the file.
        case .program(let name): lines.append(trc("the program that wrote a file", "From %1$s").filled(name))
        }
        let parts = previewParts(preview)
        if !parts.isEmpty { lines.append(parts.joined(separator: " · ")) }
        return (lines + preview.problems.map(problem) + preview.skippedLines.prefix(maxSkippedLines).map(skipped))
            .joined(separator: "\n")
    }

    private static let maxSkippedLines = 5

    /// - Parameter line: one that names nothing to import.
    static func skipped(_ line: SkippedLine) -> String {
        // Translators: %1$s is the number of a line in a file, %2$s its text.
        tr("Line %1$s has no address that Stargazer knows: “%2$s”").filled(
            NumberText.full(line.number), CleanText.line(line.text))
    }

    private static func previewParts(_ preview: ImportPreview) -> [String] {
        var parts: [String] = []
        let (favorites, new) = (preview.favorites, preview.new)
        if favorites.number > 0 {
            parts.append(
                new.number == 0
                    ? trn("%1$s favorite, not new", "%1$s favorites, none new", favorites.number).filled(favorites.text)
                    : trn("%1$s favorite, %2$s new", "%1$s favorites, %2$s new", favorites.number)
                        .filled(favorites.text, new.text))
        }
        if preview.lookups.number > 0 {
            parts.append(
                trn("%1$s favorite to look up", "%1$s favorites to look up", preview.lookups.number)
                    .filled(preview.lookups.text))
        }
        if preview.tags.number > 0 {
            parts.append(trn("%1$s tag", "%1$s tags", preview.tags.number).filled(preview.tags.text))
        }
        if preview.notes.number > 0 {
            parts.append(trn("%1$s note", "%1$s notes", preview.notes.number).filled(preview.notes.text))
        }
        if preview.searches.number > 0 {
            parts.append(
                trn("%1$s saved search", "%1$s saved searches", preview.searches.number).filled(preview.searches.text))
        }
        return parts
    }

    private static func problem(_ problem: ImportPreview.Problem) -> String {
        let count = problem.count
        return switch problem.reason {
        case .notFavorite:
            trn(
                "%1$s item is not on the server in use and will be skipped.",
                "%1$s items are not on the server in use and will be skipped.",
                count.number
            ).filled(count.text)
        case .otherLink:
            trn(
                "%1$s link leads to another page and will be skipped.",
                "%1$s links lead to other pages and will be skipped.", count.number
            ).filled(count.text)
        case .smartFilter:
            trn("%1$s smart filter will be skipped.", "%1$s smart filters will be skipped.", count.number)
                .filled(count.text)
        case .invalid:
            trn(
                "%1$s entry is incomplete and will be skipped.", "%1$s entries are incomplete and will be skipped.",
                count.number
            ).filled(count.text)
        case .tooManyTags:
            trn(
                "%1$s tag is one too many and will be skipped.", "%1$s tags are too many and will be skipped.",
                count.number
            ).filled(count.text)
        case .tooLong:
            trn(
                "%1$s tag or note is too long and will be skipped.",
                "%1$s tags or notes are too long and will be skipped.", count.number
            ).filled(count.text)
        }
    }

    /// - Parameter lookups: the items that are looked up now; nil when there are none.
    static func imported(
        new: NumberContent, existing: NumberContent, annotated: NumberContent, lookups: NumberContent? = nil
    ) -> String {
        if let lookups {
            let looked = trn(
                "%1$s favorite is being looked up", "%1$s favorites are being looked up", lookups.number
            ).filled(lookups.text)
            if new.number + annotated.number == 0 { return looked }
            return JoinText.clauses(imported(new: new, existing: existing, annotated: annotated), looked)
        }
        let newPart = { trn("%1$s favorite was added", "%1$s favorites were added", new.number).filled(new.text) }
        switch (new.number, existing.number) {
        case (0, 0): return tr("The file contains no favorites")
        case (0, _) where annotated.number > 0:
            return trn(
                "Tags and notes were added to %1$s favorite", "Tags and notes were added to %1$s favorites",
                annotated.number
            ).filled(annotated.text)
        case (0, _):
            return trn(
                "Nothing to import: %1$s favorite already exists", "Nothing to import: %1$s favorites already exist",
                existing.number
            ).filled(existing.text)
        case (_, 0): return newPart()
        default:
            let existingPart = trn("%1$s already existed", "%1$s already existed", existing.number).filled(
                existing.text)
            return JoinText.clauses(newPart(), existingPart)
        }
    }

    static func exportFailedHeading(_ name: String) -> String {
        tr("“%1$s” Could Not Be Saved").filled(CleanText.line(name))
    }

    static func importFailedHeading(_ name: String) -> String {
        tr("“%1$s” Could Not Be Imported").filled(CleanText.line(name))
    }

    static func exportReason(_ failure: FileFailure) -> String {
        switch failure {
        case .notAllowed: tr("You do not have permission to save there. Choose another folder.")
        case .notFound: tr("The folder does not exist or cannot be written to. Choose another folder.")
        case .diskFull: tr("The disk is full. Free some space or choose another disk.")
        case .folder: tr("A folder with this name already exists. Choose another name.")
        case .pipe, .socket, .device, .danglingLink, .nameTooLong, .ownFile: kind(failure) ?? ""
        default: tr("Choose another folder or try again.") + "\n" + FailureText.code(code(failure))
        }
    }

    /// The reason why a file could not be imported, and that nothing has changed.
    static func importReason(_ failure: FileFailure) -> String {
        JoinText.sentences([reason(failure), tr("Your favorites were not changed.")])
    }

    private static func reason(_ failure: FileFailure) -> String {
        switch failure {
        case .notFound: tr("The file does not exist.")
        case .folder, .pipe, .socket, .device, .danglingLink, .nameTooLong, .ownFile: kind(failure) ?? ""
        case .notAllowed: tr("You do not have permission to read this file.")
        case .tooLarge(let limit):
            tr("The file is too large (limit: %1$s MB).").filled(String(limit >> 20))
        case .tooManyEntries(let limit):
            tr("The file has too many entries (limit: %1$s).").filled(NumberText.full(limit))
        case .textTooLong(let limit):
            tr("The file contains a text that is too long (limit: %1$s MB).").filled(String(limit >> 20))
        case .damaged: tr("The file is damaged or has an unknown format.")
        case .table: tr("CSV files cannot be imported. Choose a JSON file created with Export Favorites.")
        case .otherFormat: tr("This file was not created by Stargazer or another supported program.")
        case .newerVersion(let version, let program?):
            // Translators: %1$s is the name of a program, %2$s a number.
            tr("The file has a version of %1$s’s format that Stargazer does not know yet (%2$s).").filled(
                program, String(version))
        case .newerVersion(_, nil): tr("The file was created by a newer version of Stargazer.")
        case .badEntry(let number?, let field):
            tr("In favorite number %1$s, “%2$s” is missing or invalid.").filled(
                String(number), CleanText.line(field, limit: 60))
        case .badEntry(nil, let field):
            tr("“%1$s” is missing or invalid.").filled(CleanText.line(field, limit: 60))
        case .unknownCatalog(let number, let name):
            tr("Favorite number %1$s has an unknown type: “%2$s”.").filled(
                String(number), CleanText.line(name, limit: 60))
        case .duplicate(let number, let title):
            tr("Favorite number %1$s appears twice: “%2$s”.").filled(
                String(number), CleanText.line(title, limit: 120))
        case .diskFull, .cancelled, .unexpected:
            JoinText.sentences([tr("An unexpected error occurred."), FailureText.code(code(failure))])
        }
    }

    /// Returns what is at a place that is no file; nil for other failures.
    private static func kind(_ failure: FileFailure) -> String? {
        switch failure {
        case .folder: tr("This is a folder. Choose a file.")
        case .pipe: tr("This is a pipe. Choose a file.")
        case .socket: tr("This is a socket. Choose a file.")
        case .device: tr("This is a device. Choose a file.")
        case .danglingLink: tr("This is a link to a file that does not exist.")
        case .nameTooLong: tr("The file name is too long. Choose a shorter name.")
        case .ownFile: tr("Stargazer keeps its own data in this folder. Choose another folder.")
        default: nil
        }
    }

    private static func code(_ failure: FileFailure) -> String {
        if case .unexpected(let code) = failure { return code }
        return "\(failure)"
    }
}
