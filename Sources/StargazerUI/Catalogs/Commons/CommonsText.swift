import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts of Wikimedia Commons, which has photos and GIFs.
enum CommonsText {
    /// The heading of featured pictures, which an empty search returns.
    static var featured: String { tr("Featured") }
    /// When a picture was made, and when it was uploaded.
    static var made: String { trc("a picture", "Date") }
    static var uploaded: String { trc("a picture", "Uploaded") }

    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        guard problem == .commonsSearchTooLong else { return nil }
        return (
            tr("This Search Is Too Long"),
            tr("A search of Wikimedia Commons can have at most 300 characters, including filters.")
        )
    }

    static func description(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .type:
            QualifierDescription(
                tr("Type"), tr("Photos or drawings"),
                values: [
                    CommonsMediaType.photo.rawValue: tr("Photos"), CommonsMediaType.drawing.rawValue: tr("Drawings"),
                ])
        case .size:
            QualifierDescription(
                trc("of a picture", "Size"), tr("Pictures of this size"),
                // Translators: %1$s is a size of a picture, such as Large.
                phrase: tr("Size: %1$s"),
                values: [
                    CommonsSize.small.rawValue: trc("size of a picture", "Small"),
                    CommonsSize.medium.rawValue: trc("size of a picture", "Medium"),
                    CommonsSize.large.rawValue: trc("size of a picture", "Large"),
                ])
        case .license:
            QualifierDescription(
                tr("License"), tr("Pictures with this license"),
                values: [
                    CommonsLicense.attribution.rawValue: tr("Attribution"),
                    CommonsLicense.shareAlike.rawValue: tr("Attribution-ShareAlike"),
                    CommonsLicense.unrestricted.rawValue: tr("Public domain or CC0"),
                    CommonsLicense.other.rawValue: tr("Other licenses"),
                ])
        default: nil
        }
    }
}
