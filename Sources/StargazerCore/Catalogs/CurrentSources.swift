public import StargazerLibrary

/// The source of each kind of item that is searched: the one the user has chosen, or the best available.
@MainActor public final class CurrentSources {
    private let catalogs: Catalogs
    private let keys: [CatalogKind: APIKeyViewModel]
    private let preferences: CurrentPreferences

    init(_ catalogs: Catalogs, keys: [CatalogKind: APIKeyViewModel], preferences: CurrentPreferences) {
        self.catalogs = catalogs
        self.keys = keys
        self.preferences = preferences
    }

    /// The catalog that is searched for a kind; nil for an unknown kind. Observable.
    ///
    /// Without a choice, it is the first one that needs no key, or has one. A key that the service rejects stays in
    /// use: its page says what happened.
    public subscript(_ kind: CatalogKind) -> (any Catalog)? {
        let sources = catalogs.sources(of: kind)
        guard sources.count > 1 else { return sources.first }
        let chosen = preferences.value.sources[kind]
        return sources.first { $0.profile.service == chosen }
            ?? sources.first { $0.key == nil || keys[kind]?.isExpected ?? false } ?? sources.first
    }

    /// The names of the services that a kind can be searched on, in order.
    public func services(of kind: CatalogKind) -> [String] { catalogs.sources(of: kind).map(\.profile.service) }

    /// The name of the service that a kind can be searched on without a key; nil for none.
    public func keyless(of kind: CatalogKind) -> String? {
        catalogs.sources(of: kind).first { $0.key == nil }?.profile.service
    }

    /// Searches a kind on this service from now on. Unknown services are ignored.
    func choose(_ service: String, for kind: CatalogKind) {
        guard services(of: kind).contains(service) else { return }
        preferences.change { $0.sources[kind] = service }
    }
}
