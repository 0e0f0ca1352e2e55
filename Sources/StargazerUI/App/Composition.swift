import Foundation
import Logging
import StargazerCore
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
    /// Nil with sample data.
    let account: AccountSource?
    let pictures: PictureStore.Source
    let openLibrary: @Sendable () async -> (any Library, LibraryCondition)
    let settings: any Settings
    let isSample: Bool

    /// GitHub, or another server that speaks its API, and the library in the user's data folder.
    /// - Throws: `GitHubServerFailure` when the address cannot be used.
    static func gitHub(apiAddress: String?, version: String) throws(GitHubServerFailure) -> Composition {
        let server =
            try apiAddress.map { (text) throws(GitHubServerFailure) in try GitHubServer(apiURL: text) } ?? .gitHub
        let transport = SoupTransport(userAgent: "Stargazer/\(version)", logger: Log.logger)
        let folder = dataFolder
        return Composition(
            server: server, transport: transport, settings: desktopSettings, isSample: false,
            openLibrary: { await LibraryOpening.open(at: folder) })
    }

    /// The sample catalog: the same decoder as the network's, and a library that lives in memory.
    package static func sample() -> Composition {
        Composition(
            server: .sample, transport: StandInTransport(server: .sample), settings: MemorySettings(),
            isSample: true,
            openLibrary: { (LibraryOpening.inMemory(), .ready) })
    }

    private init(
        server: GitHubServer, transport: any HTTPTransport, settings: any Settings, isSample: Bool,
        openLibrary: @escaping @Sendable () async -> (any Library, LibraryCondition)
    ) {
        let pictureClient = PictureClient(server: server, transport: transport)
        let client = GitHubClient(server: server, transport: transport, time: .system)
        catalog = GitHubCatalog(client: client)
        let account = AccountClient(client: client)
        self.account =
            isSample
            ? nil : AccountSource(account: account, store: SecretServiceStore(), refusals: { account.refusals() })
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

    /// `$XDG_DATA_HOME/stargazer`.
    private static var dataFolder: URL {
        let environment = ProcessInfo.processInfo.environment
        // An empty or relative home would put the library wherever the program was started.
        let named = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = URL(
            filePath: named ?? String(cString: getpwuid(getuid()).pointee.pw_dir), directoryHint: .isDirectory)
        // A relative path is to be ignored, says the base directory specification.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        return (data ?? home.appending(path: ".local/share")).appending(path: "stargazer", directoryHint: .isDirectory)
    }
}
