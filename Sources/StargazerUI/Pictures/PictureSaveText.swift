import GtkBridge
import StargazerCore
import StargazerLibrary

enum PictureSaveText {
    static var saveTitle: String { tr("Save Picture") }
    static var saveAccept: String { tr("_Save") }

    /// - Parameter arrived: the size of the received part, such as `1.2 MB`; nil before anything is received.
    static func saving(_ name: String, arrived: String?) -> String {
        let name = CleanText.line(name)
        // Translators: %1$s is the name of a file, %2$s the size of the received part, such as "1.2 MB".
        return arrived.map { tr("Saving “%1$s”: %2$s so far").filled(name, $0) } ?? tr("Saving “%1$s”…").filled(name)
    }

    /// Translators: %1$s is the name of a file.
    static func saved(_ name: String) -> String { tr("Saved as “%1$s”").filled(CleanText.line(name)) }
    static var openFolder: String { tr("Open Folder") }
    static var cannotOpenFolder: String { tr("No application can open the folder.") }
    static var notSaved: String { tr("The picture was not saved.") }

    /// The reason why a picture could not be downloaded.
    static func pictureReason(_ failure: CatalogFailure) -> String {
        switch failure {
        case .offline: tr("You are offline. Nothing was saved.")
        case .timedOut: tr("The server did not respond in time. Nothing was saved.")
        case .gone: tr("The picture is no longer available.")
        case .unreadable(let code), .unexpected(let code):
            tr("The server sent a file that is not a picture or is too large.") + "\n" + FailureText.code(code)
        default: tr("The server did not send the picture. Nothing was saved.")
        }
    }

    /// - Parameter arrived: the size of the received part, such as `1.2 MB`; nil before anything is received.
    static func loading(_ name: String, arrived: String?) -> String {
        let name = CleanText.line(name)
        // Translators: %1$s is the name of a picture, %2$s the size of the received part, such as "1.2 MB".
        return arrived.map { tr("Loading “%1$s”: %2$s so far").filled(name, $0) } ?? tr("Loading “%1$s”…").filled(name)
    }

    static var saveAllTitle: String { tr("Save Pictures") }

    static func savingAll(_ done: NumberContent, of count: NumberContent) -> String {
        trn("%1$s of %2$s picture saved so far", "%1$s of %2$s pictures saved so far", count.number)
            .filled(done.text, count.text)
    }

    /// Returns the result of saving several pictures when nothing went wrong.
    static func savedAll(_ result: PictureBatchResult) -> String {
        let saved = result.saved
        guard !result.isCancelled else {
            return trn("Canceled. %1$s picture was saved.", "Canceled. %1$s pictures were saved.", saved.number)
                .filled(saved.text)
        }
        // Translators: %1$s is a number, %2$s the name of a folder.
        return trn("%1$s picture saved in “%2$s”", "%1$s pictures saved in “%2$s”", saved.number)
            .filled(saved.text, CleanText.line(result.folder))
    }

    static func notAllSavedHeading(_ result: PictureBatchResult) -> String {
        trn(
            "%1$s of %2$s Picture Could Not Be Saved", "%1$s of %2$s Pictures Could Not Be Saved",
            result.count.number
        ).filled(NumberText.full(result.failures.count), result.count.text)
    }

    /// Returns the names and the reasons of the first pictures that were not saved.
    static func notAllSavedBody(_ result: PictureBatchResult) -> String {
        let shown = result.failures.prefix(namedFailures)
        // Translators: %1$s is the name of a file, %2$s a sentence: why it was not saved.
        let lines = shown.map { tr("%1$s: %2$s").filled(CleanText.line($0.name), reason($0.reason)) }
        let more = result.failures.count - shown.count
        guard more > 0 else { return lines.joined(separator: "\n") }
        return (lines + [trn("and %1$s more", "and %1$s more", more).filled(NumberText.full(more))])
            .joined(separator: "\n")
    }

    private static let namedFailures = 8

    static func notCopied(_ failure: PictureSavingFailure) -> String {
        JoinText.sentences([tr("The picture was not copied."), reason(failure)])
    }

    /// The reason why a picture did not become a file, in one sentence.
    private static func reason(_ failure: PictureSavingFailure) -> String {
        switch failure {
        case .picture(.offline): tr("You are offline.")
        case .picture(.timedOut): tr("The server did not respond in time.")
        case .picture(.gone): tr("The picture is no longer available.")
        case .picture(.unreadable), .picture(.unexpected):
            tr("The server sent a file that is not a picture or is too large.")
        case .picture: tr("The server did not send the picture.")
        case .file(.diskFull): tr("The disk is full.")
        case .file(.notAllowed): tr("You do not have permission to save there.")
        case .file(.notFound), .file(.folder): tr("The folder does not exist.")
        case .file: tr("The file could not be written.")
        }
    }
}
