import Foundation
import StargazerCore

/// What belongs to one credential, or to nobody's: another token has another budget.
final class GitHubSession: Sendable {
    let credential: Credential?
    let ledger = RateLedger()
    /// What its answers are kept under: tells one asker from another and not who it is. Empty for nobody's.
    let mark: String

    init(_ credential: Credential?) {
        self.credential = credential
        mark = credential.map { Digest.sha256(Data("stargazer asker \($0.secret.revealed)".utf8)) } ?? ""
    }
}

/// One request, with what decides how it is sent and how a refusal is read.
struct GitHubCall: Sendable {
    /// In whose name it is sent.
    enum Asker: Sendable {
        /// Whoever is signed in when it is sent, or nobody.
        case anyone
        /// This session, or not at all when it is over by then.
        case account(GitHubSession)
        /// A session that is only tried out.
        case candidate(GitHubSession)
    }

    static let plainType = "application/vnd.github+json"
    /// Answers stars with their dates.
    static let starType = "application/vnd.github.star+json"

    var method = "GET"
    var url: URL
    var bucket = RateBucket.core
    var asker = Asker.anyone
    var accept = plainType
    /// Whether the primary limit counts it.
    var isCounted = true
    /// A 404 is an answer and not a failure.
    var mayBeAbsent = false
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
