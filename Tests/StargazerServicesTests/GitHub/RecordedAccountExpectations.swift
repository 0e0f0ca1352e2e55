import Foundation
import StargazerCore
import StargazerLibrary

enum RecordedAccountOutcome: Equatable {
    case account(Account)
    case limits([RateLimit])
    case list(count: Int, first: String?, last: String?, end: BatchEnd)
    case starred(Bool)
    case written([String])
    case failure(CatalogFailure)
}

/// The expected result of a recorded account exchange, read off the recording by hand.
enum RecordedAccountExpectation {
    case outcome(RecordedAccountOutcome)
    /// Limits whose windows end this many seconds after the response.
    case limits([(bucket: String, limit: Int, remaining: Int, seconds: TimeInterval)])
    case limitExhausted(limit: Int, seconds: TimeInterval)
    case slowDown(seconds: TimeInterval)

    func outcome(at now: Date) -> RecordedAccountOutcome {
        switch self {
        case .outcome(let outcome): outcome
        case .limits(let limits):
            .limits(
                limits.map {
                    RateLimit.sample(
                        bucket: $0.bucket, limit: $0.limit, remaining: $0.remaining,
                        resetsAt: now.addingTimeInterval($0.seconds))
                })
        case .limitExhausted(let limit, let seconds):
            .failure(
                .rateLimited(RateLimit.sample(bucket: "core", limit: limit, resetsAt: now.addingTimeInterval(seconds))))
        case .slowDown(let seconds): .failure(.throttled(until: now.addingTimeInterval(seconds)))
        }
    }

    private static func account(
        _ login: String, _ name: String, scopes: [String], missingPermission: TokenPermission? = nil,
        expiresAt seconds: TimeInterval
    ) -> RecordedAccountExpectation {
        .outcome(
            .account(
                Account(
                    login: login, number: 44_700_269, name: name,
                    avatarURL: URL(string: "https://avatars.githubusercontent.com/u/44700269?v=4"), scopes: scopes,
                    missingPermission: missingPermission, expiresAt: Date(timeIntervalSince1970: seconds))))
    }

    private static func list(
        _ count: Int, _ first: String, _ last: String, next: String?
    ) -> RecordedAccountExpectation {
        let end = next.map { BatchEnd.more(BatchCursor("https://api.github.com" + $0)) } ?? .complete
        return .outcome(.list(count: count, first: first, last: last, end: end))
    }

    static let byID: [String: RecordedAccountExpectation] = [
        "github-o-50": .outcome(.starred(true)),
        "github-o-51": .outcome(.starred(false)),
        "github-o-52": .outcome(.written(["PUT"])),
        "github-o-53": .outcome(.written(["PUT"])),
        "github-o-54": .outcome(.written(["PUT"])),
        "github-o-55": .outcome(.written(["DELETE"])),
        "github-o-56": .outcome(.written(["DELETE"])),
        "github-o-57": list(
            30, "git/git", "BeaverSoftware/FatherBeaver", next: "/user/starred?page=2"),
        "github-o-58": list(5, "joestein/amaunet", "facebook/folly", next: nil),
        "github-o-59": list(
            30, "bbatsov/rubocop", "mruby/mruby", next: "/user/10308/starred?page=2"),
        "github-o-73": account(
            "EnricoMi", "Enrico Minack", scopes: [], missingPermission: .publicRepositories, expiresAt: 1_686_194_880),
        "github-o-74": account(
            "jacquev6", "Enrico Minack", scopes: ["read:discussion", "repo"], expiresAt: 1_738_687_330),
        "github-o-80": .outcome(.failure(.unauthorized)),
        "github-o-81": .outcome(.failure(.unauthorized)),
        "github-o-82": .outcome(.failure(.notAllowed(needs: nil))),
        "github-o-83": .outcome(.failure(.notAllowed(needs: .other("admin:org, read:org, repo, user, write:org")))),
        "github-o-84": .limitExhausted(limit: 60, seconds: 60),
        "github-o-85": .slowDown(seconds: 8),
        // Its resets were edited to more than a year after its date, which is not plausible.
        "github-o-86": .limits([]),
        "github-o-87": .limits([("core", 5000, 4998, 2669), ("search", 30, 30, 60)]),
        "github-o-88": .limits([("core", 5000, 4991, 1586), ("search", 30, 30, 59)]),
        "github-o-89": .limits([]),
        "github-o-96": .outcome(.failure(.blocked(reason: "dmca", link: RecordedExpectation.notice))),
        "github-o-100": .limits([("core", 60, 0, 1584), ("search", 10, 10, 60)]),
    ]
}
