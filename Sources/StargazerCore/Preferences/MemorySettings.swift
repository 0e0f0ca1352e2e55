/// Settings that live as long as the process: for sample data, and where the system keeps none.
@MainActor public final class MemorySettings: Settings {
    private var keptPreferences: Preferences
    private var keptState: WindowState
    private var listeners: [AsyncStream<Void>.Continuation] = []

    public init(_ preferences: Preferences = Preferences(), window: WindowState = WindowState()) {
        keptPreferences = preferences
        keptState = window
    }

    public func preferences() -> Preferences { keptPreferences }

    public func save(_ preferences: Preferences) {
        guard preferences != keptPreferences else { return }
        keptPreferences = preferences
        for listener in listeners { listener.yield() }
    }

    public func preferenceChanges() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(listener)
        return stream
    }

    public func windowState() -> WindowState { keptState }

    public func save(_ state: WindowState) { keptState = state }
}
