public import Observation

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
