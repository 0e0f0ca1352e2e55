public import Foundation

/// One can sign in here: whom the server knows by a token, and where tokens are kept.
public struct AccountDependencies {
    let account: any GitHubAccount
    let store: any TokenStore
    /// Credentials in use that the server has just refused.
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

/// Where a token of either kind is made.
public struct TokenPageURLs: Sendable, Hashable {
    public let fineGrained: URL?
    public let classic: URL?

    public init(fineGrained: URL?, classic: URL?) {
        self.fineGrained = fineGrained
        self.classic = classic
    }
}
