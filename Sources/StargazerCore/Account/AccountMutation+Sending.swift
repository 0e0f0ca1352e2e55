import Foundation

extension GitHubAccount {
    func send(_ mutation: AccountMutation) async throws(CatalogFailure) {
        switch mutation.kind {
        case .star: try await setStarred(mutation.isSet, mutation.item)
        case .follow: try await setFollowed(mutation.isSet, mutation.item)
        }
    }

    /// Whether the server has the state that the mutation sets.
    func isDone(_ mutation: AccountMutation) async throws(CatalogFailure) -> Bool {
        switch mutation.kind {
        case .star: try await isStarred(mutation.item) == mutation.isSet
        case .follow: try await isFollowed(mutation.item) == mutation.isSet
        }
    }
}

extension OutboxOutcome {
    /// - Parameters:
    ///   - failure: nil when the server has confirmed the mutation.
    ///   - date: when to send it again, if the failure may pass.
    init(of mutation: AccountMutation, _ failure: CatalogFailure?, retryAt date: Date) {
        switch failure?.mutationEffect {
        case nil: self = .confirmed(mutation.isSet)
        case .rejected?: self = .rejected
        case .postponed?, .allPostponed?:
            self = .postponed(
                until: date, isUncertain: failure?.mayHaveSucceeded ?? false,
                code: failure.map { String(describing: $0) } ?? "")
        }
    }
}
