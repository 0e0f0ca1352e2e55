import Foundation
import Logging
import StargazerCore
import StargazerServices
import StargazerStandIn

/// The composition root: the one place that knows which services stand behind the core's ports.
@MainActor package struct Composition {
    let catalog: any Catalog
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
            server: server, transport: transport, settings: desktopSettings, isSample: false,
            cache: PictureCache(folder: folders.cache.appending(path: "pictures")),
            openLibrary: { await LibraryOpening.open(at: folders.data) })
    }

    /// The sample catalog: the same decoder as the network's, and a library that lives in memory.
    package static func sample() -> Composition {
        Composition(
            server: .sample, transport: StandInTransport(server: .sample), settings: MemorySettings(),
            isSample: true, cache: nil,
            openLibrary: { (LibraryOpening.inMemory(), .ready) })
    }

    private init(
        server: GitHubServer, transport: any HTTPTransport, settings: any Settings, isSample: Bool,
        cache: PictureCache?,
        openLibrary: @escaping @Sendable () async -> (any Library, LibraryCondition)
    ) {
        let client = PictureClient(server: server, transport: transport, cache: cache)
        pictureCache = cache
        catalog = GitHubCatalog(client: GitHubClient(server: server, transport: transport, time: .system))
        pictures = { address, pixels async throws(CatalogFailure) in
            try await client.bytes(at: client.sized(address, pixels: pixels))
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
