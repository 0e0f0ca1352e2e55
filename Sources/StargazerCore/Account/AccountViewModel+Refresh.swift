import Foundation

/// Loads the account's facts while its page is open.
extension AccountViewModel {
    /// The age in seconds at which facts are loaded again when the page opens.
    private static let freshness: TimeInterval = 60

    /// Loads the facts and counts down the limits, while the account page is open.
    public func pageOpened() {
        isPageOpen = true
        refreshIfStale()
        startRefreshTimer()
    }

    public func pageClosed() {
        isPageOpen = false
        refreshTimer?.cancel()
    }

    /// Retries after a failure.
    public func tryAgain() {
        if case .failed = session?.progress { ask() }
    }

    func refreshIfStale() {
        guard let session, session.progress != .loading else { return }
        if let answer = session.answer, abs(time.now().timeIntervalSince(answer.at)) < Self.freshness { return }
        ask()
    }

    private func ask() {
        guard let asked = session?.credential else { return }
        session?.progress = .loading
        render()
        asking?.cancel()
        asking = Task { [weak self, account, time] in
            let answer: Result<Account, CatalogFailure>
            do throws(CatalogFailure) {
                answer = .success(try await account.identify(with: asked))
            } catch {
                answer = .failure(error)
            }
            guard let self, !Task.isCancelled, let session, session.credential == asked else { return }
            switch answer {
            case .success(let account):
                self.session?.answer = (account, time.now())
                self.session?.progress = .loaded
            case .failure(.unauthorized): return refused(asked)
            case .failure(let failure): self.session?.progress = .failed(content(failure, query: session.login))
            }
            render()
        }
    }

    private func startRefreshTimer() {
        refreshTimer?.cancel()
        refreshTimer = Task { [weak self, time] in
            while true {
                do { try await time.sleep(.seconds(1)) } catch { return }
                guard let self, !Task.isCancelled else { return }
                render()
            }
        }
    }
}
