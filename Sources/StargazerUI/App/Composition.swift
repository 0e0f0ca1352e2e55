import Foundation
import GtkBridge
import Logging
package import StargazerCore
package import StargazerLibrary
import StargazerServices
package import StargazerStandIn

/// The composition root: the only place that knows which services implement the core's ports.
@MainActor package struct Composition {
    let catalogs: Catalogs
    package let registrations: [CatalogRegistration]
    /// Nil where there is no sign-in, as with sample data.
    let account: AccountDependencies?
    let starLists: StarListClient
    /// Where the catalogs' API keys are saved; empty where they are not saved.
    let keyStores: [CatalogKind: any TokenStore]
    let pictures: PictureStore.Source
    let fullSizePictures: PictureSaver.Source
    /// Copies of pictures in files, for other programs.
    let exportedPictures: any ExportedPictureStore
    /// Deletes a picture from the disk that cannot be decoded.
    let damagedPicture: @Sendable (_ address: URL, _ pixels: Int) async -> Void
    /// Returns a picture that is already on disk, in a size that rows or details use. Sends no request.
    let cachedPicture: @Sendable (URL) async -> Data?
    /// The cached data that can be cleared; nil when nothing is cached.
    let cache: (any ClearableCache)?
    let openLibrary: AppModel.OpenLibrary
    /// What this machine's package lists have of repositories; nothing with sample data.
    let machinePackages: MachinePackageLookup
    /// The texts of the favorites, and the index over them.
    let documents: any DocumentStore
    let settings: any Settings
    /// Facts about the system for the debug information: libraries, files, the key store.
    let systemFacts: @Sendable () async -> [DebugInfo.Fact]
    let isSample: Bool
    /// Where the program keeps its data; none with sample data.
    var ownFolders: [URL] { isSample ? [] : [XDGDirectories().data, XDGDirectories().cache] }
    /// Yields when a server that could not be reached has answered; nil with sample data.
    private let recoveries: AsyncStream<Void>?
    private let colorScheme = ColorScheme()

    /// The servers of the services, and the API key that is in use from the start.
    private struct Servers {
        var gitHub = GitHubServer.gitHub
        var giphy = GiphyServer.own
        var flickr = FlickrServer.own
        var commons = CommonsServer.own
        var key: Secret?

        static let sample = Servers(
            gitHub: .sample, giphy: GiphyServer.sample, flickr: FlickrServer.sample,
            commons: CommonsServer.sample, key: Secret("sample"))
    }

    /// Creates the real services, or other servers with the same APIs, and the library in the user's data folder.
    /// - Parameter isConsole: for a command without a window, which has no settings and ends after its search.
    /// - Throws: the first address that cannot be used.
    static func services(
        at addresses: [ServerOption: String] = [:], version: String, isConsole: Bool = false
    ) throws(InvalidServerAddress) -> Composition {
        var servers = Servers()
        var named: [APIServer] = []
        for (option, address) in addresses {
            let server: APIServer
            do throws(ServerAddressFailure) { server = try APIServer(apiURL: address) } catch {
                throw InvalidServerAddress(option: option, address: address, failure: error)
            }
            named.append(server)
            switch option {
            case .gitHub: servers.gitHub = server
            case .giphy: servers.giphy = server
            case .flickr: servers.flickr = server
            case .commons: servers.commons = server
            }
        }
        let pictureAddresses = PictureAddressPolicy(trusting: named)
        let transport = SoupTransport(
            userAgent: userAgent(version), pictures: pictureAddresses, logger: Log.logger)
        let folders = XDGDirectories()
        let keyStore = SecretServiceStore(for: GitHubServer.gitHubKeyring)
        let keyStores: [CatalogKind: any TokenStore] = [
            .gifs: keyStore.store(for: GiphyServer.keyringService),
            .photos: keyStore.store(for: FlickrServer.keyringService),
        ]
        let system = SystemFacts(library: folders.data, keyStore: keyStore)
        let packages = MachinePackageIndex(folder: folders.cache, endsAfterSearch: isConsole)
        return Composition(
            servers: servers, transport: transport,
            settings: { isConsole ? MemorySettings() : desktopSettings(for: $0) },
            tokenStore: keyStore, keyStores: keyStores, isSample: false,
            pictureCache: PictureCache(folder: folders.cache.appending(path: "pictures")),
            pictureAddresses: pictureAddresses,
            responseCache: ResponseCache(folder: folders.cache), systemFacts: { await system.facts() },
            openLibrary: {
                await LibraryOpening.open(
                    at: folders.data, codecs: $0, copiesDaily: true, packages: packages.stateSource)
            },
            documents: DocumentDatabase(folder: folders.data), packages: packages)
    }

    /// Creates the sample catalogs, with the same decoders as the real ones, and a library in memory.
    /// - Parameter tokenStore: where the token of the sample account is saved; nil for no account at all.
    package static func sample(
        tokenStore: (any TokenStore)? = nil, adding additional: [CatalogRegistration] = [],
        scenario: StandInScenario? = nil, time: TimeSource = .system
    ) -> Composition {
        Composition(
            servers: .sample,
            transport: StandInTransport(userAgent: userAgent("0"), server: .sample, scenario: scenario),
            settings: { _ in MemorySettings() }, tokenStore: tokenStore, isSample: true, pictureCache: nil,
            responseCache: nil, systemFacts: { [] }, adding: additional, time: time,
            openLibrary: { (LibraryDatabase.inMemory(codecs: $0), .ready) }, documents: DocumentDatabase.inMemory())
    }

    private init(
        servers: Servers, transport: any HTTPTransport, settings: ([CatalogKind]) -> any Settings,
        tokenStore: (any TokenStore)?, keyStores: [CatalogKind: any TokenStore] = [:], isSample: Bool,
        pictureCache: PictureCache?,
        pictureAddresses: PictureAddressPolicy = PictureAddressPolicy(),
        responseCache: ResponseCache?, systemFacts: @escaping @Sendable () async -> [DebugInfo.Fact],
        adding additional: [CatalogRegistration] = [], time: TimeSource = .system,
        openLibrary: @escaping AppModel.OpenLibrary, documents: any DocumentStore,
        packages: MachinePackageIndex? = nil
    ) {
        let reachability = isSample ? nil : ReachabilityTransport(transport, time: time)
        recoveries = reachability?.recoveries
        let transport: any HTTPTransport = reachability ?? transport
        let wikimedia = WikimediaLimits()
        let pictureClient = PictureClient(
            server: servers.gitHub, transport: transport, cache: pictureCache, addresses: pictureAddresses,
            wikimedia: wikimedia, colorScheme: colorScheme)
        // With sample data, too: other programs paste files.
        let exportedPictures = ExportedPictureFolder(folder: XDGDirectories().cache.appending(path: "shared"))
        self.exportedPictures = exportedPictures
        let caches: [(any ClearableCache)?] = [pictureCache, responseCache, isSample ? nil : exportedPictures]
        let enabledCaches = caches.compactMap(\.self)
        cache = enabledCaches.isEmpty ? nil : CombinedCache(enabledCaches)
        self.keyStores = keyStores
        let client = GitHubClient(
            server: servers.gitHub, transport: transport, time: time, responseCache: responseCache)
        let keys = (
            giphy: GiphyServer.key(for: servers.giphy, secret: servers.key),
            flickr: FlickrServer.key(for: servers.flickr, secret: servers.key)
        )
        let commons = CommonsClient(
            server: servers.commons, transport: transport, limits: wikimedia, time: time,
            language: Gettext.language ?? "en")
        let repositories = RepositoryCatalog(client: client)
        // The registration: one line for each catalog. Those of one kind are its sources, the first choice first.
        let registered = [
            CatalogRegistration(repositories, RepositoryPresentation()),
            CatalogRegistration(PeopleCatalog(client: client), PersonPresentation()),
            CatalogRegistration(GiphyCatalog(servers.giphy, keys.giphy, transport, time), GifPresentation(.keyed)),
            CatalogRegistration(CommonsGifCatalog(commons), GifPresentation(.commons)),
            CatalogRegistration(FlickrCatalog(servers.flickr, keys.flickr, transport, time), PhotoPresentation(.keyed)),
            CatalogRegistration(CommonsPhotoCatalog(commons), PhotoPresentation(.commons)),
        ]
        registrations = registered + additional
        catalogs = Catalogs(registrations.map(\.catalog))
        CatalogPresentations.add(registrations)
        let account = AccountClient(client: client)
        let pages = GitHubTokenPages(servers.gitHub)
        self.account = tokenStore.map {
            AccountDependencies(
                account: account, store: $0,
                tokenPages: TokenPageURLs(fineGrained: pages.fineGrained, classic: pages.classic)
            ) { account.refusals() }
        }
        starLists = StarListClient(client: client)
        pictures = { address, pixels, isInDocument async throws(CatalogFailure) in
            try await pictureClient.bytes(at: address, pixels: pixels, isInDocument: isInDocument)
        }
        fullSizePictures = { address, onProgress async throws(CatalogFailure) in
            try await pictureClient.download(at: address, onProgress: onProgress)
        }
        damagedPicture = { await pictureClient.discard(pictureClient.sized($0, pixels: $1)) }
        cachedPicture = { await pictureClient.cachedPicture($0, pixels: [96, 48, 144, 72]) }
        self.openLibrary = openLibrary
        machinePackages =
            packages?.lookup { path, host async throws(CatalogFailure) in try await repositories.id(of: path, on: host)
            }
            ?? .empty
        self.documents = documents
        self.settings = settings(catalogs.kinds)
        self.systemFacts = systemFacts
        self.isSample = isSample
    }

    /// The name, the version and a contact, as Wikimedia requires.
    private static func userAgent(_ version: String) -> String {
        "Stargazer/\(version) (https://github.com/stargazer-app/stargazer)"
    }

    package func model(formats: Formats) -> AppModel {
        let network: (any NetworkStatus)? = isSample ? nil : SystemNetwork(recoveries: recoveries)
        let model = AppModel(
            catalogs: catalogs, account: account, starLists: starLists, keyStores: keyStores, cache: cache,
            documents: documents,
            network: network ?? UnmeteredNetwork(), machinePackages: machinePackages,
            settings: settings, ownFolders: ownFolders, isSample: isSample, formats: formats, openLibrary: openLibrary)
        if isSample { model.starsImport?.suggest(Self.sampleUser) }
        return model
    }

    /// A user of the sample data who has stars.
    private static let sampleUser = "golden"

    /// - Parameter preferences: nil for the default preferences.
    package func pictureStore(preferences: CurrentPreferences? = nil) -> PictureStore {
        PictureStore(
            source: pictures, fullSizeSource: fullSizePictures, damaged: damagedPicture,
            exportedPictures: exportedPictures, preferences: preferences, colorScheme: colorScheme)
    }

    /// Returns the desktop's settings, or settings in memory where their schema is not installed.
    private static func desktopSettings(for catalogs: [CatalogKind]) -> any Settings {
        if let settings = GSettingsStore(schemaFolders: Installation.schemaFolders, catalogs: catalogs) {
            return settings
        }
        Log.logger.warning("The settings have no schema: preferences are not kept.")
        return MemorySettings()
    }
}
