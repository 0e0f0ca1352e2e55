import Foundation
import StargazerCore
import StargazerLibrary

/// The account that a token belongs to.
struct UserPayload: Decodable {
    /// The window, the keyring and the library use it as a name.
    let login: Login
    let id: Int64?
    let name: String?
    let avatarUrl: String?

    private enum CodingKeys: String, CodingKey {
        case login, id, name
        case avatarUrl = "avatar_url"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        login = try fields.decode(Login.self, forKey: .login)
        // An account needs only its login.
        id = try? fields.decodeIfPresent(Int64.self, forKey: .id)
        name = try fields.decodeIfPresent(String.self, forKey: .name)
        avatarUrl = try fields.decodeIfPresent(String.self, forKey: .avatarUrl)
    }
}

/// A star with its date, or a plain repository from servers that do not know the media type.
struct StarredPayload: Decodable {
    private enum Key: String, CodingKey {
        case starredAt = "starred_at"
        case repo
    }

    let starredAt: String?
    let repository: RepositoryPayload

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        starredAt = try fields.decodeIfPresent(String.self, forKey: .starredAt)
        repository =
            fields.contains(.repo) || starredAt != nil
            ? try fields.decode(RepositoryPayload.self, forKey: .repo) : try RepositoryPayload(from: decoder)
    }
}

struct RateLimitsPayload: Decodable {
    struct Bucket: Decodable {
        let limit: Int
        let remaining: Int
        let reset: Int
    }

    struct Resources: Decodable {
        let core: Bucket
        let search: Bucket?
    }

    let resources: Resources

    /// Returns the rate limits that Stargazer uses, without those whose numbers or reset time are not plausible.
    func limits(_ response: HTTPResponse, now: Date) -> [RateLimit] {
        [(RateBucket.core, resources.core), (.search, resources.search)].compactMap { bucket, reported in
            guard let reported, reported.limit >= 0, reported.remaining >= 0 else { return nil }
            return RateHeaders.reset(reported.reset, response, now: now, maxWindow: bucket.maxWindow).map {
                RateLimit(
                    bucket: bucket.rawValue, unit: bucket.unit, window: bucket.window, limit: reported.limit,
                    remaining: reported.remaining, resetsAt: $0)
            }
        }
    }
}

struct TokenHeaders {
    /// Nil for a fine-grained token.
    let scopes: [String]?
    let expiresAt: Date?

    init(_ response: HTTPResponse) {
        scopes = response.header("x-oauth-scopes").map { field in
            field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        expiresAt = response.header("github-authentication-token-expiration").flatMap(Self.date)
    }

    /// Parses `2024-04-07 21:59:15 UTC` and `2023-06-14 15:09:46 -0700`; GitHub sends both forms.
    private static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 3 else { return nil }
        let zone = parts[2] == "UTC" ? "Z" : parts[2].prefix(3) + ":" + parts[2].dropFirst(3)
        return try? Date("\(parts[0])T\(parts[1])\(zone)", strategy: .iso8601)
    }
}
