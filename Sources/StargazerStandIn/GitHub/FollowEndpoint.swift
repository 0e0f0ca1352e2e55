import Foundation
import Synchronization

/// `GET`, `PUT`, `DELETE /user/following/{login}` and `GET /users/{login}/following/{login}`.
struct FollowEndpoint {
    let call: APICall
    let token: String
    let people: SamplePeople
    let store: FollowStore

    /// Answers whether the account follows a user, or follows or unfollows that user.
    func answer(login: String) -> APIResponse {
        guard let person = people.person(login: login) else { return .notFound }
        switch call.method {
        case "PUT": store.set(true, person.id, for: token, in: people)
        case "DELETE": store.set(false, person.id, for: token, in: people)
        default: if !store.followed(by: token, in: people).contains(person.id) { return .notFound }
        }
        return .noContent
    }

    /// Answers whether one user follows another.
    func answer(login: String, follows other: String) -> APIResponse {
        guard let one = people.person(login: login), let other = people.person(login: other) else { return .notFound }
        return people.follows(one, other) ? .noContent : .notFound
    }
}

/// The accounts that each token follows, in memory.
final class FollowStore: Sendable {
    private let tokens = Mutex<[String: [Int]]>([:])

    /// Returns the followed accounts, in the order in which they were followed.
    func followed(by token: String, in people: SamplePeople) -> [Int] {
        tokens.withLock { $0[token] } ?? Self.initialFollows(people)
    }

    func set(_ isFollowed: Bool, _ id: Int, for token: String, in people: SamplePeople) {
        tokens.withLock { tokens in
            var followed = tokens[token] ?? Self.initialFollows(people)
            followed.removeAll { $0 == id }
            if isFollowed { followed.append(id) }
            tokens[token] = followed
        }
    }

    private static func initialFollows(_ people: SamplePeople) -> [Int] {
        guard let account = people.person(login: AccountEndpoint.login) else { return [] }
        return (0..<account.following).compactMap { people.followed($0, by: account)?.id }
    }
}
