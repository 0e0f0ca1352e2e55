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
