import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

enum PhotoText: PictureCatalogText {
    static var pluralName: String { tr("Photos") }
    static var singularName: String { tr("Photo") }
    static var placeholder: String { tr("Search photos") }
    static var searchActionLabel: String { tr("Search Photos") }
    static var noResultsText: String { tr("No Photos Found") }
    static var selectionPrompt: String { tr("Select a photo to view it here") }
    static var goneHeading: String { tr("This Photo Is No Longer Available") }
    static var goneStatement: String { tr("This photo is no longer available.") }
    static var goneSentence: String { trc("a photo", "It may have been deleted or made private.") }
    static var blockedHeading: String { tr("This Photo Is Not Public") }
    static var sameAuthor: String { tr("More by This Person") }

    static var keyHeading: String { tr("Flickr Needs a Key") }
    static var keySentence: String {
        tr("Flickr issues personal keys only to Pro members.")
    }
    static var keySteps: [String] {
        [
            tr("Log in to Flickr and open its page for new apps."),
            tr("Apply for a non-commercial key. As the purpose, enter “viewing photos with Stargazer”."),
            tr("Copy the key (not the secret below it) and paste it here."),
        ]
    }

    static var realName: String { trc("of a person", "Name") }
    static var location: String { trc("of a photo", "Location") }
    static var taken: String { trc("a photo", "Taken") }
    static var posted: String { trc("a photo", "Posted") }
    static var views: String { tr("Views") }
    static var comments: String { tr("Comments") }

    static func results(_ shown: NumberContent, of total: NumberContent?) -> String {
        guard let total else { return trn("%1$s photo", "%1$s photos", shown.number).filled(shown.text) }
        return trn("%1$s of %2$s photo", "%1$s of %2$s photos", total.number).filled(shown.text, total.text)
    }

    static func name(of key: SortKey) -> String? {
        switch key {
        case .interesting: tr("Interestingness")
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
            tr("License"), tr("Photos with this license"),
            values: Dictionary(names.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }

    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        guard problem == .photoWordsMissing else { return nil }
        return (tr("Search Terms Needed"), tr("Add words that describe the photo."))
    }

    static func order(_ sort: ItemOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.interesting, .descending): tr("Most Interesting")
        case (.interesting, .ascending): tr("Least Interesting")
        case (.posted, .descending): tr("Posted: Newest First")
        case (.posted, .ascending): tr("Posted: Oldest First")
        case (.taken, .descending): tr("Taken: Newest First")
        case (.taken, .ascending): tr("Taken: Oldest First")
        default: nil
        }
    }

    static func name(of license: PhotoLicense) -> String {
        switch license.kind {
        case .allRightsReserved: tr("All rights reserved")
        case .noKnownRestrictions: tr("No known copyright restrictions")
        case .governmentWork: tr("United States Government Work")
        case .zero: tr("Public Domain Dedication (CC0)")
        case .publicDomain: tr("Public Domain Mark")
        case .creativeCommons(let conditions, _): conditionsInWords(conditions)
        }
    }

    private static func conditionsInWords(_ conditions: [PhotoLicense.Condition]) -> String {
        switch (
            conditions.contains(.nonCommercial), conditions.contains(.noDerivatives), conditions.contains(.shareAlike)
        ) {
        case (true, true, _): tr("Attribution-NonCommercial-NoDerivs")
        case (true, _, true): tr("Attribution-NonCommercial-ShareAlike")
        case (true, _, _): tr("Attribution-NonCommercial")
        case (_, true, _): tr("Attribution-NoDerivs")
        case (_, _, true): tr("Attribution-ShareAlike")
        default: tr("Attribution")
        }
    }
}
