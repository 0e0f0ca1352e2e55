import Observation

/// Remembers how the window is left. Each change is saved within a second, so that a sudden end loses next to nothing;
/// all changes within that second are saved together, and while nothing changes nothing wakes up.
@MainActor public final class WindowStateSaver {
    /// As it is now, saved or about to be.
    public private(set) var state: WindowState

    static let delay = Duration.seconds(1)
    private let settings: any Settings
    private let time: TimeSource
    private var saving: Task<Void, Never>?
    private var watching: [Task<Void, Never>] = []

    public init(settings: any Settings, time: TimeSource) {
        self.settings = settings
        self.time = time
        state = settings.windowState()
    }

    isolated deinit {
        saving?.cancel()
        for task in watching { task.cancel() }
    }

    /// Remembers from now on what is searched for and in which order. Whoever wants no history leaves no query.
    public func follow(_ search: SearchViewModel, _ preferences: CurrentPreferences) {
        let kind = search.profile.kind
        watching.append(
            Task { [weak self] in
                let news = Observations { (search.lastQuery, search.sort, preferences.value.savesHistory) }
                for await (query, sort, isKept) in news {
                    self?.update { $0.searches[kind] = LastSearch(query: isKept ? query : "", sort: sort) }
                }
            })
    }

    public func update(_ change: (inout WindowState) -> Void) {
        let before = state
        change(&state)
        guard state != before, saving == nil else { return }
        saving = Task { [weak self, time] in
            try? await time.sleep(Self.delay)
            guard !Task.isCancelled else { return }
            self?.saveNow()
        }
    }

    /// What is not saved yet is saved at once: the window is about to go.
    public func saveNow() {
        guard let saving else { return }
        saving.cancel()
        self.saving = nil
        settings.save(state)
    }
}
