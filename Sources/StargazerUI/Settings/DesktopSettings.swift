import CStargazer
import GtkBridge
import StargazerCore

/// The settings in the desktop's own store, where `gsettings` and other processes see them. They are described in
/// `data/io.github.stargazer_app.Stargazer.gschema.xml`.
@MainActor final class DesktopSettings: Settings {
    private enum Key: String, CaseIterable {
        case batchSize = "results-per-page"
        case searchesWhileTyping = "search-while-typing"
        case keepsHistory = "keep-history"
        case width = "window-width"
        case height = "window-height"
        case isMaximized = "window-maximized"
        case view = "last-view"
        case query = "last-query"
        case sortKey = "sort-key"
        case sortDirection = "sort-direction"

        static let preferences: Set<String> = Set([batchSize, searchesWhileTyping, keepsHistory].map(\.rawValue))
    }

    /// The range that the description gives to both.
    private static let lengths = 1...32_767
    private let store: GObjectRef
    private var listeners: [AsyncStream<Void>.Continuation] = []

    /// Nil when the system has no description of these settings.
    init?(schemaFolders: [String]) {
        guard
            let store = SettingsSchema.open(
                App.identifier, folders: schemaFolders, keys: Key.allCases.map(\.rawValue))
        else { return nil }
        self.store = store
        Signals.connect(store.handle, "changed") { [weak self] (key: String) in
            guard let self, Key.preferences.contains(key) else { return }
            for listener in self.listeners { listener.yield() }
        }
    }

    func preferences() -> Preferences {
        Preferences(
            batchSize: number(.batchSize), searchesWhileTyping: flag(.searchesWhileTyping),
            keepsHistory: flag(.keepsHistory))
    }

    func save(_ preferences: Preferences) {
        set(.batchSize, preferences.batchSize)
        set(.searchesWhileTyping, preferences.searchesWhileTyping)
        set(.keepsHistory, preferences.keepsHistory)
    }

    func preferenceChanges() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(listener)
        return stream
    }

    func windowState() -> WindowState {
        WindowState(
            width: number(.width), height: number(.height), isMaximized: flag(.isMaximized),
            view: WindowView(rawValue: text(.view)) ?? .search, query: text(.query),
            sort: SortOrder(
                SortKey(rawValue: text(.sortKey)) ?? .bestMatch,
                SortDirection(rawValue: text(.sortDirection)) ?? .descending))
    }

    func save(_ state: WindowState) {
        set(.width, min(max(state.width, Self.lengths.lowerBound), Self.lengths.upperBound))
        set(.height, min(max(state.height, Self.lengths.lowerBound), Self.lengths.upperBound))
        set(.isMaximized, state.isMaximized)
        set(.view, state.view.rawValue)
        set(.query, state.query)
        set(.sortKey, state.sort.key.rawValue)
        set(.sortDirection, state.sort.direction.rawValue)
    }

    private func number(_ key: Key) -> Int { Int(g_settings_get_int(store.cast(), key.rawValue)) }
    private func flag(_ key: Key) -> Bool { g_settings_get_boolean(store.cast(), key.rawValue) != 0 }
    private func text(_ key: Key) -> String {
        guard let text = g_settings_get_string(store.cast(), key.rawValue) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    // A value that is there already is not written again: that would make it the person's choice, and wake the store.
    private func set(_ key: Key, _ value: Int) {
        if number(key) != value { _ = g_settings_set_int(store.cast(), key.rawValue, Int32(value)) }
    }
    private func set(_ key: Key, _ value: Bool) {
        if flag(key) != value { _ = g_settings_set_boolean(store.cast(), key.rawValue, value ? 1 : 0) }
    }
    private func set(_ key: Key, _ value: String) {
        if text(key) != value { _ = g_settings_set_string(store.cast(), key.rawValue, value) }
    }
}
