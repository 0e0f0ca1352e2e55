import Foundation
import StargazerCore
import StargazerLibrary

/// A repository's languages and latest release. Responses less than an hour old need no request.
struct RepositorySupplements: Supplements {
    let client: GitHubClient

    func kinds(of item: Item) -> [SupplementKind] { item.repository == nil ? [] : [.languages, .release] }

    func supplement(_ kind: SupplementKind, of item: Item) async throws(CatalogFailure) -> (any SupplementFacts)? {
        guard item.id.host == client.server.host else { throw .otherServer(host: item.id.host) }
        let path = try item.repositoryPath()
        switch kind {
        case .languages:
            let url = GitHubEndpoint.languages(path).url(on: client.server)
            let response = try await client.get(url, bucket: .core, maxAge: LatestRelease.freshness)
            let bytes = try ResponseJSON.read([String: Double].self, from: response.body, what: "languages")
            return RepositoryLanguages(bytes.map { RepositoryLanguages.Share($0.key, bytes: $0.value) })
        case .release:
            return try await LatestRelease.payload(of: path, client).map { RepositoryRelease($0) }
        default: return nil
        }
    }
}

/// Loads the latest release, for both its details and its release notes.
enum LatestRelease {
    /// Seconds for which a cached response needs no request.
    static let freshness: TimeInterval = 3600

    /// Returns nil if the repository has no release.
    static func payload(
        of path: RepositoryPath, _ client: GitHubClient
    ) async throws(CatalogFailure) -> ReleasePayload? {
        let url = GitHubEndpoint.latestRelease(path).url(on: client.server)
        do throws(CatalogFailure) {
            let response = try await client.get(url, bucket: .core, maxAge: freshness)
            return try ResponseJSON.read(ReleasePayload.self, from: response.body, what: "release")
        } catch .gone {
            return nil
        }
    }
}

/// A release, as JSON. Only the tag is required.
struct ReleasePayload: Decodable {
    let tagName: String
    let name: String?
    let body: String?
    let htmlUrl: String?
    let createdAt: String?
    let publishedAt: String?

    private enum CodingKeys: String, CodingKey {
        case name, body
        case tagName = "tag_name"
        case htmlUrl = "html_url"
        case createdAt = "created_at"
        case publishedAt = "published_at"
    }
}
