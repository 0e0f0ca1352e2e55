import Foundation

/// Routes a call to its endpoint, after the scenario's fault and the token's permissions.
struct Router {
    let call: APICall
    let scenario: StandInScenario?
    let search: SearchResultCache
    let stars: StarStore
    let follows: FollowStore
    let now: Date
    let rate: (RateLimitBucket) -> RateLimitState
    let catalog: () -> SampleCatalog

    func response() -> APIResponse {
        let target = ScenarioRules.Target(call)
        if let refusal = ScenarioRules.fault(scenario, target) ?? ScenarioRules.tokenFault(scenario, call, target)
            ?? TokenRules.refusal(of: call, target)
        {
            return refusal
        }
        let parts = call.parts
        switch (target, parts.count) {
        case (.search, _) where parts[1] == "users":
            return PeopleSearchEndpoint(call: call, catalog: catalog(), scenario: scenario).response()
        case (.search, _):
            return SearchEndpoint(call: call, catalog: catalog(), scenario: scenario, cache: search).response()
        case (.repository, _) where SupplementEndpoint.name(in: parts) != nil:
            return SupplementEndpoint(call: call, catalog: catalog(), scenario: scenario).response()
        case (.repository, let count) where parts.last == "readme" && count > 2:
            let endpoint = ReadmeEndpoint(call: call, catalog: catalog(), scenario: scenario)
            return count == 3 ? endpoint.response(id: parts[1]) : endpoint.response(fullName: "\(parts[1])/\(parts[2])")
        case (.repository, 5):
            return ReadmeEndpoint(call: call, catalog: catalog(), scenario: scenario)
                .response(fullName: "\(parts[1])/\(parts[2])", folder: parts[4])
        case (.repository, 3):
            return RepositoryEndpoint(call: call, catalog: catalog(), scenario: scenario)
                .response(fullName: "\(parts[1])/\(parts[2])")
        case (.repository, _):
            return RepositoryEndpoint(call: call, catalog: catalog(), scenario: scenario).response(id: parts[1])
        case (.followState, 4):
            return followEndpoint.response(login: parts[1], follows: parts[3])
        case (.followState, _), (.followWrite, _): return followEndpoint.response(login: parts[2])
        case (.person, _):
            return PersonEndpoint(
                call: call, catalog: catalog(), scenario: scenario, follows: follows, stars: stars, now: now
            ).response()
        case (.query, _): return QueryEndpoint(call: call, catalog: catalog(), scenario: scenario).response()
        case (.account, _): return AccountEndpoint.response(to: call, catalog())
        case (.rate, _): return RateLimitEndpoint.response(to: call, rate)
        case (.starList, _): return starEndpoint.list()
        case (.starState, _), (.starWrite, _): return starEndpoint.one(fullName: "\(parts[2])/\(parts[3])")
        case (.other, _): return call.isRead && call.path == "/" ? RootEndpoint.response(to: call) : .notFound
        }
    }

    private var followEndpoint: FollowEndpoint {
        FollowEndpoint(call: call, token: call.token ?? "", people: catalog().people, store: follows)
    }

    private var starEndpoint: StarEndpoint {
        StarEndpoint(
            call: call, token: call.token ?? "", catalog: catalog(), scenario: scenario, store: stars, now: now)
    }
}

