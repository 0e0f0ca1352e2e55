import Foundation
import StargazerCore
import StargazerLibrary

/// The expected result of a recorded exchange, read off the recording by hand.
enum RecordedExpectation {
    /// A batch: total, number of items, whether another page follows, and the first and last item.
    case batch(total: Int, count: Int, hasMore: Bool, first: Row? = nil, last: Row? = nil)
    case details(id: String, name: String, stars: Int, watchers: Int, forks: Int, license: String?)
    /// The end of a search's results, when the page was requested by the URL of an earlier response.
    case resultLimit(firstFailure: CatalogFailure)
    /// A failure, and the message in its body.
    case failure(CatalogFailure, message: String)
    /// A rate limit that ends this many seconds after the response.
    case rateLimited(bucket: String, limit: Int?, seconds: TimeInterval, message: String)
    case slowDown(seconds: TimeInterval, message: String)

    struct Row: Equatable {
        let name: String
        let stars: Int
        let language: String?
        let license: String?

        init(_ name: String, _ stars: Int, _ language: String?, _ license: String? = nil) {
            self.name = name
            self.stars = stars
            self.language = language
            self.license = license
        }
    }

    static let beyondCeiling = "Only the first 1000 search results are available"
    static let cannotBeSearched = """
        The listed users and repositories cannot be searched either because the resources do not exist or you do not \
        have permission to view them.
        """
    static let needsScope = "You need at least read:org scope or user scope to list your organizations."
    static let secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again"

    /// The notice that a blocked repository's response links to.
    static let notice = URL(
        string: "https://github.com/github/dmca/blob/master/2021/04/2021-04-20-ultimate-character-controller.md")

    static let byID: [String: RecordedExpectation] = [
        "github-o-01": .batch(
            total: 1677, count: 30, hasMore: true, first: Row("daniel-e/tetros", 678, "Assembly", "MIT"),
            last: Row("alexsteb/tetris_disassembly", 5, "Assembly", "MIT")),
        "github-o-02": .batch(
            total: 14, count: 14, hasMore: false, first: Row("t0m4uk1991/notifyme", 0, "Java"),
            last: Row("t0m4uk1991/jekyll_ls2menu", 0, "Ruby")),
        "github-o-03": .batch(
            total: 15, count: 15, hasMore: false, first: Row("packit/packit", 88, "Python", "MIT"),
            last: Row("packit/source-git-onboarding", 0, "Python", "MIT")),
        "github-o-04": .batch(total: 0, count: 0, hasMore: false),
        "github-o-05": .batch(
            total: 2723, count: 30, hasMore: true, first: Row("kennethreitz/legit", 3036, "Python"),
            last: Row("dustin/py-github", 135, "Python")),
        "github-o-06": .batch(
            total: 77, count: 30, hasMore: true, first: Row("cjauvin/tetris-c64", 7, "Assembly"),
            last: Row("mariapacana/nand2tetris", 0, "Assembly")),
        "github-o-07": .batch(
            total: 8, count: 8, hasMore: false, first: Row("sigmavirus24/github3.py", 637, "Python"),
            last: Row("sigmavirus24/mock_github_api", 1, "Python")),
        "github-o-08": .batch(total: 2, count: 1, hasMore: true, first: Row("irqed/octokit.py", 1, "Python")),
        "github-o-09": .batch(total: 2, count: 1, hasMore: false, first: Row("whardier/OctoKitten", 0, "Python")),
        "github-o-10": .batch(
            total: 8, count: 8, hasMore: false, first: Row("sigmavirus24/github3.py", 638, "Python"),
            last: Row("sigmavirus24/mock_github_api", 1, "Python")),

        "github-o-20": .failure(.invalidQuery(reason: cannotBeSearched), message: "Validation Failed"),
        "github-o-98": .resultLimit(firstFailure: .invalidQuery(reason: beyondCeiling)),
        "github-o-99": .failure(.invalidQuery(reason: "Validation Failed"), message: "Validation Failed"),

        "github-o-21": .details(
            id: "2126244", name: "twbs/bootstrap", stars: 171_281, watchers: 6718, forks: 78_987, license: "MIT"),
        "github-o-22": .details(
            id: "631628708", name: "transmission-web-control/transmission-web-control", stars: 79, watchers: 3,
            forks: 6,
            license: "MIT"),
        "github-o-23": .details(
            id: "617210", name: "hub4j/github-api", stars: 996, watchers: 44, forks: 669, license: "MIT"),
        "github-o-24": .details(
            id: "1296269", name: "octocat/Hello-World", stars: 2486, watchers: 1731, forks: 2168, license: nil),
        "github-o-25": .details(
            id: "446365735", name: "EnricoMi/PyGithub", stars: 0, watchers: 0, forks: 2, license: "LGPL-3.0"),
        "github-o-26": .details(
            id: "3710711", name: "sigmavirus24/github3.py", stars: 1137, watchers: 29, forks: 401,
            license: "BSD-3-Clause"),
        "github-o-27": .details(
            id: "3544490", name: "PyGithub/PyGithub", stars: 5996, watchers: 115, forks: 1628, license: "LGPL-3.0"),
        "github-o-28": .details(
            id: "161636700", name: "packit/ogr", stars: 51, watchers: 9, forks: 56, license: "MIT"),
        "github-o-29": .details(
            id: "285662765", name: "test/archived", stars: 66, watchers: 4, forks: 17, license: "MIT"),
        "github-o-31": .details(
            id: "112116543", name: "padima2/protoncoin", stars: 5, watchers: 7, forks: 21, license: "MIT"),
        "github-o-33": .details(
            id: "638123443", name: "EnricoMi/test-renamed", stars: 0, watchers: 0, forks: 0, license: nil),

        // The transport follows redirects; one that remains is an error.
        "github-o-30": .failure(.unreadable(code: "http-301"), message: "Moved Permanently"),
        "github-o-32": .failure(.unreadable(code: "http-301"), message: "Moved Permanently"),
        "github-o-35": .failure(.gone, message: "Not Found"),
        "github-o-36": .failure(.gone, message: "Not Found"),
        "github-o-97": .failure(.gone, message: "Not Found"),
        "github-o-37": .failure(.unauthorized, message: "Bad credentials"),
        "github-o-80": .failure(.unauthorized, message: "Bad credentials"),
        "github-o-81": .failure(.unauthorized, message: "Bad credentials"),
        "github-o-82": .failure(
            .notAllowed(needs: nil),
            message: "Missing or invalid User Agent string. See http://developer.github.com/v3/#user-agent-required"),
        "github-o-83": .failure(
            .notAllowed(needs: .other("admin:org, read:org, repo, user, write:org")), message: needsScope),
        "github-o-84": .rateLimited(
            bucket: "core", limit: 60, seconds: 60, message: "API Rate Limit Exceeded for 203.0.113.7"),
        "github-o-85": .slowDown(seconds: 8, message: secondary),
        "github-o-92": .failure(
            .notAllowed(needs: nil), message: "Unable to disable a workflow that is not active."),
        "github-o-96": .failure(
            .blocked(reason: "dmca", link: notice), message: "Repository access blocked"),
    ]
}
