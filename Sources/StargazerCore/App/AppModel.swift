public import Foundation
import Observation
public import StargazerLibrary

/// The state of the process, which all windows share: the library, the account, preferences and imports.
@MainActor public final class AppModel {
    /// Opens the library, which stores items in the format of these codecs.
    public typealias OpenLibrary = @Sendable (ItemCodecs) async -> (any Library, LibraryCondition)

    public let catalogs: Catalogs
    public let preferences: CurrentPreferences
    public let documentPictures: DocumentPicturePolicy
    /// The user's changes of the library, for undo and redo.
    public let undo: UndoStack
    public let favoritesModel: FavoritesModel
    public let tags: TagsModel
    public let notes: NotesModel
    /// The search histories, one for each kind of item, in catalog order.
    public let histories: [SearchHistory]
    /// Nil with sample data, which has no account.
    public let account: AccountViewModel?
    /// Nil when there is no account.
    public let tokenPages: TokenPageURLs?
    public let stars: GitHubStars?
    public let follows: GitHubFollows?
    /// The API keys of the catalogs that need one; at most one catalog of each kind does.
    public let keys: [CatalogKind: APIKeyViewModel]
    public let sources: CurrentSources
    public let starsImport: StarImportViewModel?
    /// Keeps one star list in step; nil where there are no public lists.
    public let starUpdater: StarListUpdater?
    private let favoriteRefresher: FavoriteRefresher?
    public let transfer: TransferViewModel
    /// Nil where no catalog looks up items of files.
    public let importLookups: ImportLookupViewModel?
    public let savedSearches: SavedSearchesModel
    public let savedSearchRefresher: SavedSearchRefresher
    /// The cache settings; nil when there is no cache on disk.
    public let cache: CacheViewModel?
    /// The texts of the favorites and the index over them; nil where there is none.
    public let documents: (any DocumentStore)?
    /// Nil where there are no documents.
    public let documentDownload: DocumentDownloadViewModel?
    /// The settings of the documents; nil where there are none.
    public private(set) var storedDocuments: StoredDocumentsViewModel?
    let machinePackages: MachinePackageLookup
    public let isSample: Bool
    let settings: any Settings
    let network: any NetworkStatus
    /// The network that the services are on; nil for sample data.
    var outsideNetwork: (any NetworkStatus)? { isSample ? nil : network }
    let flags: ItemFlagSource
    public let formats: Formats
    let time: TimeSource
    private let openLibrary: OpenLibrary
    private let writer: LibraryWriter
    private let outbox: OutboxSender?
    private let indexer: DocumentIndexer?
    private var starting: Task<any Library, Never>?
    private var following: Task<Void, Never>?
    private var reopening: Task<Void, Never>?
    private var watchingAccount: Task<Void, Never>?
    private var watchingLogin: Task<Void, Never>?
    private var hasStarted = false

