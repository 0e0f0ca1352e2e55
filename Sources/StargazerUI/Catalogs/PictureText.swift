import Foundation
import GtkBridge
import StargazerCore

enum PictureText {
    static var copyLink: String { tr("Copy Picture Link") }
    static var linkCopied: String { tr("Picture link copied") }
    static var copyCredit: String { tr("Copy Credit") }
    static var creditCopied: String { tr("Credit copied") }
    static var author: String { tr("Author") }
    static var size: String { trc("of a picture", "Size") }
    static var license: String { tr("License") }
    /// The service that a picture comes from.
    static var source: String { tr("Source") }

    /// Translators: %1$s is the name of a person.
    static func by(_ author: String) -> String { tr("by %1$s").filled(author) }
}
