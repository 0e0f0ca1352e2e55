import Observation
public import StargazerLibrary

/// Saves the window's state. Each change is saved within a second, so that a crash loses almost nothing.
/// Changes within that second are saved together. Without changes, no timer runs.
@MainActor public final class WindowStateSaver {
    /// The current state, saved or about to be saved.
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

    /// Saves the search's text and sort order from now on. Saves no text while the history is off.
    /// - Parameter isCurrent: returns whether the search is the one to restore among those of its kind; observable.
    public func follow(
        _ search: SearchViewModel, _ preferences: CurrentPreferences,
        isCurrent: @escaping @MainActor () -> Bool = { true }
    ) {
        let kind = search.profile.kind
        watching.append(
            Task { [weak self] in
                let news = Observations {
                    (isCurrent(), search.lastQuery, search.sort, preferences.value.savesHistory)
                }
                for await (isCurrent, query, sort, isSaved) in news where isCurrent {
                    self?.update { $0.searches[kind] = LastSearch(query: isSaved ? query : "", sort: sort) }
                }
            })
    }

    public func update(_ change: (inout WindowState) -> Void) {
        let before = state
        change(&state)
        guard state != before, saving == nil else { return }
        saving = Task { [weak self, time] in
            guard await time.slept(Self.delay) else { return }
            self?.saveNow()
        }
    }

    /// Saves pending changes immediately, before the window closes.
    public func saveNow() {
        guard let saving else { return }
        saving.cancel()
        self.saving = nil
        settings.save(state)
    }
}
