import Foundation

/// A request as the stand-in sees it: where it was meant to go, and by whom.
struct APICall: Sendable {
    let method: String
    /// Without the `/api/v3` that an Enterprise Server's addresses begin with.
    let path: String
    let query: RawQuery
    let token: String?
    /// Nil without a token.
    let tokenKind: StandInTokenKind?
    let accept: String
    /// The version the client asked for, else the one that GitHub then takes.
    let version: String
    /// The `ETag` of what the client has already.
    let knownTag: String?
    /// Scheme and host the client used; answers point there again.
    let root: String
    /// `root`, with `/api/v3` if the client used it.
    let api: String

    init(_ request: StandInRequest, defaultBase: URL) {
        method = request.method
        var scheme = defaultBase.scheme ?? "http"
        var authority = request.header("Host")
        var rest = Substring(request.target)
        if let mark = rest.range(of: "://"), !rest.hasPrefix("/") {
            scheme = String(rest[..<mark.lowerBound])
            let afterScheme = rest[mark.upperBound...]
            let slash = afterScheme.firstIndex { $0 == "/" || $0 == "?" } ?? afterScheme.endIndex
            authority = String(afterScheme[..<slash])
            rest = afterScheme[slash...]
        }
        if let authority {
            root = "\(scheme)://\(authority)"
        } else {
            let base = defaultBase.absoluteString
            root = base.hasSuffix("/") ? String(base.dropLast()) : base
        }
        let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let wholePath = halves.first.map(String.init) ?? ""
        query = RawQuery(halves.count > 1 ? String(halves[1]) : "")
        let prefix = "/api/v3"
        if wholePath == prefix || wholePath.hasPrefix("\(prefix)/") {
            path = wholePath == prefix ? "/" : String(wholePath.dropFirst(prefix.count))
            api = root + prefix
        } else {
            path = wholePath.isEmpty ? "/" : wholePath
            api = root
        }
        let words = request.header("Authorization")?.split(separator: " ", maxSplits: 1) ?? []
        token = words.count == 2 ? String(words[1]) : nil
        tokenKind = token.map { StandInTokenKind($0) }
        accept = request.header("Accept") ?? ""
        version = request.header("X-GitHub-Api-Version") ?? RequestValidator.version
        knownTag = request.header("If-None-Match")
    }

    var isRead: Bool { method == "GET" || method == "HEAD" }
    var isWrite: Bool { method == "PUT" || method == "DELETE" }
    /// Of `/user/starred/{owner}/{repo}`.
    var isStarWrite: Bool { isWrite && path.hasPrefix("/user/starred/") }
    /// Of `/user/following/{username}`.
    var isFollowWrite: Bool { isWrite && path.hasPrefix("/user/following/") }

    /// The path's parts, decoded; a trailing slash leaves an empty last one.
    var parts: [String] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            $0.removingPercentEncoding ?? String($0)
        }
    }
}
