import Foundation
import GtkBridge
import StargazerCore

/// The texts of photos.
enum PhotoText: PictureCatalogText {
    static var pluralName: String { tr("Photos") }
    static var singularName: String { tr("Photo") }
    static var placeholder: String { tr("Search photos") }
    static var searchActionLabel: String { tr("Search Photos") }
    static var startPageDescription: String {
        tr("Type what you want to see, a place or a name. What you star is kept on this computer.")
    }
    static var noResultsText: String { tr("No Photos Found") }
    static var selectionPrompt: String { tr("Select a photo to see it larger here") }
    static var goneHeading: String { tr("This Photo Is No Longer There") }
    static var goneSentence: String { trc("a photo", "It was deleted, or made private.") }
    static var blockedHeading: String { tr("This Photo Is Not Shown to Everybody") }
    static var sameAuthor: String { tr("More by This Person") }

    static var keyHeading: String { tr("Photos Need a Key") }
    static var keySentence: String {
        tr("Flickr requires a key. It is free, personal, and kept in your keyring.")
    }
    static var keySteps: [String] {
        [
            tr("Log in to Flickr, and go to its page for new apps."),
            tr("Apply for a non-commercial key, and say that you look at photos with Stargazer."),
            tr("Copy the key, not the secret below it, and paste it here."),
        ]
    }

    static var realName: String { trc("of a person", "Name") }
    static var location: String { trc("of a photo", "Location") }
    static var license: String { tr("License") }
    static var licenseText: String { tr("License text") }
    static var taken: String { trc("a photo", "Taken") }
    static var posted: String { trc("a photo", "Posted") }
    static var views: String { tr("Views") }
    static var comments: String { tr("Comments") }

    static func name(of key: SortKey) -> String? {
        switch key {
        case .interesting: tr("Interest")
        case .posted: tr("Date Posted")
        case .taken: tr("Date Taken")
        default: nil
        }
    }

    static func description(of qualifier: QualifierName) -> QualifierDescription? {
        guard qualifier == .license else { return nil }
        let names: [PhotoLicenseFilter: String] = [
            .cc: tr("Creative Commons"), .commercial: tr("Commercial use allowed"), .changes: tr("Changes allowed"),
            .free: tr("No known restrictions"),
        ]
        return QualifierDescription(
            tr("License"), tr("Only what its license allows"),
            values: Dictionary(names.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }

    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        guard problem == .photoWordsMissing else { return nil }
        return (tr("There Is Nothing to Look For"), tr("Type what is to be seen as well."))
    }

    static func order(_ sort: StargazerCore.SortOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.interesting, .descending): tr("Most Interesting")
        case (.interesting, .ascending): tr("Least Interesting")
        case (.posted, .descending): tr("Recently Posted")
        case (.posted, .ascending): tr("Posted Longest Ago")
        case (.taken, .descending): tr("Recently Taken")
        case (.taken, .ascending): tr("Taken Longest Ago")
        default: nil
        }
    }

    /// The name of the link to the license's text; nil where there is no text.
    static func linkName(_ license: PhotoLicense) -> String? { license.page.map { license.code ?? $0.host() ?? "" } }

    /// Returns the license in words.
    static func name(of license: PhotoLicense) -> String {
        switch license.kind {
        case .allRightsReserved: tr("All rights reserved")
        case .noKnownRestrictions: tr("No known copyright restrictions")
        case .governmentWork: tr("Work of the United States Government")
        case .zero: tr("Given to the public domain")
        case .publicDomain: tr("Public domain")
        case .creativeCommons(let conditions, _): conditionsInWords(conditions)
        }
    }

    private static func conditionsInWords(_ conditions: [PhotoLicense.Condition]) -> String {
        switch (
            conditions.contains(.nonCommercial), conditions.contains(.noDerivatives), conditions.contains(.shareAlike)
        ) {
        case (true, true, _): tr("Name the author, no commercial use, no changes")
        case (true, _, true): tr("Name the author, no commercial use, share changes alike")
        case (true, _, _): tr("Name the author, no commercial use")
        case (_, true, _): tr("Name the author, no changes")
        case (_, _, true): tr("Name the author, share changes alike")
        default: tr("Name the author")
        }
    }
}
