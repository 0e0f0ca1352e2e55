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
    let ifNoneMatch: String?
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
        let fullPath = halves.first.map(String.init) ?? ""
        query = RawQuery(halves.count > 1 ? String(halves[1]) : "")
        let prefix = "/api/v3"
        if fullPath == "/api/graphql" {
            path = "/graphql"
            api = root + prefix
        } else if fullPath == prefix || fullPath.hasPrefix("\(prefix)/") {
            path = fullPath == prefix ? "/" : String(fullPath.dropFirst(prefix.count))
            api = root + prefix
        } else {
            path = fullPath.isEmpty ? "/" : fullPath
            api = root
        }
        let words = request.header("Authorization")?.split(separator: " ", maxSplits: 1) ?? []
        token = words.count == 2 ? String(words[1]) : nil
        tokenKind = token.map { StandInTokenKind($0) }
        accept = request.header("Accept") ?? ""
        version = request.header("X-GitHub-Api-Version") ?? RequestValidator.version
        ifNoneMatch = request.header("If-None-Match")
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

/// A parsed query string. `URLComponents.queryItems` cannot distinguish `+` (here a space) from `%2B`.
struct RawQuery: Sendable {
    private(set) var pairs: [(name: String, value: String)]

    init(_ raw: String) {
        pairs = raw.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(halves[0]), halves.count > 1 ? Self.decode(halves[1]) : "")
        }
    }

    /// The last value counts when a name is repeated.
    subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }

    /// Returns the query with one value changed, like GitHub's links: the client's order, and `+` for a space.
    func setting(_ name: String, _ value: String) -> String {
        var changed = pairs
        if let place = changed.firstIndex(where: { $0.name == name }) {
            changed[place].value = value
        } else {
            changed.append((name, value))
        }
        return changed.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
    }

    private static func decode(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._ ")

    private static func encode(_ text: String) -> String {
        (text.addingPercentEncoding(withAllowedCharacters: plain) ?? "").replacing(" ", with: "+")
    }
}

/// Checks what every call must have, in GitHub's order: bad credentials are reported before an unknown API version.
enum RequestValidator {
    static let version = "2022-11-28"
    private static let versions: Set<String> = [version, "2026-03-10"]

    static func refusal(of request: StandInRequest, _ call: APICall) -> APIResponse? {
        if (request.header("User-Agent") ?? "").isEmpty { return .noUserAgent }
        if call.tokenKind?.isRefused == true { return .badCredentials }
        if call.isQuery, call.token == nil { return .authenticationMissing }
        return versions.contains(call.version) ? nil : .unknownVersion(call.version)
    }

    /// Returns the headers that every API answer has.
    static func headers(_ call: APICall, rate: RateLimitState, number: Int) -> [(name: String, value: String)] {
        let mark = Seed(number).value
        let id = String(
            format: "%04X:%04X:%06X:%07X:%08X", 0xC0DE, number & 0xFFFF, number, mark >> 36, mark & 0xFFFF_FFFF)
        return [
            ("server", "github.com"),
            ("vary", "Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With"),
            ("x-github-media-type", "github.v3; format=json"),
            ("x-github-api-version-selected", versions.contains(call.version) ? call.version : version),
            ("access-control-allow-origin", "*"), ("x-content-type-options", "nosniff"),
            ("referrer-policy", "origin-when-cross-origin, strict-origin-when-cross-origin"),
            ("x-github-request-id", id),
        ] + rate.headers
    }
}
