import Foundation

/// What each scenario does to which call. Pictures keep working in all but the first two.
///
/// | scenario       | search                        | repository                  | other API calls |
/// |----------------|-------------------------------|-----------------------------|-----------------|
/// | `offline`      | connection dropped            | the same                    | the same        |
/// | `timeout`      | never answered                | the same                    | the same        |
/// | `unauthorized` | 401                           | 401                         | 401             |
/// | `forbidden`    | 403, a permission is missing  | the same                    | the same        |
/// | `secondary`    | 403 with `retry-after`        | the same                    | the same        |
/// | `server`       | 502 with a gateway's page     | the same                    | the same        |
/// | `html`         | 200, a page under JSON's type | the same                    | the same        |
/// | `cut`          | half of the body              | the same                    | the same        |
/// | `rate-limit`   | 403 for 42 s from the first   | 403 for 42 s from the first | as repository   |
/// | `bad-query`    | 422 with a reason             | normal                      | normal          |
/// | `blocked`      | normal                        | 403 (even id) or 451 (odd)  | normal          |
/// | `gone`         | normal                        | 404                         | normal          |
/// | `drift`        | 7 ids twice, totals move      | normal                      | normal          |
/// | `incomplete`   | `incomplete_results` is true  | normal                      | normal          |
///
/// `rate-limit` counts apart for searches and for everything else; `cut`, `drift` and `incomplete` are applied where the
/// answer is made.
enum ScenarioRules {
    static let exhaustedSeconds = 42
    static let retryAfterSeconds = 60

    enum Target { case search, repository, other }

    /// The answer given instead of the normal one; nil where the scenario leaves the call alone.
    static func fault(_ scenario: StandInScenario?, _ target: Target) -> Answer? {
        switch scenario {
        case .unauthorized: .badCredentials
        case .forbidden:
            .failure(
                403, "Resource not accessible by personal access token",
                headers: [("x-accepted-github-permissions", target == .search ? "metadata=read" : "starring=write")])
        case .secondary:
            .failure(
                403,
                "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
                documentation: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
                headers: [("retry-after", String(retryAfterSeconds))])
        case .server:
            Answer(
                status: 502,
                body: Data("<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>\n".utf8),
                contentType: "text/html; charset=utf-8")
        case .html:
            Answer(
                status: 200,
                body: Data("<!DOCTYPE html>\n<html><body><h1>We are having a problem</h1></body></html>\n".utf8))
        case .badQuery where target == .search:
            .badQuery("The sample server refuses every query in this scenario, to show how a refusal looks.")
        case .gone where target == .repository: .noSuchRepository
        default: nil
        }
    }

    /// GitHub's body for what may not be shown: by its own terms (403) or by law (451).
    static func blocked(id: Int) -> Answer {
        let isByLaw = id % 2 != 0
        var block = JSONObject()
        block.set("reason", isByLaw ? "dmca" : "tos")
        block.set("created_at", "2024-03-01T12:00:00Z")
        block.set("html_url", isByLaw ? "https://github.com/github/dmca" : "https://github.com/tos")
        var body = JSONObject()
        body.set("message", "Repository access blocked")
        body.set("block", .object(block))
        return .json(isByLaw ? 451 : 403, .object(body))
    }
}