    /// - Parameters:
    ///   - keyStores: the stores for API keys. A key without a store lasts for this run.
    ///   - documents: kept in step with the library; nil for none.
    ///   - network: tells when to repeat what failed without a connection, and when not to download documents.
    ///   - ownFolders: the program's own folders, into which nothing is exported.
    ///   - isSample: whether all data is discarded at exit.
    public init(
        catalogs: Catalogs, account source: AccountDependencies?, starLists: (any StarLists)? = nil,
        keyStores: [CatalogKind: any TokenStore] = [:], cache: (any ClearableCache)?,
        documents: (any DocumentStore)? = nil,
        network: any NetworkStatus = UnmeteredNetwork(), machinePackages: MachinePackageLookup = .empty,
        settings: any Settings, ownFolders: [URL] = [], isSample: Bool, formats: Formats, time: TimeSource = .system,
        openLibrary: @escaping OpenLibrary
    ) {
        self.catalogs = catalogs
        self.settings = settings
        self.network = network
        self.documents = documents
        self.machinePackages = machinePackages
        indexer = documents.map { DocumentIndexer($0, time: time) }
        self.isSample = isSample
        self.formats = formats
        self.time = time
        self.openLibrary = openLibrary
        let preferences = CurrentPreferences(settings: settings)
        self.preferences = preferences
        documentPictures = DocumentPicturePolicy(preferences: preferences)
        documentDownload = documents.map {
            DocumentDownloadViewModel(
                $0, catalogs: catalogs, preferences: preferences, network: network, time: time, formats: formats)
        }
        let writer = LibraryWriter()
        self.writer = writer
        let undo = UndoStack(writer: writer, time: time)
        self.undo = undo
        favoritesModel = FavoritesModel(writer: writer, undo: undo, time: time)
        documentDownload?.foundGone = { [favoritesModel] in favoritesModel.recordGone(true, of: $0) }
        tags = TagsModel(favoritesModel: favoritesModel)
        notes = NotesModel(writer: writer, undo: undo, time: time)
        histories = catalogs.kinds.map { kind in
            SearchHistory(
                of: kind, hosts: catalogs.sources(of: kind).map(\.profile.host), writer: writer, undo: undo,
                preferences: preferences)
        }
        let changed = histories
        undo.historyChanged = { kind in for history in changed where history.catalog == kind { history.reload() } }
        tokenPages = source?.tokenPages
        self.cache = cache.map { CacheViewModel(cache: $0, preferences: preferences, formats: formats) }
        if let source {
            let outbox = OutboxSender(account: source.account, writer: writer, time: time, formats: formats)
            let stars = GitHubStars(
                account: source.account, favoritesModel: favoritesModel, outbox: outbox, writer: writer)
            let follows = GitHubFollows(account: source.account, outbox: outbox)
            account = AccountViewModel(
                account: source.account, store: source.store, refusals: source.refusals(), stars: stars,
                follows: follows, outbox: outbox, time: time, formats: formats)
            self.outbox = outbox
            self.stars = stars
            self.follows = follows
        } else {
            (account, outbox, stars, follows) = (nil, nil, nil, nil)
        }
        keys = Dictionary(
            catalogs.all.compactMap { catalog in
                let kind = catalog.profile.kind
                return catalog.key.map {
                    (kind, APIKeyViewModel(catalog: catalog, key: $0, store: keyStores[kind]))
                }
            }, uniquingKeysWith: { first, _ in first })
        sources = CurrentSources(catalogs, keys: keys, preferences: preferences)
        if let starLists {
            let starsImport = StarImportViewModel(
                starLists, account: source?.account, writer: writer, network: network, formats: formats, time: time)
            let starUpdater = StarListUpdater(
                starLists, account: source?.account, stars: starsImport, writer: writer, network: network,
                formats: formats, time: time)
            favoriteRefresher = FavoriteRefresher(
                starLists, writer: writer, network: network, formats: formats, time: time
            ) { [weak starUpdater, weak starsImport] in
                starUpdater?.isRunning == true || starsImport?.isRunning == true
            }
            (self.starsImport, self.starUpdater) = (starsImport, starUpdater)
        } else {
            (starsImport, starUpdater, favoriteRefresher) = (nil, nil, nil)
        }
        documentDownload?.mustWait = { [weak starUpdater] in starUpdater?.needsRequests == true }
        transfer = TransferViewModel(
            codecs: catalogs.codecs, lookingUpIn: catalogs, writer: writer, undo: undo, ownFolders: ownFolders,
            formats: formats, time: time)
        let importLookups = ImportLookupViewModel(
            catalogs: catalogs, writer: writer, network: network, time: time, formats: formats)
        self.importLookups = importLookups
        transfer.imported = { [weak importLookups] in importLookups?.job.wake() }
        undo.importChanged = transfer.imported
        flags = ItemFlagSource(favoritesModel: favoritesModel, stars: stars, follows: follows)
        savedSearches = SavedSearchesModel(
            flags: flags, documents: documents, writer: writer, undo: undo, time: time)
        savedSearchRefresher = SavedSearchRefresher(
            sources: sources, searches: savedSearches, preferences: preferences, network: network, formats: formats,
            time: time)
        storedDocuments = documents.flatMap { documents in
            documentDownload.map { download in
                StoredDocumentsViewModel(
                    documents, download: download, preferences: preferences, formats: formats
                ) { [weak self] in
                    guard let library = await self?.starting?.value else { return }
                    await DocumentIndexer.update(documents, from: library)
                }
            }
        }
    }

    /// Opens the library and looks for saved tokens, once. With a window, call it after the first paint.
    /// Changes by the user before that wait.
    public func start() async {
        let isFirst = !hasStarted
        hasStarted = true
        if isFirst {
            account?.start()
            watchLogin()
            for key in keys.values { key.start() }
        }
        let library = await library()
        await savedSearches.reload()
        savedSearchRefresher.start()
        if isFirst {
            startDownload(from: library)
            await starsImport?.resume()
            starUpdater?.start()
            favoriteRefresher?.job.signedIn(as: nil)
        }
    }

    /// Tells the import of stars which account is signed in.
    private func watchLogin() {
        guard let starsImport, account != nil else { return }
        let logins = Observations { [weak self] in self?.signedInLogin }
        watchingLogin = Task { [weak starsImport] in
            for await login in logins { starsImport?.setLogin(login) }
        }
    }

    /// Downloads the documents of favorites, and looks up items of files, with the account, once it is known.
    private func startDownload(from library: any Library) {
        documentDownload?.follow(library)
        guard let account else {
            importLookups?.job.signedIn(as: nil)
            documentDownload?.job.signedIn(as: nil)
            return
        }
        let phases = Observations { account.phase }
        watchingAccount = Task { [weak documentDownload, weak importLookups] in
            for await phase in phases {
                let login: String?
                switch phase {
                case .starting, .checking: continue
                case .signedIn(let content): login = content.login
                case .signedOut, .locked: login = nil
                }
                documentDownload?.job.signedIn(as: login, isRefused: phase.signInState == .refused)
                importLookups?.job.signedIn(as: login)
            }
        }
    }

