import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about the state of the library and about failed changes.
enum LibraryText {
    /// Returns the notice about the library; nil while it works normally.
    static func sentence(of condition: LibraryCondition) -> String? {
        switch condition {
        case .opening, .ready: nil
        case .withoutLog(let folder):
            tr("Your library is on a shared disk (%1$s). It works, but use it on one computer at a time.").filled(
                folder.path)
        case .movedAside(let place):
            tr("Your library could not be read. The old file was saved as %1$s.").filled(place.path)
        case .newer: tr("Read-only: the library was created by a newer version of Stargazer.")
        case .readOnly(let folder):
            tr("Favorites cannot be saved: %1$s cannot be written to.").filled(folder.path)
        case .replaced:
            tr("Your library was replaced. Favorites cannot be saved until the new library is open.")
        case .restored(let folder):
            tr("Your library was deleted from %1$s and has been restored.").filled(folder.path)
        case .removed(let folder):
            tr("Favorites cannot be saved: your library was removed from %1$s and cannot be created again.")
                .filled(folder.path)
        case .unavailable(let folder):
            tr("Favorites cannot be saved: the library in %1$s cannot be opened.").filled(folder.path)
        }
    }

    // Translators: opens the library that replaced the one in use.
    static var openReplacement: String { tr("Open New Library") }
    // Translators: saves the favorites of the replaced library to a file.
    static var exportReplaced: String { tr("Export Current Favorites") }

    static func readingFailed(_ failure: LibraryFailure) -> String {
        switch failure {
        case .busy, .cancelled: tr("Another program is using the library.")
        case .replaced: tr("Your library was replaced.")
        case .removed: tr("Your library was removed.")
        case .newer: tr("The library was created by a newer version of Stargazer.")
        case .diskFull, .readOnly, .unavailable: tr("The file of the library cannot be read.")
        }
    }

    static func toast(of failure: LibraryFailure) -> String {
        switch failure {
        case .diskFull: tr("Not saved: the disk is full. Free some space in your home folder.")
        case .readOnly: tr("Not saved: the library cannot be written to.")
        case .newer: tr("Not saved: the library was created by a newer version of Stargazer.")
        case .busy, .cancelled: tr("Not saved: another program is using the library. Try again.")
        case .replaced: tr("Not saved: your library was replaced.")
        case .removed: tr("Not saved: your library was removed.")
        case .unavailable: tr("Not saved: no library is open.")
        }
    }
}
