public import Foundation
public import Observation
public import StargazerLibrary

/// Asks whose stars to bring: a user name, then who that is and how much there is to load, before anything is added.
@MainActor @Observable public final class BringStarsViewModel {
    /// The name as typed.
    public private(set) var text: String
    public private(set) var phase = BringStarsPhase.typing(problem: nil)

    @ObservationIgnored private let stars: StarImportViewModel
    @ObservationIgnored private var owner: StarListOwner?
    @ObservationIgnored private var request: Task<Void, Never>?

    /// Begins with the name of the signed-in account, or the one brought last.
    public init(_ stars: StarImportViewModel) {
        self.stars = stars
        text = stars.login ?? stars.publicLogin ?? ""
    }

    isolated deinit { request?.cancel() }

    /// Whether ``submit()`` does anything now.
    public var canSubmit: Bool {
        switch phase {
        case .typing(let problem): problem == nil && name != nil
        case .looking: false
        case .found(let content): content.stars?.number != 0 && !stars.isRunning
        case .failed: name != nil
        }
    }

    private var name: String? {
        GitHubUsername.parse(text.trimmingCharacters(in: .whitespacesAndNewlines))
            .flatMap { GitHubUsername.problem(of: $0) == nil ? $0 : nil }
    }

    public func nameChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        request?.cancel()
        (request, owner) = (nil, nil)
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        phase = .typing(problem: words.isEmpty ? nil : Self.problem(of: words))
    }

    private static func problem(of text: String) -> QueryProblem? {
        guard let name = GitHubUsername.parse(text) else { return .noUsername }
        return GitHubUsername.problem(of: name)
    }

    /// Looks the name up, or brings the stars of the user that was found.
    /// - Returns: whether the stars are coming.
    public func submit() -> Bool {
        guard canSubmit else { return false }
        guard let owner, case .found = phase else {
            lookUp()
            return false
        }
        stars.bring(owner)
        return true
    }

    private func lookUp() {
        guard let name else { return }
        phase = .looking
        request?.cancel()
        request = Task { [weak self, lists = stars.lists] in
            let answer: Result<StarListOwner, CatalogFailure>
            do throws(CatalogFailure) {
                let owner = try await lists.owner(named: name)
                answer = .success(try await self?.withOwnStars(owner) ?? owner)
            } catch {
                answer = .failure(error)
            }
            guard !Task.isCancelled else { return }
            self?.show(answer, service: lists.service)
        }
    }

    /// Counts the private stars, too, if it is the signed-in account.
    private func withOwnStars(_ owner: StarListOwner) async throws(CatalogFailure) -> StarListOwner {
        guard isOwn(owner), let count = try await stars.countOwnStars() else { return owner }
        var owner = owner
        (owner.stars, owner.requests) = (count, (count + 99) / 100)
        return owner
    }

    private func isOwn(_ owner: StarListOwner) -> Bool { owner.login.lowercased() == stars.login?.lowercased() }

    private func show(_ answer: Result<StarListOwner, CatalogFailure>, service: String) {
        switch answer {
        case .success(let owner):
            self.owner = owner
            phase = .found(content(of: owner))
        case .failure(.cancelled): phase = .typing(problem: nil)
        case .failure(let failure):
            phase = .failed(
                FailureContent(
                    failure: failure, query: name ?? text, service: service,
                    until: failure.retryDate.map(stars.formats.timeOfDay)))
        }
    }

    private func content(of owner: StarListOwner) -> StarListContent {
        let isOwn = isOwn(owner)
        let number = { [formats = stars.formats] in NumberContent($0, formats: formats) }
        return StarListContent(
            login: owner.login, name: owner.name.map { CleanText.line($0) }, avatarURL: owner.avatarURL,
            stars: owner.stars.map(number), isOwn: isOwn, lacksSignIn: stars.lacksSignIn,
            requests: owner.requests > Self.unmentionedRequests ? number(owner.requests) : nil,
            requestsLeft: owner.limit?.remaining.map { number(max(0, $0 - Self.reserved)) },
            hours: hours(owner).map(number))
    }

    /// Lists of up to this many requests are not worth a sentence.
    private static let unmentionedRequests = 10
    /// The requests of an hour that the user may need.
    private static let reserved = 10

    /// Returns the full hours until the list is complete; nil when the requests that are left are enough.
    private func hours(_ owner: StarListOwner) -> Int? {
        guard let limit = owner.limit, let left = limit.remaining, let total = limit.limit, total > Self.reserved else {
            return nil
        }
        let missing = owner.requests - max(0, left - Self.reserved)
        guard missing > 0 else { return nil }
        return (missing + total - Self.reserved - 1) / (total - Self.reserved)
    }
}

extension QueryProblem {
    /// A text that is no user name, such as one with spaces.
    public static let noUsername = QueryProblem.catalogSpecific("no-username")
}

/// The state of bringing a user's stars, until they begin to come.
public enum BringStarsPhase: Equatable, Sendable {
    /// `problem` tells why no user can have the name.
    case typing(problem: QueryProblem?)
    case looking
    case found(StarListContent)
    /// `.gone`: no user has the name.
    case failed(FailureContent)
}

/// A user and the list of stars, as shown.
public struct StarListContent: Equatable, Sendable {
    public let login: String
    /// Clean, on one line; nil when there is none.
    public let name: String?
    public let avatarURL: URL?
    /// Nil when the server does not say.
    public let stars: NumberContent?
    /// Whether it is the signed-in account, whose private stars come too.
    public let isOwn: Bool
    public let lacksSignIn: Bool
    /// The number of requests; nil for a few.
    public let requests: NumberContent?
    /// The requests that it may use at once; nil when this is unknown.
    public let requestsLeft: NumberContent?
    /// The full hours that the rate limit takes; nil when the requests that are left are enough.
    public let hours: NumberContent?
}
