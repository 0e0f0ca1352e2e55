import Foundation

/// A key store that did not answer, or was not there, may be back.
extension AccountViewModel {
    /// Asks the key store again for a token of before.
    public func askKeyStoreAgain() {
        guard case .signedOut(let content) = phase, case .keyStoreFailed = content.notice else { return }
        phase = .starting
        lookUp()
    }

    /// Tries again to keep a token that is good for this session only.
    public func keepAgain() {
        guard let session, case .sessionOnly = session.keeping, keepingAgain == nil else { return }
        keepingAgain = Task { [weak self, store, host] in
            var keeping = TokenKeeping.kept
            do throws(TokenStoreFailure) {
                try await store.store(session.credential.secret, account: session.login, for: host)
            } catch {
                keeping = .sessionOnly(error)
            }
            guard let self else { return }
            keepingAgain = nil
            guard self.session?.credential == session.credential else { return }
            self.session?.keeping = keeping
            render()
        }
    }
}
