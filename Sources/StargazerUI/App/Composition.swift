import Foundation
import Logging
package import StargazerCore
import StargazerServices
import StargazerStandIn

/// The composition root: the one place that knows which services stand behind the core's ports.
@MainActor package struct Composition {
    /// One can sign in here: whom the server knows by a token, and where tokens are kept.
    struct AccountSource {
        let account: any GitHubAccount
        let store: any TokenStore
        /// Credentials in use that the server has just refused.
        let refusals: @Sendable () -> AsyncStream<Credential>
    }

    let catalog: any Catalog
    /// Nil where nobody signs in, as with sample data.
    let account: AccountSource?
    let pictures: PictureStore.Source
    /// The pictures on disk; nil when none are kept there.
    let pictureCache: (any CacheControl)?
    let openLibrary: @Sendable () async -> (any Library, LibraryCondition)
    let settings: any Settings
    let isSample: Bool

    /// GitHub, or another server that speaks its API, and the library in the user's data folder.
    /// - Throws: `GitHubServerFailure` when the address cannot be used.
    static func gitHub(apiAddress: String?, version: String) throws(GitHubServerFailure) -> Composition {
        let server =
            try apiAddress.map { (text) throws(GitHubServerFailure) in try GitHubServer(apiURL: text) } ?? .gitHub
        let transport = SoupTransport(userAgent: "Stargazer/\(version)", logger: Log.logger)
        let folders = BaseFolders()
        return Composition(
            server: server, transport: transport, settings: desktopSettings, tokenStore: SecretServiceStore(),
            isSample: false, cache: PictureCache(folder: folders.cache.appending(path: "pictures")),
            openLibrary: { await LibraryOpening.open(at: folders.data) })
    }

    /// The sample catalog: the same decoder as the network's, and a library that lives in memory.
    /// - Parameter tokenStore: where the token of the sample account is kept; nil for no account at all.
    package static func sample(tokenStore: (any TokenStore)? = nil) -> Composition {
        Composition(
            server: .sample, transport: StandInTransport(server: .sample), settings: MemorySettings(),
            tokenStore: tokenStore, isSample: true, cache: nil,
            openLibrary: { (LibraryOpening.inMemory(), .ready) })
    }

    private init(
        server: GitHubServer, transport: any HTTPTransport, settings: any Settings,
        tokenStore: (any TokenStore)?, isSample: Bool, cache: PictureCache?,
        openLibrary: @escaping @Sendable () async -> (any Library, LibraryCondition)
    ) {
        let pictureClient = PictureClient(server: server, transport: transport, cache: cache)
        pictureCache = cache
        let client = GitHubClient(server: server, transport: transport, time: .system)
        catalog = GitHubCatalog(client: client)
        let account = AccountClient(client: client)
        self.account = tokenStore.map {
            AccountSource(account: account, store: $0, refusals: { account.refusals() })
        }
        pictures = { address, pixels async throws(CatalogFailure) in
            try await pictureClient.bytes(at: pictureClient.sized(address, pixels: pixels))
        }
        self.openLibrary = openLibrary
        self.settings = settings
        self.isSample = isSample
    }

    /// In memory where the system has no description of the settings.
    private static var desktopSettings: any Settings {
        if let settings = DesktopSettings(schemaFolders: Installation.schemaFolders) { return settings }
        Log.logger.warning("The settings have no schema: preferences are not kept.")
        return MemorySettings()
    }
}
