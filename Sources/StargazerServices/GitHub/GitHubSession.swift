import Foundation
import StargazerCore

/// What belongs to one credential, or to nobody's: another token has another budget.
final class GitHubSession: Sendable {
    let credential: Credential?
    let rateLimiter = RateLimiter()
    /// What its answers are kept under: tells one asker from another and not who it is. Empty for nobody's.
    let tokenDigest: String

    init(_ credential: Credential?) {
        self.credential = credential
        tokenDigest = credential.map { Digest.sha256(Data("stargazer asker \($0.secret.revealed)".utf8)) } ?? ""
    }
}

/// One request, with what decides how it is sent and how a refusal is read.
struct GitHubCall: Sendable {
    /// In whose name it is sent.
    enum Requester: Sendable {
        /// Whoever is signed in when it is sent, or nobody.
        case currentSession
        /// This session, or not at all when it is over by then.
        case account(GitHubSession)
        /// A session that is only tried out.
        case candidate(GitHubSession)
    }

    static let jsonMediaType = "application/vnd.github+json"
    /// Answers stars with their dates.
    static let starMediaType = "application/vnd.github.star+json"

    var method = "GET"
    var url: URL
    var bucket = RateBucket.core
    var requester = Requester.currentSession
    var accept = jsonMediaType
    /// Whether the primary limit counts it.
    var countsAgainstLimit = true
    /// A 404 is an answer and not a failure.
    var allowsNotFound = false
    /// Of the answer that is kept; a 304 says that it is so still.
    var etag: String?
    /// What is changed where this writes; a refusal is read by it.
    var subject = Subject.star

    /// All that is ever written.
    enum Subject: Sendable {
        case star
        case follow
    }

    var isWrite: Bool { method != "GET" }
}
