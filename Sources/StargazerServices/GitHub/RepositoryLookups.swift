import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization

/// Finds repositories by `owner/name` or ID: signed in by GraphQL, up to 100 in a query, and otherwise by REST one by one.
///
/// REST also decides what GraphQL does not find by ID, because it knows the IDs of REST in an old form only.
final class RepositoryLookups: ItemLookups {
    /// Seconds between requests at least.
    private static let pause: TimeInterval = 1
    private static let localPause: TimeInterval = 0.05
    private static let maxBatchSize = 100

    private let client: GitHubClient
    private let queries: GraphQLClient
    /// The names to look up by REST.
    private let singles = Mutex<Set<ItemLookupName>>([])

    init(client: GitHubClient) {
        self.client = client
        queries = GraphQLClient(client: client, maxBatchSize: Self.maxBatchSize)
    }

    /// A server on this machine stands in for GitHub.
    func canLookUp(on host: String) -> Bool {
        host == client.server.host
            || host == GitHubServer.gitHub.host && client.server.hasPages(on: GitHubServer.gitHub.webHost)
    }

    func lookUp(_ names: [ItemLookupName]) async throws(CatalogFailure) -> ItemLookupBatch {
        guard let first = names.first else { return ItemLookupBatch(pause: 0) }
        let session = client.session
        do throws(CatalogFailure) {
            guard let size = queries.batchSize(for: session), !needsSingle(first) else {
                return try await single(first)
            }
            return try await query(Array(names.filter { !needsSingle($0) }.prefix(size)), as: session)
        } catch {
            // Requests of an account that is no longer in use say nothing.
            if error == .unauthorized, session !== client.session { throw .cancelled }
            throw error
        }
    }

    private func needsSingle(_ name: ItemLookupName) -> Bool { singles.withLock { $0.contains(name) } }

    private var pause: TimeInterval {
        let isLocal = client.server == .sample || client.server.baseURL?.host().map(APIServer.isLoopback) == true
        return isLocal ? Self.localPause : Self.pause
    }

    // MARK: GraphQL

    private func query(
        _ names: [ItemLookupName], as session: GitHubSession
    ) async throws(CatalogFailure) -> ItemLookupBatch {
        let answer: GraphQLClient.Answer<LookupQueryPayload>
        do throws(CatalogFailure) {
            answer = try await queries.send(
                LookupQuery(names).body, about: names.count, as: session, reading: LookupQueryPayload.self)
        } catch {
            // A query cannot be smaller.
            if case .server = error, names.count == 1 { singles.withLock { _ = $0.insert(names[0]) } }
            throw error
        }
        guard case .data(let payload, let errors) = answer else { return try await unanswered(names, answer) }
        var results: [ItemLookupName: ItemLookupResult] = [:]
        var found: Set<ItemLookupName> = []
        for (number, name) in names.enumerated() {
            let alias = LookupQuery.alias(number)
            let failed = errors.first { $0.alias == alias }
            let refusal = failed.flatMap { TokenRefusal(message: $0.message) }
            switch (payload.repositories[alias]?.value, failed?.type, name) {
            case (let repository?, _, _): results[name] = .found(Item(repository, host: client.server.host))
            case (nil, "NOT_FOUND", .title): results[name] = .gone
            // REST has public data without the token.
            case (nil, _, .title) where refusal?.needsSignOn == false:
                refusal.map { session.record($0, of: nil) }
                found.insert(name)
            case (nil, let type?, .title) where !type.hasPrefix("RESOURCE_LIMIT"): results[name] = .refused
            case (nil, nil, .title): break
            default: found.insert(name)
            }
        }
        let unknown = found
        singles.withLock { $0.formUnion(unknown) }
        let none: GraphQLClient.Answer<LookupQueryPayload>? = try queries.answered(
            results.count + unknown.count, of: names.count)
        if let none { return try await unanswered(names, none) }
        return ItemLookupBatch(results, pause: pause)
    }

    /// Asks for less, or one by one.
    private func unanswered(
        _ names: [ItemLookupName], _ answer: GraphQLClient.Answer<LookupQueryPayload>
    ) async throws(CatalogFailure) -> ItemLookupBatch {
        if case .tooMuch(let pause) = answer {
            if names.count == 1 { singles.withLock { $0.formUnion(names) } }
            return ItemLookupBatch(pause: pause)
        }
        guard let first = names.first else { return ItemLookupBatch(pause: pause) }
        return try await single(first)
    }

    // MARK: REST

    private func single(_ name: ItemLookupName) async throws(CatalogFailure) -> ItemLookupBatch {
        let result: ItemLookupResult
        do throws(CatalogFailure) {
            guard let url = Self.endpoint(of: name)?.url(on: client.server) else { throw .gone }
            var call = GitHubCall(url: url)
            call.usesHalfOfLimit = true
            let body = try await client.sendOptional(call).body
            let payload = try ResponseJSON.read(RepositoryPayload.self, from: body, what: "lookup")
            result = .found(Item(payload, host: client.server.host))
        } catch {
            switch error {
            case .gone: result = .gone
            case .notAllowed, .tokenRefused, .blocked, .unreadable: result = .refused
            default: throw error
            }
        }
        singles.withLock { _ = $0.remove(name) }
        return ItemLookupBatch([name: result], pause: pause)
    }