extension ScenarioRules.Target {
    init(_ call: APICall) {
        let parts = call.parts
        switch (parts.first, parts.count) {
        case ("user", 4) where parts[1] == "starred" && call.isStarWrite: self = .starWrite
        case ("user", 3) where parts[1] == "following" && call.isWrite: self = .followWrite
        case _ where call.isQuery: self = .query
        case _ where !call.isRead: self = .other
        case ("user", 3) where parts[1] == "following": self = .followState
        case ("users", 4) where parts[2] == "following": self = .followState
        case ("user", 4) where parts[1] == "starred": self = .starState
        case ("user", 2) where parts[1] == "starred": self = .starList
        case ("user", 1): self = .account
        case ("rate_limit", 1): self = .rate
        case ("search", 2) where ["repositories", "users"].contains(parts[1]): self = .search
        case ("users", 2), ("users", 3): self = .person
        case ("user", 2...3) where Int(parts[1]) != nil: self = .person
        case ("repos", 3), ("repositories", 2): self = .repository
        case _ where SupplementEndpoint.name(in: parts) != nil: self = .repository
        case ("repos", 5) where parts[3] == "readme": self = .repository
        case ("repos", 4), ("repositories", 3): self = parts.last == "readme" ? .repository : .other
        default: self = .other
        }
    }
}

/// Permissions of tokens with valid credentials.
enum TokenRules {
    static func refusal(of call: APICall, _ target: ScenarioRules.Target) -> APIResponse? {
        switch (target, call.tokenKind) {
        case (.account, nil), (.starList, nil), (.starState, nil), (.starWrite, nil), (.followWrite, nil):
            .authenticationMissing
        case (.followState, nil): call.parts.first == "user" ? .authenticationMissing : nil
        // GitHub hides the repository from a token without the scope, although it is public.
        case (.starWrite, .withoutScope): .notFound
        case (.followWrite, let kind?) where kind.scopes.map { !$0.contains("user:follow") } ?? false: .notFound
        case (.followWrite, .fineGrainedWithoutStarring): .notPermitted("followers=write")
        case (.followState, .fineGrainedWithoutStarring) where call.parts.first == "user":
            .notPermitted("followers=read")
        case (.starWrite, .fineGrainedWithoutStarring): .notPermitted("starring=write")
        case (.starList, .fineGrainedWithoutStarring), (.starState, .fineGrainedWithoutStarring):
            .notPermitted("starring=read")
        default: nil
        }
    }
}

/// `GET /`: the addresses of the API. Command-line clients call it to read the token's scopes.
enum RootEndpoint {
    private static let addresses = """
        current_user_url /user
        current_user_authorizations_html_url https://github.com/settings/connections/applications{/client_id}
        authorizations_url /authorizations
        code_search_url /search/code?q={query}{&page,per_page,sort,order}
        commit_search_url /search/commits?q={query}{&page,per_page,sort,order}
        emails_url /user/emails
        emojis_url /emojis
        events_url /events
        feeds_url /feeds
        followers_url /user/followers
        following_url /user/following{/target}
        gists_url /gists{/gist_id}
        hub_url /hub
        issue_search_url /search/issues?q={query}{&page,per_page,sort,order}
        issues_url /issues
        keys_url /user/keys
        label_search_url /search/labels?q={query}&repository_id={repository_id}{&page,per_page}
        notifications_url /notifications
        organization_url /orgs/{org}
        organization_repositories_url /orgs/{org}/repos{?type,page,per_page,sort}
        organization_teams_url /orgs/{org}/teams
        public_gists_url /gists/public
        rate_limit_url /rate_limit
        repository_url /repos/{owner}/{repo}
        repository_search_url /search/repositories?q={query}{&page,per_page,sort,order}
        current_user_repositories_url /user/repos{?type,page,per_page,sort}
        starred_url /user/starred{/owner}{/repo}
        starred_gists_url /gists/starred
        topic_search_url /search/topics?q={query}{&page,per_page}
        user_url /users/{user}
        user_organizations_url /user/orgs
        user_repositories_url /users/{user}/repos{?type,page,per_page,sort}
        user_search_url /search/users?q={query}{&page,per_page,sort,order}
        """.split(separator: "\n").map { $0.split(separator: " ") }

    static func response(to call: APICall) -> APIResponse {
        var body = JSONObject()
        for address in addresses {
            body.set(String(address[0]), address[1].hasPrefix("/") ? "\(call.api)\(address[1])" : String(address[1]))
        }
        return .json(200, .object(body))
    }
}
