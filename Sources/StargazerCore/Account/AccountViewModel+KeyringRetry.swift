import Foundation

/// Retries after keyring failures: a keyring that did not respond may be available again.
extension AccountViewModel {
    /// Asks the keyring again for a saved token.
    public func retryKeyring() {
        guard case .signedOut(let content) = phase, case .keyringFailed = content.notice else { return }
        phase = .starting
        lookUp()
    }

    /// Tries again to save a token that would last for this session only.
    public func retrySavingToken() {
        guard let session, case .sessionOnly = session.tokenStorage, tokenSaving == nil else { return }
        tokenSaving = Task { [weak self, store, host] in
            var tokenStorage = TokenStorage.saved
            do throws(TokenStoreFailure) {
                try await store.store(session.credential.secret, account: session.login, for: host)
            } catch {
                tokenStorage = .sessionOnly(error)
            }
            guard let self else { return }
            tokenSaving = nil
            guard self.session?.credential == session.credential else { return }
            self.session?.tokenStorage = tokenStorage
            render()
        }
    }
}
