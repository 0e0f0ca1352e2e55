import Foundation
import StargazerCore

/// What belongs to one credential, or to nobody's: another token has another budget.
final class GitHubSession: Sendable {
    let credential: Credential?
    let ledger = RateLedger()

    init(_ credential: Credential?) { self.credential = credential }
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
    /// What is changed where this writes; a refusal is read by it.
    var subject = Subject.star

    /// All that is ever written.
    enum Subject: Sendable {
        case star
        case follow
    }

    var isWrite: Bool { method != "GET" }
}
