import Foundation

/// A key store that did not answer, or was not there, may be back.
extension AccountViewModel {
    /// Asks the key store again for a token of before.
    public func retryKeyring() {
        guard case .signedOut(let content) = phase, case .keyringFailed = content.notice else { return }
        phase = .starting
        lookUp()
    }

    /// Tries again to keep a token that is good for this session only.
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