    /// Nil for what no repository is called.
    private static func endpoint(of name: ItemLookupName) -> GitHubEndpoint? {
        switch name {
        case .id(let id): return Int64(id).map { .repositoryByID(String($0)) }
        case .title(let title): return RepositoryPath(title).map { .repository($0) }
        }
    }
}

/// A GraphQL query for the facts of several repositories, one alias for each.
struct LookupQuery {
    let body: Data?

    init(_ names: [ItemLookupName]) {
        // Names go through variables, so that no name can change the query.
        var variables: [String] = []
        var parts: [String] = []
        var values: [String: String] = [:]
        for (number, name) in names.enumerated() {
            let alias = Self.alias(number)
            switch name {
            case .title(let title):
                let names = title.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                variables.append("$o\(number):String!,$n\(number):String!")
                parts.append("\(alias):repository(owner:$o\(number),name:$n\(number)){...r}")
                (values["o\(number)"], values["n\(number)"]) = (names[0], names.count > 1 ? names[1] : "")
            case .id(let id):
                variables.append("$i\(number):ID!")
                parts.append("\(alias):node(id:$i\(number)){...r}")
                values["i\(number)"] = Data("010:Repository\(id)".utf8).base64EncodedString()
            }
        }
        let query = """
            query(\(variables.joined(separator: ","))){\(parts.joined(separator: " "))}
            fragment r on Repository{databaseId name owner{login avatarUrl} description stargazerCount forkCount
            issues(states:OPEN){totalCount} pullRequests(states:OPEN){totalCount} primaryLanguage{name}
            repositoryTopics(first:20){nodes{topic{name}}} licenseInfo{spdxId} homepageUrl url createdAt pushedAt
            isArchived isFork isTemplate isMirror isPrivate}
            """
        body = try? JSONEncoder().encode(Request(query: query, variables: values))
    }

    static func alias(_ number: Int) -> String { "r\(number)" }

    private struct Request: Encodable {
        let query: String
        let variables: [String: String]
    }
}

/// The response to a `LookupQuery`. Parts that failed are nil, or missing.
struct LookupQueryPayload: Decodable, Sendable {
    struct Repository: Decodable, Sendable {
        struct Owner: Decodable, Sendable {
            let login: Login
            let avatarUrl: String?
        }

        struct Count: Decodable, Sendable {
            let totalCount: Int
        }

        struct Name: Decodable, Sendable {
            let name: String
        }

        struct License: Decodable, Sendable {
            let spdxId: String?
        }

        struct Topics: Decodable, Sendable {
            struct Node: Decodable, Sendable {
                let topic: Name
            }

            let nodes: [Node]?
        }

        let databaseId: Int64
        let name: RepositoryName
        let owner: Owner
        let description: String?
        let stargazerCount: Int?
        let forkCount: Int?
        let issues: Count?
        let pullRequests: Count?
        let primaryLanguage: Name?
        let repositoryTopics: Topics?
        let licenseInfo: License?
        let homepageUrl: String?
        let url: String?
        let createdAt: String?
        let pushedAt: String?
        let isArchived: Bool?
        let isFork: Bool?
        let isTemplate: Bool?
        let isMirror: Bool?
        let isPrivate: Bool?
    }

    /// By alias.
    let repositories: [String: Lenient<Repository>]

    init(from decoder: any Decoder) throws {
        repositories = try decoder.singleValueContainer().decode([String: Lenient<Repository>].self)
    }
}

extension Item {
    init(_ payload: LookupQueryPayload.Repository, host: String) {
        let date = { (text: String?) in text.flatMap { try? Date($0, strategy: .iso8601) } }
        let url = WebLink.url(payload.url)
        self.init(
            id: ItemID(catalog: .repositories, host: host, id: String(payload.databaseId)),
            facts: Repository(
                owner: payload.owner.login.text, name: payload.name.text,
                ownerAvatarURL: WebLink.url(payload.owner.avatarUrl),
                summary: payload.description, stars: payload.stargazerCount ?? 0, forks: payload.forkCount ?? 0,
                openIssues: (payload.issues?.totalCount ?? 0) + (payload.pullRequests?.totalCount ?? 0),
                language: payload.primaryLanguage?.name,
                topics: payload.repositoryTopics?.nodes?.map(\.topic.name) ?? [],
                license: payload.licenseInfo.flatMap { Repository.license(spdx: $0.spdxId) ?? Repository.otherLicense },
                homepage: WebLink.homepage(payload.homepageUrl), webURL: url,
                cloneURL: WebLink.url(payload.url.map { $0 + ".git" }), createdAt: date(payload.createdAt),
                pushedAt: date(payload.pushedAt), isArchived: payload.isArchived ?? false,
                isFork: payload.isFork ?? false, isTemplate: payload.isTemplate ?? false,
                isMirror: payload.isMirror ?? false, isPrivate: payload.isPrivate ?? false))
    }
}
