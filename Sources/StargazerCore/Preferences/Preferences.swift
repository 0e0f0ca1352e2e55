public import Observation
public import StargazerLibrary

/// The user's preferences. Each defaults to the value in `init`.
public struct Preferences: Sendable, Hashable {
    /// Results per request, by catalog. The default is the catalog's maximum.
    public var batchSizes: [CatalogKind: Int]
    /// The least strict content rating to find, by catalog. The default is the catalog's strictest.
    public var ratings: [CatalogKind: ContentRating]
    /// The name of the service to search, by kind of item. Without a value, the best available one is searched.
    public var sources: [CatalogKind: String]
    public var savesHistory: Bool
    /// Load pictures in READMEs and other documents automatically; otherwise only when the user asks for them.
    public var loadsDocumentPictures: Bool
    /// Play all GIFs of a list, not only the one under the pointer or in focus.
    public var playsAnimations: Bool
    /// Play the GIFs of a document that are in view, not only the one under the pointer or in focus.
    public var playsDocumentAnimations: Bool
    /// Ask services for new results of saved searches about once an hour.
    public var refreshesSavedSearches: Bool
    /// Download the texts of favorites, so that a search finds words in them.
    public var downloadsDocuments: Bool

    public init(
        batchSizes: [CatalogKind: Int] = [:], ratings: [CatalogKind: ContentRating] = [:],
        sources: [CatalogKind: String] = [:], savesHistory: Bool = true, loadsDocumentPictures: Bool = true,
        playsAnimations: Bool = false, playsDocumentAnimations: Bool = true, refreshesSavedSearches: Bool = false,
        downloadsDocuments: Bool = true
    ) {
        self.batchSizes = batchSizes
        self.ratings = ratings
        self.sources = sources
        self.savesHistory = savesHistory
        self.loadsDocumentPictures = loadsDocumentPictures
        self.playsAnimations = playsAnimations
        self.playsDocumentAnimations = playsDocumentAnimations
        self.refreshesSavedSearches = refreshesSavedSearches
        self.downloadsDocuments = downloadsDocuments
    }

    /// Returns the chosen size, clamped to the catalog's range.
    public func batchSize(for catalog: CatalogProfile) -> Int {
        let sizes = catalog.batchSizes
        return min(max(batchSizes[catalog.kind] ?? sizes.upperBound, sizes.lowerBound), sizes.upperBound)
    }

    /// Returns the chosen rating if the catalog offers it, otherwise the strictest; nil for a catalog without ratings.
    public func rating(for catalog: CatalogProfile) -> ContentRating? {
        ratings[catalog.kind].flatMap { catalog.ratings.contains($0) ? $0 : nil } ?? catalog.ratings.first
    }
}

/// The current preferences, updated after changes by any process. Read values here at the time of use.
@MainActor @Observable public final class CurrentPreferences {
    public private(set) var value: Preferences

    @ObservationIgnored private let settings: any Settings
    @ObservationIgnored private var watching: Task<Void, Never>?

    public init(settings: any Settings = MemorySettings()) {
        self.settings = settings
        value = settings.preferences()
        let changes = settings.preferenceChanges()
        watching = Task { [weak self] in
            for await _ in changes { self?.read() }
        }
    }

    isolated deinit { watching?.cancel() }

    /// Changes and saves the preferences. Locked values stay unchanged.
    public func change(_ change: (inout Preferences) -> Void) {
        var wanted = value
        change(&wanted)
        guard wanted != value else { return }
        settings.save(wanted)
        read()
    }

    private func read() { value = settings.preferences() }
}

/// What persists between starts, besides the library. Reading and saving are synchronous and never fail.
/// Values that cannot be saved last for this run.
@MainActor public protocol Settings: AnyObject {
    func preferences() -> Preferences
    /// Saves the preferences. A value that the system administrator has locked does not change, so read them again.
    func save(_ preferences: Preferences)
    /// Yields after each change of a preference by this or another process. The stream ends only with the settings.
    func preferenceChanges() -> AsyncStream<Void>

    func windowState() -> WindowState
    func save(_ state: WindowState)
}

/// Settings in memory, for sample data and for systems without a settings store.
@MainActor public final class MemorySettings: Settings {
    private var storedPreferences: Preferences
    private var storedState: WindowState
    private var listeners: [AsyncStream<Void>.Continuation] = []

    public init(_ preferences: Preferences = Preferences(), window: WindowState = WindowState()) {
        storedPreferences = preferences
        storedState = window
    }

    public func preferences() -> Preferences { storedPreferences }

    public func save(_ preferences: Preferences) {
        guard preferences != storedPreferences else { return }
        storedPreferences = preferences
        for listener in listeners { listener.yield() }
    }

    public func preferenceChanges() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(listener)
        return stream
    }

    public func windowState() -> WindowState { storedState }

    public func save(_ state: WindowState) { storedState = state }
}