    /// Returns the library and opens it if necessary. Requests without a window need nothing else.
    public func library() async -> any Library {
        if let starting { return await starting.value }
        let starting = Task {
            let (library, condition) = await openLibrary(catalogs.codecs)
            favoritesModel.conditionChanged(condition)
            favoritesModel.attach(library: library)
            for history in histories { history.reload() }
            starsImport?.updateOffer()
            indexer?.follow(library)
            follow(library)
            return library
        }
        self.starting = starting
        return await starting.value
    }

    /// Changes when the index of the documents has been compared with the library, which takes much memory for a moment.
    public var documentComparisons: Int { indexer?.comparisons ?? 0 }

    /// How far the index of the documents is that is built again; nil while it is complete.
    public var indexProgress: BackgroundProgress? {
        indexer?.rebuilding.map { done, total in
            BackgroundProgress(
                done: NumberContent(done, formats: formats), total: NumberContent(total, formats: formats))
        }
    }

    public func favoritesSearch(of library: any FavoritesStore) -> FavoritesSearch {
        FavoritesSearch(library: library, documents: documents)
    }

    /// Observes the library's condition, which may change while the program runs.
    private func follow(_ library: any Library) {
        guard let conditions = (library as? any ReplaceableLibrary)?.conditions() else { return }
        following = Task { [weak self] in
            for await condition in conditions { self?.favoritesModel.conditionChanged(condition) }
        }
    }

    /// Opens the file that replaced the library, and reloads everything that was read from the old one.
    public func reopenLibrary() {
        guard reopening == nil, let starting else { return }
        reopening = Task {
            defer { reopening = nil }
            guard let library = await starting.value as? any ReplaceableLibrary else { return }
            indexer?.keepTexts()
            await library.reopen()
            libraryReplaced(library)
        }
    }

    /// Reloads everything that was read from the library's old file.
    private func libraryReplaced(_ library: any Library) {
        undo.clear()
        favoritesModel.attach(library: library)
        if let signedInLogin {
            outbox?.signedIn(as: signedInLogin)
            stars?.signedIn(as: signedInLogin)
        }
        for history in histories { history.reload() }
        starsImport?.libraryReplaced()
        starUpdater?.libraryReplaced()
        documentDownload?.reset()
        importLookups?.job.restart()
    }

    /// Returns the copies of the library, the newest first; none for a library in memory.
    public func libraryCopies() async -> [LibraryCopy] { await (library() as? any LibraryCopies)?.copies() ?? [] }

    /// Replaces the library with a copy, after all changes so far, and reloads everything that was read from it.
    public func restoreLibrary(_ copy: LibraryCopy) async throws(LibraryCopyFailure) {
        let library = await library()
        guard let copies = library as? any LibraryCopies else { throw .missing }
        indexer?.keepTexts()
        try await writer.perform { _ throws(LibraryCopyFailure) in try await copies.restore(copy) }
        libraryReplaced(library)
    }

    /// Saves the text of a favorite that the user opens.
    func received(_ source: DocumentSource, of item: Item) {
        if favoritesModel.contains(item.id) { documentDownload?.opened(item.id, source) }
    }

    /// Downloads the text of a favorite that the user looks at before others.
    func missed(_ item: Item) {
        if favoritesModel.contains(item.id) { documentDownload?.lookedAt(item.id) }
    }

    func viewed(_ item: Item) {
        for history in histories { history.record(viewed: item) }
    }

    isolated deinit {
        following?.cancel()
        savedSearchRefresher.stop()
        watchingAccount?.cancel()
        watchingLogin?.cancel()
    }

    /// Returns when all changes so far have been saved to disk, server and keyring, or have failed.
    public func settled() async {
        await transfer.settled()
        notes.saveAll()
        await undo.settled()
        await favoritesModel.settled()
        outbox?.release()
        await outbox?.settled()
        await account?.settled()
        for key in keys.values { await key.settled() }
    }

    /// The signed-in account, whose stars can be imported; nil while signed out.
    public var signedInLogin: String? {
        if case .signedIn(let content)? = account?.phase { return content.login }
        return nil
    }

    public var offersStars: Bool { starsImport?.isRunning == false }

    public var signInState: SignInState { account?.phase.signInState ?? .none }

    /// The sign-in state for failures of a service; `.none` for one without accounts.
    /// - Parameter host: the host of the service's items; nil when it is unknown.
    public func signInState(on host: String?) -> SignInState {
        host.map { $0 == account?.host } ?? true ? signInState : .none
    }
}
