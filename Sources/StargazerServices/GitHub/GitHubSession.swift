import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization

/// A credential and its rate limits, or anonymous access. Each token has its own limits.
final class GitHubSession: Sendable {
    let credential: Credential?
    let rateLimiter = RateLimiter()
    /// Identifies the requester in the response cache without revealing the token; empty for anonymous access.
    let tokenDigest: String
    /// By the names of organizations in lower case. It lasts as long as the token is in use.
    private let refusals = Mutex<[String: TokenRefusal]>([:])

    init(_ credential: Credential?) {
        self.credential = credential
        tokenDigest = credential.map { Digest.sha256(Data("stargazer asker \($0.secret.revealed)".utf8)) } ?? ""
    }

    /// Returns why an organization refuses the token for its public data too; nil if it is not known to.
    func refusal(of owner: String?) -> TokenRefusal? {
        owner.flatMap { owner in refusals.withLock { $0[owner.lowercased()] } }
    }

    /// - Parameter owner: whose data was requested, if it is known.
    func record(_ refusal: TokenRefusal, of owner: String?) {
        for name in [owner, refusal.organization].compactMap(\.self) {
            refusals.withLock { $0[name.lowercased()] = refusal }
        }
    }
}

/// A request with all that affects how it is sent and how an error is interpreted.
struct GitHubCall: Sendable {
    /// The session that sends the request.
    enum Requester: Sendable {
        /// The current session when the request is sent, signed in or anonymous.
        case currentSession
        /// This session; fails if it is no longer current.
        case account(GitHubSession)
        /// A session that is only being tried.
        case candidate(GitHubSession)
    }

    static let jsonMediaType = "application/vnd.github+json"
    /// Returns a file as it is.
    static let rawMediaType = "application/vnd.github.raw+json"
    /// Returns stars with their dates.
    static let starMediaType = "application/vnd.github.star+json"

    /// What a request does, which decides about retries, spacing and caching.
    enum Kind: Sendable, Equatable {
        /// Reads a resource: repeated after a server error, and cached.
        case read
        /// Reads with a GraphQL query, the body: repeated after a server error, never cached.
        case query(Data)
        /// Changes a resource with this method, without a body: one at a time, a second apart, never repeated.
        case write(method: String)
        /// Changes with a GraphQL mutation, the body: sent like a write.
        case mutation(Data)
    }

    var kind = Kind.read
    var url: URL
    var bucket = RateBucket.core
    var requester = Requester.currentSession
    var accept = jsonMediaType
    var expects = HTTPBodyKind.json
    /// Whether it is one of many that together use at most half of the limit.
    var usesHalfOfLimit = false
    /// The requests that it leaves in its bucket. Where there are no more, it fails as if the limit were reached.
    var reservedRequests = 0
    /// Whether it counts against the primary rate limit.
    var countsAgainstLimit = true
    /// Whether a 404 is a response rather than a failure.
    var allowsNotFound = false
    /// The ETag of the cached response; a 304 confirms it.
    var etag: String?
    /// Whose data it reads, if the address does not tell.
    var knownOwner: String?
    /// Whether it is one that an organization refuses to the account's token.
    var isSignedOut = false
    /// What a write changes, which determines the meaning of an error.
    var subject = Subject.star

    enum Subject: Sendable {
        case star
        case follow
    }

    /// The organization or person whose data it is about; nil if it is not known.
    var owner: String? {
        var parts = url.pathComponents.dropFirst()
        if parts.starts(with: ["api", "v3"]) { parts = parts.dropFirst(2) }
        return switch parts.first {
        case "repos", "users", "orgs": parts.dropFirst().first
        case "user" where parts.count == 4: parts.dropFirst(2).first
        default: knownOwner
        }
    }

    var changesServer: Bool {
        switch kind {
        case .read, .query: false
        case .write, .mutation: true
        }
    }

    /// Whether it is a write without GraphQL, whose response has only a status.
    var isWrite: Bool { if case .write = kind { true } else { false } }

    var method: String {
        switch kind {
        case .read: "GET"
        case .query, .mutation: "POST"
        case .write(let method): method
        }
    }

    /// An empty body makes the transport send `Content-Length: 0`.
    var body: Data? {
        switch kind {
        case .read: nil
        case .query(let body), .mutation(let body): body
        case .write: Data()
        }
    }

    /// Whether the server may answer it without a token. GraphQL always needs one.
    var worksSignedOut: Bool {
        if case .currentSession = requester { kind == .read } else { false }
    }
}
