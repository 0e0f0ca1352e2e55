import Foundation

/// A parsed API request: its target and its credentials.
struct APICall: Sendable {
    let method: String
    /// The path without the prefix `/api/v3` of an Enterprise Server.
    let path: String
    let query: RawQuery
    let body: Data
    let token: String?
    /// Nil without a token.
    let tokenKind: StandInTokenKind?
    let accept: String
    /// The API version that the client asked for, or GitHub's default version.
    let version: String
    /// The `ETag` that the client has cached, from `If-None-Match`.
    let knownTag: String?
    /// Scheme and host that the client used. Links in answers use them too.
    let root: String
    /// `root`, with `/api/v3` if the client used it.
    let api: String

    init(_ request: StandInRequest, defaultBase: URL) {
        method = request.method
        body = request.body
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
        if wholePath == "/api/graphql" {
            path = "/graphql"
            api = root + prefix
        } else if wholePath == prefix || wholePath.hasPrefix("\(prefix)/") {
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
    var isQuery: Bool { method == "POST" && path == "/graphql" }
    /// Whether this adds or removes a star at `/user/starred/{owner}/{repo}`.
    var isStarWrite: Bool { isWrite && path.hasPrefix("/user/starred/") }
    /// Whether this follows or unfollows an account at `/user/following/{username}`.
    var isFollowWrite: Bool { isWrite && path.hasPrefix("/user/following/") }

    /// The decoded path components. A trailing slash gives an empty last component.
    var parts: [String] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            $0.removingPercentEncoding ?? String($0)
        }
    }
}
