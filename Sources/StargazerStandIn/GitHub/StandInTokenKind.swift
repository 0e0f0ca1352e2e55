/// The kind of a token, determined by its prefix; the first match counts.
///
/// All tokens belong to one account, but each token has its own stars.
///
/// | begins with            | reads | stars              | `x-oauth-scopes` | expiration field        |
/// |------------------------|-------|--------------------|------------------|-------------------------|
/// | `bad-`                 | 401   | 401                | none             | none                    |
/// | `expired-`             | 401   | 401                | none             | none                    |
/// | `noscope-`             | yes   | reads; writes: 404 | empty            | none                    |
/// | `expiring-`            | yes   | yes                | `public_repo`    | in five days, UTC       |
/// | `finegrained-nostar-`  | yes   | 403                | none             | none                    |
/// | `finegrained-expiring-`| yes   | yes                | none             | in five days, at -07:00 |
/// | `finegrained-`         | yes   | yes                | none             | none                    |
/// | `following-`           | yes   | yes                | and `user:follow`| none                    |
/// | anything else          | yes   | yes                | `public_repo`    | none                    |
///
/// Following needs `following-` or `finegrained-`. Others answer 404, and `finegrained-nostar-` 403.
///
/// A token that ends in `stars-N` starts with stars on N repositories. So `stars-2000` is a valid token, and
/// `noscope-stars-50` reads fifty stars that it may not remove. All other tokens start without stars.
public enum StandInTokenKind: String, Sendable, CaseIterable {
    case bad = "bad-"
    case expired = "expired-"
    case withoutScope = "noscope-"
    case expiring = "expiring-"
    case fineGrainedWithoutStarring = "finegrained-nostar-"
    case fineGrainedExpiring = "finegrained-expiring-"
    case fineGrained = "finegrained-"
    case following = "following-"
    case classic = ""

    init(_ token: String) {
        self = Self.allCases.first { token.hasPrefix($0.rawValue) } ?? .classic
    }

    /// A description of at most one line.
    public var summary: String {
        switch self {
        case .bad: "401, bad credentials"
        case .expired: "401 as well: GitHub does not tell the two apart"
        case .withoutScope: "classic without public_repo: reads, but 404 to star and unstar"
        case .expiring: "classic with public_repo, says that it expires in five days"
        case .fineGrainedWithoutStarring: "fine-grained without Starring: reads the account, 403 for all stars"
        case .fineGrainedExpiring: "fine-grained with Starring, says that it expires in five days"
        case .fineGrained: "fine-grained with Starring: no scopes are named"
        case .following: "classic with public_repo and user:follow"
        case .classic: "classic with public_repo"
        }
    }

    var isRefused: Bool { self == .bad || self == .expired }
    var expires: Bool { self == .expiring || self == .fineGrainedExpiring }

    /// The OAuth scopes. Nil for fine-grained tokens, which have permissions instead.
    var scopes: String? {
        switch self {
        case .classic, .expiring: "public_repo"
        case .following: "public_repo, user:follow"
        case .withoutScope: ""
        case .bad, .expired, .fineGrained, .fineGrainedExpiring, .fineGrainedWithoutStarring: nil
        }
    }
}
