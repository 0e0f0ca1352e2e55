import Synchronization

/// The color scheme of the windows, for pictures that have colors for each. Any thread may read it.
public final class ColorScheme: Sendable {
    private let state: Mutex<Bool>

    public init(isDark: Bool = false) { state = Mutex(isDark) }

    public var isDark: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
