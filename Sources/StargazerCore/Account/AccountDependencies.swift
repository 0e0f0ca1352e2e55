public import Foundation

/// What an account needs: the server's API and the store for its token.
public struct AccountDependencies {
    let account: any GitHubAccount
    let store: any TokenStore
    /// Yields credentials in use that the server has just rejected.
    let refusals: @Sendable () -> AsyncStream<Credential>
    let tokenPages: TokenPageURLs

    public init(
        account: any GitHubAccount, store: any TokenStore, tokenPages: TokenPageURLs,
        refusals: @escaping @Sendable () -> AsyncStream<Credential>
    ) {
        self.account = account
        self.store = store
        self.tokenPages = tokenPages
        self.refusals = refusals
    }
}

/// The pages where the two kinds of tokens are created.
public struct TokenPageURLs: Sendable, Hashable {
    public let fineGrained: URL?
    public let classic: URL?

    public init(fineGrained: URL?, classic: URL?) {
        self.fineGrained = fineGrained
        self.classic = classic
    }
}
