import GtkBridge
import StargazerCore

/// The texts of the qualifiers for repositories.
extension RepositoryText {
    static var searchEverywhere: String { tr("Also Search READMEs") }

    static func description(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .language: QualifierDescription(tr("Language"), tr("Written in this language"))
        case .stars:
            QualifierDescription(
                tr("Stars"), tr("By number of stars"),
                phrase: trc("chip; a number or a range follows", "Stars: %1$s"))
        case .pushed:
            QualifierDescription(
                tr("Last Push"), tr("By date of the last push"),
                phrase: trc("chip; a date or a range of dates follows", "Last Push: %1$s"))
        case .created:
            QualifierDescription(
                trc("filter", "Created"), tr("By date of creation"),
                phrase: trc("chip; a date or a range of dates follows", "Created: %1$s"))
        case .license: QualifierDescription(tr("License"), tr("Under this license"), values: licenses)
        case .topic: QualifierDescription(tr("Topics"), tr("With this topic"), phrase: "#%1$s")
        case .archived:
            QualifierDescription(
                tr("Archived"), tr("Archived or not archived"),
                values: ["true": tr("Only archived"), "false": tr("Not archived")])
        case .fork:
            QualifierDescription(
                tr("Forks"), tr("Include forks, which are left out by default"),
                values: ["true": tr("Include forks"), "only": tr("Only forks")])
        default: moreWords(of: qualifier)
        }
    }

    private static func moreWords(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .user: QualifierDescription(tr("Owner"), tr("Owned by this account"), phrase: tr("Owner: %1$s"))
        case .org: QualifierDescription(tr("Organization"), tr("Owned by this organization"), phrase: tr("Owner: %1$s"))
        case .repo: QualifierDescription(tr("Repository Name"), tr("A single repository: owner/name"))
        case .searchedIn:
            QualifierDescription(
                tr("Search In"), tr("Fields to search"), phrase: tr("In %1$s"),
                values: [
                    "name": trc("searched in", "names"), "description": trc("searched in", "descriptions"),
                    "topics": trc("searched in", "topics"), "readme": trc("searched in", "READMEs"),
                ])
        case .goodFirstIssues:
            QualifierDescription(
                tr("Good First Issues"), tr("By number of good first issues"),
                phrase: trc("chip; a number or a range follows", "Good First Issues: %1$s"))
        case .helpWantedIssues:
            QualifierDescription(
                tr("Help Wanted Issues"), tr("By number of help wanted issues"),
                phrase: trc("chip; a number or a range follows", "Help Wanted Issues: %1$s"))
        case .forks:
            QualifierDescription(
                tr("Number of Forks"), tr("By number of forks"),
                phrase: trc("chip; a number or a range follows", "Forks: %1$s"))
        case .size:
            QualifierDescription(
                trc("of a repository", "Size"), tr("By size in kilobytes"),
                phrase: trc("chip; a number or a range follows", "Size: %1$s KB"))
        case .topics:
            QualifierDescription(
                tr("Number of Topics"), tr("By number of topics"),
                phrase: trc("chip; a number or a range follows", "Topics: %1$s"))
        case .followers:
            QualifierDescription(
                tr("Followers"), tr("By number of the owner’s followers"),
                phrase: trc("chip; a number or a range follows", "Followers: %1$s"))
        case .mirror:
            QualifierDescription(
                tr("Mirrors"), tr("Mirrors of other repositories"),
                values: ["true": tr("Only mirrors"), "false": tr("No mirrors")])
        case .template:
            QualifierDescription(
                tr("Templates"), tr("Template repositories"),
                values: ["true": tr("Only templates"), "false": tr("No templates")])
        case .state:
            QualifierDescription(
                tr("Visibility"), tr("Public, private, or open to sponsors"),
                values: [
                    "public": tr("Public"), "private": tr("Private"),
                    "sponsorable": trc("repositories", "Open to sponsors"),
                ])
        case .has:
            QualifierDescription(
                tr("Funding"), tr("With a FUNDING.yml file"),
                values: ["funding-file": tr("With a funding file")])
        default: nil
        }
    }

    /// License names, which are the same in every language.
    private static let licenses = [
        "mit": "MIT", "apache-2.0": "Apache 2.0", "gpl-3.0": "GPL 3.0", "gpl-2.0": "GPL 2.0",
        "bsd-3-clause": "BSD 3-Clause", "bsd-2-clause": "BSD 2-Clause", "lgpl-3.0": "LGPL 3.0",
        "lgpl-2.1": "LGPL 2.1", "agpl-3.0": "AGPL 3.0", "mpl-2.0": "Mozilla 2.0", "isc": "ISC",
        "unlicense": "Unlicense", "cc0-1.0": "CC0 1.0", "cc-by-4.0": "CC BY 4.0", "cc-by-sa-4.0": "CC BY-SA 4.0",
        "epl-2.0": "Eclipse 2.0", "eupl-1.2": "EUPL 1.2", "zlib": "zlib", "bsl-1.0": "Boost 1.0",
        "artistic-2.0": "Artistic 2.0", "0bsd": "BSD Zero Clause", "wtfpl": "WTFPL", "ms-pl": "Microsoft Public",
        "ofl-1.1": "Open Font 1.1", "gpl": "GPL", "lgpl": "LGPL", "cc": "Creative Commons",
    ]
}
