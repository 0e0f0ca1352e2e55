import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The settings in GSettings, where other processes such as `gsettings` can read and change them. Their schema is
/// `data/io.github.stargazer_app.Stargazer.gschema.xml`.
@MainActor final class GSettingsStore: Settings {
    private enum Key: String, CaseIterable {
        case savesHistory = "keep-history"
        case loadsDocumentPictures = "load-document-pictures"
        case playsAnimations = "play-animations"
        case playsDocumentAnimations = "play-document-animations"
        case refreshesSavedSearches = "refresh-saved-searches"
        case downloadsDocuments = "download-documents"
        case width = "window-width"
        case height = "window-height"
        case isMaximized = "window-maximized"
        case split = "window-split"
        case showsPictureInformation = "show-picture-information"
        case source = "last-source"
        case catalog = "last-catalog"

        static let preferences: Set<String> = Set(
            [
                savesHistory, loadsDocumentPictures, playsAnimations, playsDocumentAnimations, refreshesSavedSearches,
                downloadsDocuments,
            ].map(\.rawValue))
    }

    /// The keys of a catalog's own settings, in a subfolder for each catalog.
    private enum CatalogSettingsKey: String, CaseIterable {
        case batchSize = "results-per-page"
        case rating
        case source
        case query = "last-query"
        case sortKey = "sort-key"
        case sortDirection = "sort-direction"

        static let preferences: Set<String> = Set([batchSize, rating, source].map(\.rawValue))
    }

    private static let path = "/io/github/stargazer_app/Stargazer/"
    /// The range in the schema, for both width and height.
    private static let windowSizeRange = 1...32_767
    private let store: GObjectRef
    private let catalogs: [CatalogKind: GObjectRef]
    private var listeners: [AsyncStream<Void>.Continuation] = []

    /// Opens the settings. Nil when their schema is not installed.
    init?(schemaFolders: [String], catalogs kinds: [CatalogKind]) {
        guard
            let store = SettingsSchema.open(
                App.identifier, folders: schemaFolders, keys: Key.allCases.map(\.rawValue))
        else { return nil }
        self.store = store
        let open = { (path: String) in
            SettingsSchema.open(
                "\(App.identifier).Catalog", at: Self.path + path, folders: schemaFolders,
                keys: CatalogSettingsKey.allCases.map(\.rawValue))
        }
        var catalogs: [CatalogKind: GObjectRef] = [:]
        for kind in kinds { catalogs[kind] = open("catalogs/\(kind.rawValue)/") }
        self.catalogs = catalogs
        if let first = kinds.first.flatMap({ catalogs[$0] }), let old = open("") { Self.migrate(from: old, to: first) }
        let notifyListeners: @MainActor (Set<String>, String) -> Void = { [weak self] keys, key in
            guard let self, keys.contains(key) else { return }
            for listener in self.listeners { listener.yield() }
        }
        Signals.connect(store.handle, "changed") { (key: String) in notifyListeners(Key.preferences, key) }
        for catalog in catalogs.values {
            Signals.connect(catalog.handle, "changed") { (key: String) in
                notifyListeners(CatalogSettingsKey.preferences, key)
            }
        }
    }

    /// Copies a single-catalog version's settings, which are next to the general ones and stay there for a downgrade.
    private static func migrate(from old: GObjectRef, to catalog: GObjectRef) {
        for key in CatalogSettingsKey.allCases.map(\.rawValue) {
            guard let value = g_settings_get_user_value(old.cast(), key) else { continue }
            defer { g_variant_unref(value) }
            if let chosen = g_settings_get_user_value(catalog.cast(), key) {
                g_variant_unref(chosen)
            } else {
                g_settings_set_value(catalog.cast(), key, value)
            }
        }
    }

    func preferences() -> Preferences {
        Preferences(
            batchSizes: catalogs.mapValues { Self.number($0, CatalogSettingsKey.batchSize.rawValue) }.filter {
                $0.value > 0
            },
            ratings: catalogs.mapValues { ContentRating(rawValue: Self.text($0, CatalogSettingsKey.rating.rawValue)) }
                .filter { !$0.value.rawValue.isEmpty },
            sources: catalogs.mapValues { Self.text($0, CatalogSettingsKey.source.rawValue) }
                .filter { !$0.value.isEmpty },
            savesHistory: flag(.savesHistory), loadsDocumentPictures: flag(.loadsDocumentPictures),
            playsAnimations: flag(.playsAnimations), playsDocumentAnimations: flag(.playsDocumentAnimations),
            refreshesSavedSearches: flag(.refreshesSavedSearches), downloadsDocuments: flag(.downloadsDocuments))
    }

    func save(_ preferences: Preferences) {
        for (kind, store) in catalogs {
            Self.set(store, CatalogSettingsKey.batchSize.rawValue, preferences.batchSizes[kind] ?? 0)
            Self.set(store, CatalogSettingsKey.rating.rawValue, preferences.ratings[kind]?.rawValue ?? "")
            Self.set(store, CatalogSettingsKey.source.rawValue, preferences.sources[kind] ?? "")
        }
        set(.savesHistory, preferences.savesHistory)
        set(.loadsDocumentPictures, preferences.loadsDocumentPictures)
        set(.playsAnimations, preferences.playsAnimations)
        set(.playsDocumentAnimations, preferences.playsDocumentAnimations)
        set(.refreshesSavedSearches, preferences.refreshesSavedSearches)
        set(.downloadsDocuments, preferences.downloadsDocuments)
    }

