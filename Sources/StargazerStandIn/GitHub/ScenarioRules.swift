import Foundation

/// The effect of each scenario on each call. Pictures are unaffected in all but the first two.
///
/// | scenario       | search                        | repository                  | star, unstar             | others  |
/// |----------------|-------------------------------|-----------------------------|--------------------------|---------|
/// | `offline`      | connection dropped            | the same                    | the same                 | same    |
/// | `timeout`      | never answered                | the same                    | the same                 | same    |
/// | `unauthorized` | 401                           | 401                         | 401                      | 401     |
/// | `forbidden`    | 403, a permission is missing  | the same                    | the same                 | *1*     |
/// | `secondary`    | 403 with `retry-after`        | the same                    | the same                 | same    |
/// | `server`       | 502 with a gateway's page     | the same                    | the same                 | same    |
/// | `html`         | 200, a page under JSON's type | the same                    | the same                 | same    |
/// | `cut`          | half of the body              | the same                    | normal: there is no body | same    |
/// | `rate-limit`   | 403 for 42 s from the first   | 403 for 42 s from the first | as repository            | *2*     |
/// | `bad-query`    | 422 with a reason             | normal                      | normal                   | normal  |
/// | `blocked`      | normal                        | 403 (even id) or 451 (odd)  | the same                 | normal  |
/// | `gone`         | normal                        | 404                         | 404                      | *3*     |
/// | `drift`        | 7 ids twice, totals move      | normal                      | normal                   | *4*     |
/// | `incomplete`   | `incomplete_results` is true  | normal                      | normal                   | normal  |
/// | `later`        | normal                        | normal                      | normal                   | *5*     |
/// | `odd`          | odd items too                 | the same                    | the same                 | same    |
/// | `busy`         | normal                        | normal                      | normal                   | *6*     |
/// | `sign-on`      | normal                        | *7*                         | *7*                      | normal  |
/// | `allow-list`   | normal                        | *7*                         | *7*                      | normal  |
///
/// *1* The account and the rate limits are normal, since they need no permission; the list and the state of stars are
/// refused. *2* As repository, but `GET /rate_limit` is never refused. *3* Normal, and the state of every single
/// repository is "not starred". *4* The list of stars shows up to 7 IDs twice and misses none; the rest is normal. *5*
/// As on another day: two of the account's followers have left and two are new, and the stars of lists, and repositories
/// by number and name, are as `LaterRepositories` says; the rest is normal. *6* A GraphQL query for more than ten repositories gets
/// 502 with a gateway's page, as after ten seconds. *7* With a token 403, as of an organization with single sign-on, or with a
/// list of allowed addresses. Queries are normal.
///
/// People behave like repositories, in searches and lists. Following behaves like starring, except for the name of the
/// permission.
///
/// `rate-limit` counts searches and all other calls separately. The endpoints apply `cut`, `drift`, `incomplete` and
/// `blocked`. A refused call never changes a star.
enum ScenarioRules {
    static let exhaustedSeconds = 42
    static let retryAfterSeconds = 60

    enum Target {
        case search, repository, person, account, rate, starList, starState, starWrite
        case followState, followWrite, query, other
    }

    /// Returns the answer that replaces the normal one; nil when the scenario does not affect the call.
    static func fault(_ scenario: StandInScenario?, _ target: Target) -> APIResponse? {
        switch scenario {
        case .unauthorized: .badCredentials
        case .forbidden: permission(target).map(APIResponse.notPermitted)
        case .secondary:
            .failure(
                403,
                "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
                documentation: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
                headers: [("retry-after", String(retryAfterSeconds))])
        case .server: .badGateway
        case .html:
            APIResponse(
                status: 200,
                body: Data("<!DOCTYPE html>\n<html><body><h1>We are having a problem</h1></body></html>\n".utf8))
        case .badQuery where target == .search:
            .badQuery("The sample server refuses every query in this scenario, to show how a refusal looks.")
        case .gone where target == .repository: .noSuchRepository
        case .gone where target == .person: .notFound
        case .gone where [.starState, .starWrite, .followState, .followWrite].contains(target): .notFound
        default: nil
        }
    }

    static let refusingOrganization = "tea-lab"

    /// Returns the refusal of a token by an organization; nil when the scenario does not affect the call.
    static func tokenFault(_ scenario: StandInScenario?, _ call: APICall, _ target: Target) -> APIResponse? {
        let isAffected = [.repository, .person, .starState, .starWrite].contains(target)
        guard isAffected, call.token != nil else { return nil }
        switch scenario {
        case .signOn:
            return .failure(
                403,
                "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.",
                headers: [
                    (
                        "x-github-sso",
                        "required; url=https://github.com/orgs/\(refusingOrganization)/sso?authorization_request=AAAA"
                    )
                ])
        case .allowList:
            return .failure(
                403,
                "Although you appear to have the correct authorization credentials, the `\(refusingOrganization)` organization has an IP allow list enabled, and your IP address is not permitted to access this resource."
            )
        default: return nil
        }
    }

    /// Returns the permission that `forbidden` reports as missing; nil when the call needs none.
    private static func permission(_ target: Target) -> String? {
        switch target {
        case .account, .rate: nil
        case .search, .person, .query: "metadata=read"
        case .starList, .starState: "starring=read"
        case .followState: "followers=read"
        case .followWrite: "followers=write"
        case .starWrite, .repository, .other: "starring=write"
        }
    }

    /// Returns GitHub's body for a blocked repository: by its terms of service (403) or by law (451).
    static func blocked(id: Int) -> APIResponse {
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
