import CStargazer
import GtkBridge
import StargazerCore

/// What the search page says in place of results: that there are none, or why they did not come.
@MainActor final class SearchStatus {
    private let model: SearchViewModel
    private let standing: @MainActor () -> AccountStanding
    private let openSample: (@MainActor () -> Void)?
    private let view = StatusView()
    private var painted: (failure: CatalogFailure, standing: AccountStanding)?
    var editSearch: @MainActor () -> Void = {}

    var root: Handle { view.root }

    init(
        model: SearchViewModel, standing: @escaping @MainActor () -> AccountStanding,
        openSample: (@MainActor () -> Void)?
    ) {
        self.model = model
        self.standing = standing
        self.openSample = openSample
    }

    func showNone(_ query: String) {
        painted = nil
        var actions: [StatusView.Action] = []
        let loose = SearchLoosening.withoutQualifiers(query)
        if loose != query, !loose.isEmpty {
            actions.append(
                .init(label: SearchText.searchWithoutQualifiers, isSuggested: true) { [weak self] in
                    self?.model.searchAgain(recent: loose)
                })
        }
        actions.append(
            .init(label: SearchText.clearSearch) { [weak self] in
                self?.model.clear()
                self?.editSearch()
            })
        view.show(
            icon: "edit-find-symbolic", heading: SearchText.emptyHeading, sentence: SearchText.emptySentence(query),
            actions: actions)
    }

    /// What is shown already is only told anew, as a countdown does, so that its buttons stay.
    func show(_ failure: FailureContent) {
        let standing = standing()
        let wording = FailureText.wording(of: failure, standing: standing)
        if let painted, painted == (failure.failure, standing) { return view.retell(sentence: wording.sentence) }
        painted = (failure.failure, standing)
        var actions = wording.actions.enumerated().map { index, action in
            StatusView.Action(label: FailureText.label(of: action), isSuggested: index == 0) { [weak self] in
                self?.act(action)
            }
        }
        if failure.failure == .offline, let openSample {
            actions.append(.init(label: FailureText.openSampleCatalog, run: openSample))
        }
        view.show(
            icon: wording.icon, heading: wording.heading, sentence: wording.sentence, code: wording.code,
            actions: actions)
    }

    /// Another page shows; the next failure is a new one.
    func hidden() { painted = nil }

    private func act(_ action: FailureWording.Action) {
        switch action {
        case .tryAgain: model.tryAgain()
        case .editSearch: editSearch()
        case .signIn, .signInAgain, .openPreferences:
            _ = gtk_widget_activate_action_variant(root.widget, "win.sign-in", nil)
        }
    }
}
