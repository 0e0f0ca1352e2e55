import GtkBridge
import StargazerCore
import StargazerLibrary

enum RepositoryText {
    static var repositories: String { tr("Repositories") }
    static var placeholder: String { tr("Search repositories") }
    static var searchActionLabel: String { tr("Search Repositories") }
    static var noResultsText: String { tr("No Repositories Found") }
    static var selectionPrompt: String { tr("Select a repository to see its details here") }
    static var copyCloneAddress: String { tr("Copy Clone URL") }
    static var cloneAddressCopied: String { tr("Clone URL copied") }
    static var goneHeading: String { tr("This Repository Is No Longer Available") }
    static var goneStatement: String { tr("This repository is no longer available.") }
    static var goneSentence: String { trc("a repository", "It may have been deleted or made private.") }
    static var readme: String { tr("README") }
    static var noReadme: String { tr("This repository has no README.") }
    static var blockedHeading: String { tr("This Repository Is Blocked") }

    static func name(ofExample text: String) -> String? {
        switch text {
        case "language:swift stars:>1000": tr("Popular Swift projects")
        case "good-first-issues:>5 archived:false": tr("Good first issues")
        case "topic:gtk license:mit": tr("MIT-licensed GTK projects")
        default: nil
        }
    }

    static func trendingCriteria(since day: String) -> String { tr("Created since %1$s, most stars first").filled(day) }

    static func results(_ shown: NumberContent, of total: NumberContent?) -> String {
        guard let total else { return trn("%1$s repository", "%1$s repositories", shown.number).filled(shown.text) }
        return trn("%1$s of %2$s repository", "%1$s of %2$s repositories", total.number).filled(shown.text, total.text)
    }

    static func name(of key: SortKey) -> String? {
        switch key {
        case .stars: tr("Stars")
        case .forks: tr("Forks")
        case .helpWantedIssues: tr("Help Wanted Issues")
        case .updated: tr("Last Update")
        case .pushed: tr("Last Push")
        default: nil
        }
    }

    static func order(_ sort: ItemOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.stars, .descending): tr("Most Stars")
        case (.stars, .ascending): tr("Fewest Stars")
        case (.forks, .descending): tr("Most Forks")
        case (.forks, .ascending): tr("Fewest Forks")
        case (.helpWantedIssues, .descending): tr("Most Help Wanted Issues")
        case (.helpWantedIssues, .ascending): tr("Fewest Help Wanted Issues")
        case (.updated, .descending): tr("Updated: Newest First")
        case (.updated, .ascending): tr("Updated: Oldest First")
        case (.pushed, .descending): tr("Pushed: Newest First")
        case (.pushed, .ascending): tr("Pushed: Oldest First")
        default: nil
        }
    }

    static func flags(_ kinds: RepositoryFlags) -> [String] {
        var flags: [String] = []
        if kinds.isArchived { flags.append(trc("kind of repository", "Archived")) }
        if kinds.isFork { flags.append(trc("kind of repository", "Fork")) }
        if kinds.isTemplate { flags.append(trc("kind of repository", "Template")) }
        if kinds.isMirror { flags.append(trc("kind of repository", "Mirror")) }
        return flags
    }

    static func pushed(_ when: String) -> String { tr("Pushed %1$s").filled(when) }

    static func stars(_ row: RepositoryContent) -> String {
        trn("%1$s star", "%1$s stars", row.starCount).filled(row.starsFull)
    }

    static var owner: String { tr("Owner") }
    static var homepage: String { tr("Homepage") }
    static var created: String { trc("a repository", "Created") }
    static var size: String { trc("of a repository", "Size") }
    static var forkedFrom: String { tr("Forked From") }
    static var license: String { tr("License") }
    /// - Parameter spdx: an SPDX identifier, or `Repository.otherLicense`.
    static func name(ofLicense spdx: String) -> String { spdx == Repository.otherLicense ? otherLicense : spdx }
    private static var otherLicense: String { trc("a license", "Other") }
    static var language: String { tr("Language") }
    static var languages: String { tr("Languages") }
    // Translators: all languages of a repository that are too small for names of their own.
    static var otherLanguages: String { trc("languages", "Other") }
    /// "Latest Release: v1.2, 3 weeks ago".
    static func latestRelease(_ title: String, _ published: String?) -> String {
        tr("%1$s: %2$s").filled(tr("Latest Release"), JoinText.list([title, published].compactMap(\.self)))
    }
    static var loadMoreByCreationDate: String { tr("Load Beyond GitHub’s Limit") }
    static func slices(_ count: NumberContent) -> String {
        // Translators: follows a dot after "2,500 of 2,500 results".
        trn("in %1$s date range", "in %1$s date ranges", count.number).filled(count.text)
    }
    static var releaseNotes: String { tr("Release Notes") }
    static var noReleaseNotes: String { tr("This release has no notes.") }
    // Translators: the menu of ways to clone a repository.
    static var clone: String { trc("menu", "Clone") }
    static var copyHTTPS: String { tr("Copy HTTPS URL") }
    static var copySSH: String { tr("Copy SSH URL") }
    static var copyCommand: String { tr("Copy GitHub CLI Command") }
    static var commandCopied: String { tr("Command copied") }
    // Translators: the button of a repository that is a favorite.
    static var starred: String { trc("button", "Starred") }

    static func moved(from old: String, to new: String) -> String {
        tr("Moved from %1$s to %2$s.").filled(old, new)
    }

    static func moreTopics(_ count: NumberContent) -> String {
        trn("and %1$s more topic", "and %1$s more topics", count.number).filled(count.text)
    }

    static func watchers(_ count: Int) -> String { trn("Watcher", "Watchers", count) }
    // Translators: follows after the number of stars that a repository has.
    static func stars(_ count: Int) -> String { trn("Star", "Stars", count) }
    static func forks(_ count: Int) -> String { trn("Fork", "Forks", count) }
    static func issues(_ count: Int) -> String { trn("Issue", "Issues", count) }
}

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
        case .license:
            QualifierDescription(
                tr("License"), tr("Under this license"),
                values: licenses.merging(["other": otherLicense]) { name, _ in name })
        case .topic: QualifierDescription(tr("Topics"), tr("With this topic"), phrase: "#%1$s")
        case .archived:
            QualifierDescription(
                tr("Archived"), tr("Whether the repository is archived"),
                values: ["true": tr("Only archived"), "false": tr("Not archived")])
        case .fork:
            QualifierDescription(
                tr("Forks"), tr("Include forks, which are excluded by default"),
                values: ["true": tr("Include forks"), "only": tr("Only forks")])
        default: moreWords(of: qualifier)
        }
    }

    private static func moreWords(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .sort:
            QualifierDescription(tr("Sort Order"), tr("Order of the results"), phrase: tr("Order: %1$s"))
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
                phrase: trc("chip; a number or a range follows", "Size: %1$s kB"))
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
                tr("Mirrors"), tr("Whether the repository is a mirror"),
                values: ["true": tr("Only mirrors"), "false": tr("No mirrors")])
        case .template:
            QualifierDescription(
                tr("Templates"), tr("Whether the repository is a template"),
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