    func preferenceChanges() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(listener)
        return stream
    }

    func windowState() -> WindowState {
        WindowState(
            width: number(.width), height: number(.height), isMaximized: flag(.isMaximized),
            split: g_settings_get_double(store.cast(), Key.split.rawValue),
            showsPictureInformation: flag(.showsPictureInformation),
            source: ListSource(text: text(.source)),
            catalog: catalogs.keys.first { $0.rawValue == text(.catalog) },
            searches: catalogs.mapValues { store in
                LastSearch(
                    query: Self.text(store, CatalogSettingsKey.query.rawValue),
                    sort: ItemOrder(
                        SortKey(rawValue: Self.text(store, CatalogSettingsKey.sortKey.rawValue)),
                        SortDirection(rawValue: Self.text(store, CatalogSettingsKey.sortDirection.rawValue))))
            })
    }

    func save(_ state: WindowState) {
        set(.width, min(max(state.width, Self.windowSizeRange.lowerBound), Self.windowSizeRange.upperBound))
        set(.height, min(max(state.height, Self.windowSizeRange.lowerBound), Self.windowSizeRange.upperBound))
        set(.isMaximized, state.isMaximized)
        set(.split, min(max(state.split, 0), 1))
        set(.showsPictureInformation, state.showsPictureInformation)
        if let source = state.source { set(.source, source.text) }
        if let catalog = state.catalog { set(.catalog, catalog.rawValue) }
        for (kind, search) in state.searches {
            guard let store = catalogs[kind] else { continue }
            Self.set(store, CatalogSettingsKey.query.rawValue, search.query)
            Self.set(store, CatalogSettingsKey.sortKey.rawValue, search.sort.key.rawValue)
            Self.set(store, CatalogSettingsKey.sortDirection.rawValue, search.sort.direction.rawValue)
        }
    }

    private func number(_ key: Key) -> Int { Self.number(store, key.rawValue) }
    private func flag(_ key: Key) -> Bool { g_settings_get_boolean(store.cast(), key.rawValue) != 0 }
    private func text(_ key: Key) -> String { Self.text(store, key.rawValue) }
    private func set(_ key: Key, _ value: Int) { Self.set(store, key.rawValue, value) }
    private func set(_ key: Key, _ value: String) { Self.set(store, key.rawValue, value) }
    private func set(_ key: Key, _ value: Bool) {
        if flag(key) != value { _ = g_settings_set_boolean(store.cast(), key.rawValue, value ? 1 : 0) }
    }

    private func set(_ key: Key, _ value: Double) {
        guard g_settings_get_double(store.cast(), key.rawValue) != value else { return }
        _ = g_settings_set_double(store.cast(), key.rawValue, value)
    }

    private static func number(_ store: GObjectRef, _ key: String) -> Int {
        Int(g_settings_get_int(store.cast(), key))
    }

    private static func text(_ store: GObjectRef, _ key: String) -> String {
        guard let text = g_settings_get_string(store.cast(), key) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    // Only write a changed value: writing would mark a default as the user's choice, and wake the settings service.
    private static func set(_ store: GObjectRef, _ key: String, _ value: Int) {
        if number(store, key) != value { _ = g_settings_set_int(store.cast(), key, Int32(value)) }
    }
    private static func set(_ store: GObjectRef, _ key: String, _ value: String) {
        if text(store, key) != value { _ = g_settings_set_string(store.cast(), key, value) }
    }
}

/// Looks up a settings schema before opening it: with a missing schema, GSettings would abort the process.
@MainActor enum SettingsSchema {
    /// - Parameters:
    ///   - path: the path for a relocatable schema; nil for a schema with a fixed path.
    ///   - folders: searched in order before the system's. Folders without compiled schemas are skipped.
    ///   - keys: all keys that will be read or written.
    /// - Returns: the settings; nil when no schema with all of the keys exists.
    static func open(
        _ identifier: String, at path: String? = nil, folders: [String], keys: [String]
    ) -> GObjectRef? {
        for folder in folders {
            guard let source = g_settings_schema_source_new_from_directory(folder, nil, 0, nil) else { continue }
            defer { g_settings_schema_source_unref(source) }
            if let settings = open(identifier, at: path, in: source, keys: keys) { return settings }
        }
        // The default source is borrowed. It is nil if no schemas are installed at all.
        return g_settings_schema_source_get_default().flatMap { open(identifier, at: path, in: $0, keys: keys) }
    }

    private static func open(
        _ identifier: String, at path: String?, in source: OpaquePointer, keys: [String]
    ) -> GObjectRef? {
        guard let schema = g_settings_schema_source_lookup(source, identifier, 0) else { return nil }
        defer { g_settings_schema_unref(schema) }
        // An older version of the schema may be installed.
        guard keys.allSatisfy({ g_settings_schema_has_key(schema, $0) != 0 }) else { return nil }
        return GObjectRef(adopting: Handle(g_settings_new_full(schema, nil, path)))
    }
}
