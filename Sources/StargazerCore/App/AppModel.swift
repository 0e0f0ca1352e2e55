/// What the process has whether or not a window is open: the library and what is kept in it, the account and its stars.
/// Windows come and go over it, and every one of them is in step with it.
@MainActor public final class AppModel {
    /// Opens the library. How items are written is what it is opened with.
    public typealias OpenLibrary = @Sendable (ItemCodecs) async -> (any Library, LibraryCondition)

    public let catalogs: Catalogs
    public let preferences: CurrentPreferences
    public let documentPictures: DocumentPicturePolicy
    public let favoritesModel: FavoritesModel
    /// What was searched for before, in the order of the catalogs.
    public let histories: [SearchHistory]
    /// Nil with sample data, which nobody signs in to.
    public let account: AccountViewModel?
    /// Nil where nobody signs in.
    public let tokenPages: TokenPageURLs?
    public let stars: GitHubStars?
    public let follows: GitHubFollows?
    /// Of the catalogs that need one.
    public let keys: [CatalogKind: APIKeyViewModel]
    public let starsImport: StarImportViewModel?
    public let transfer: TransferViewModel
    /// What is said of what is kept on disk to be quick; nil when nothing is.
    public let cache: CacheViewModel?
    public let isSample: Bool
    let settings: any Settings
    let flags: ItemFlagSource
    public let formats: Formats
    let time: TimeSource
    private let openLibrary: OpenLibrary
    private var starting: Task<any Library, Never>?
    private var following: Task<Void, Never>?
    private var reopening: Task<Void, Never>?
    private var hasStarted = false

    /// - Parameters:
    ///   - account: nil where nobody signs in.
    ///   - keyStores: where the keys of catalogs are kept; what is missing is kept for this run.
    ///   - cache: nil when nothing is kept on disk to be quick.
    ///   - isSample: whether all of it is gone with the process.
    public init(
        catalogs: Catalogs, account source: AccountDependencies?, keyStores: [CatalogKind: any TokenStore] = [:],
        cache: (any ClearableCache)?, settings: any Settings,
        isSample: Bool, formats: Formats, time: TimeSource = .system, openLibrary: @escaping OpenLibrary
    ) {
        self.catalogs = catalogs
        self.settings = settings
        self.isSample = isSample
        self.formats = formats
        self.time = time
        self.openLibrary = openLibrary
        let preferences = CurrentPreferences(settings: settings)
        self.preferences = preferences
        documentPictures = DocumentPicturePolicy(preferences: preferences)
        favoritesModel = FavoritesModel(time: time)
        histories = catalogs.all.map {
            SearchHistory(of: $0.profile.kind, host: $0.profile.host, preferences: preferences)
        }
        tokenPages = source?.tokenPages
        self.cache = cache.map { CacheViewModel(cache: $0, preferences: preferences, formats: formats) }
        if let source {
            let stars = GitHubStars(account: source.account, favoritesModel: favoritesModel, formats: formats)
            let follows = GitHubFollows(account: source.account, formats: formats)
            account = AccountViewModel(
                account: source.account, store: source.store, refusals: source.refusals(), stars: stars,
                follows: follows, time: time,
                formats: formats)
            self.stars = stars
            self.follows = follows
        } else {
            (account, stars, follows) = (nil, nil, nil)
        }
        keys = Dictionary(
            catalogs.all.compactMap { catalog in
                let kind = catalog.profile.kind
                return catalog.key.map {
                    (kind, APIKeyViewModel(catalog: catalog, key: $0, store: keyStores[kind]))
                }
            }, uniquingKeysWith: { first, _ in first })
        starsImport = source.map { StarImportViewModel(account: $0.account, formats: formats) }
        transfer = TransferViewModel(codecs: catalogs.codecs, formats: formats, time: time)
        flags = ItemFlagSource(favoritesModel: favoritesModel, stars: stars, follows: follows)
    }

    /// Opens the library and looks for a token, once however often it is asked; with a window, for after its first paint.
    /// What was pressed until then waits for it.
    public func start() async {
        if !hasStarted {
            account?.start()
            for key in keys.values { key.start() }
        }
        hasStarted = true
        _ = await library()
    }

    /// The library, opened if it is not open yet. It is all that is needed for what is answered without a window.
    public func library() async -> any Library {
        if let starting { return await starting.value }
        let starting = Task {
            let (library, condition) = await openLibrary(catalogs.codecs)
            favoritesModel.conditionChanged(condition)
            favoritesModel.attach(library: library)
            stars?.attach(library: library)
            for history in histories { history.attach(library: library) }
            starsImport?.attach(library: library)
            transfer.attach(library: library)
            follow(library)
            return library
        }
        self.starting = starting
        return await starting.value
    }

    /// What the library can do may change while the program runs.
    private func follow(_ library: any Library) {
        guard let conditions = (library as? any ReplaceableLibrary)?.conditions() else { return }
        following = Task { [weak self] in
            for await condition in conditions { self?.favoritesModel.conditionChanged(condition) }
        }
    }

    /// Opens the file that took the place of the library's. What was read from the other one is read again.
    public func reopenLibrary() {
        guard reopening == nil, let starting else { return }
        reopening = Task {
            defer { reopening = nil }
            guard let library = await starting.value as? any ReplaceableLibrary else { return }
            await library.reopen()
            favoritesModel.discardRemovals()
            favoritesModel.attach(library: library)
            stars?.libraryReplaced(login: signedInLogin)
            for history in histories { history.libraryReplaced() }
            starsImport?.attach(library: library)
        }
    }

    /// Somebody opened an item.
    func viewed(_ item: Item) {
        for history in histories { history.record(viewed: item) }
    }

    isolated deinit { following?.cancel() }

    /// Returns when everything pressed so far is on disk, on the server and in the key store, or refused.
    public func settled() async {
        await transfer.settled()
        await favoritesModel.settled()
        await stars?.settled()
        await follows?.settled()
        await account?.settled()
        for key in keys.values { await key.settled() }
    }

    /// Whose stars can be brought in; nil while nobody is signed in.
    public var signedInLogin: String? {
        if case .signedIn(let content)? = account?.phase { return content.login }
        return nil
    }

    /// What failures have to say of signing in.
    public var signInState: SignInState { account?.phase.signInState ?? .none }
}
