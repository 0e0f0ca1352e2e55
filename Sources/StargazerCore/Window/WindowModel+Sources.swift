import Observation

/// The sources of a kind of item. Each has a search of its own, and one of them shows.
extension WindowModel {
    /// The search of a kind on its current source; nil for an unknown kind. Observable.
    public func search(of kind: CatalogKind) -> SearchViewModel? {
        let service = app.sources[kind]?.profile.service
        let searches = searches.filter { $0.profile.kind == kind }
        return searches.first { $0.profile.service == service } ?? searches.first
    }

    /// Searches the kind that shows on another service from now on, for the same text.
    public func chooseSource(_ service: String) {
        app.sources.choose(service, for: catalog)
        sourcesChanged()
    }

    /// Whether the list has an item to select, or may have one once its answer arrives.
    public var canSelect: Bool {
        if showsFavorites {
            switch favorites.phase {
            case .none, .noMatch: false
            case .loading, .rows: true
            }
        } else {
            switch search.phase {
            case .empty, .failed: false
            case .start, .searching, .results: true
            }
        }
    }

    /// Follows changes of the current sources by preferences and keys.
    func followSources() -> Task<Void, Never> {
        Task { [weak self] in
            let services = Observations { [weak self] in
                self.map { window in window.app.catalogs.kinds.map { window.app.sources[$0]?.profile.service } }
            }
            for await _ in services { self?.sourcesChanged() }
        }
    }

    /// Repeats what failed when the network is back.
    func followNetwork() -> Task<Void, Never> {
        Task { [weak self, network = app.network, changes = app.network.changes()] in
            for await _ in changes where network.isAvailable { self?.retry(after: .connected) }
        }
    }

    /// Repeats what failed for want of an account, or of requests, after signing in.
    func followSignIn() -> Task<Void, Never> {
        Task { [weak self, before = app.signedInLogin] in
            let logins = Observations { [weak self] in self?.app.signedInLogin }
            var last = before
            for await login in logins where login != last {
                last = login
                if login != nil { self?.retry(after: .signedIn) }
            }
        }
    }

    private func retry(after change: ServiceChange) {
        search.retry(after: change)
        switch navigation.top.content {
        case .item(let details): details.retry(after: change)
        case .document(let document): document.retry(after: change)
        case .list(let list): list.retry(after: change)
        case .changes, .comparison: break
        }
    }

    /// Continues the searches of kinds whose source has changed.
    private func sourcesChanged() {
        for kind in app.catalogs.kinds {
            guard let current = search(of: kind), let before = lastSearches[kind], before !== current else { continue }
            lastSearches[kind] = current
            current.continueSearch(of: before)
            guard current === list else { continue }
            // The item of the other source leaves the content pane.
            clearSelection()
            current.resume()
        }
    }
}
