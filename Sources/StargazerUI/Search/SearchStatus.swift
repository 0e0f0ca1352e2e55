import CStargazer
import GtkBridge
import StargazerCore

/// What the search page says in place of results: that there are none, or why they did not come.
@MainActor final class SearchStatus {
    private let model: SearchViewModel
    private let standing: @MainActor () -> AccountStanding
    private let face: any CatalogFace
    private let openSample: (@MainActor () -> Void)?
    private let view = StatusView()
    private var painted: (failure: CatalogFailure, actions: [FailureWording.Action])?
    private var paintedFilter: (text: String, tail: ListTail)?
    var editSearch: @MainActor () -> Void = {}

    var root: Handle { view.root }

    init(
        model: SearchViewModel, standing: @escaping @MainActor () -> AccountStanding,
        openSample: (@MainActor () -> Void)?
    ) {
        self.model = model
        self.standing = standing
        face = CatalogFaces.every[model.profile.kind]
        self.openSample = openSample
    }

    /// - Parameters:
    ///   - filter: what nothing that has been loaded passes.
    ///   - clear: lets everything through again.
    func showNoMatch(_ filter: String, tail: ListTail, clear: @escaping @MainActor () -> Void) {
        if let paintedFilter, paintedFilter == (filter, tail) { return }
        hidden()
        paintedFilter = (filter, tail)
        view.show(
            icon: "edit-find-symbolic", heading: NarrowedText.noneHeading,
            sentence: NarrowedText.none(filter, tail: tail),
            actions: NarrowedText.actions(
                tail, loadMore: { [weak model] in model?.loadNextBatch() },
                tryAgain: { [weak model] in model?.tryBatchAgain() }, clear: clear))
    }

    func showNone(_ query: String) {
        hidden()
        var actions: [StatusView.Action] = []
        let loose = QueryText(query, rules: model.query.rules).withoutQualifiers
        if loose != query, !loose.isEmpty {
            actions.append(
                .init(label: SearchText.searchWithoutFilters, isSuggested: true) { [weak self] in
                    self?.model.searchAgain(recent: loose)
                })
        }
        if let wide = model.query.everywhere, let label = face.searchEverywhere {
            actions.append(.init(label: label) { [weak self] in self?.model.searchAgain(recent: wide) })
        }
        actions.append(
            .init(label: SearchText.clearSearch) { [weak self] in
                self?.model.clear()
                self?.editSearch()
            })
        view.show(
            icon: "edit-find-symbolic", heading: face.noneFound, sentence: SearchText.emptySentence(query),
            actions: actions)
    }

    /// What is shown already is only told anew, as a countdown does, so that its buttons stay.
    func show(_ failure: FailureContent) {
        let wording = FailureText.wording(of: failure, standing: standing(), face: face)
        if let painted, painted == (failure.failure, wording.actions) {
            return view.retell(sentence: wording.sentence)
        }
        hidden()
        painted = (failure.failure, wording.actions)
        var actions = actions(of: wording)
        if failure.failure == .offline, let openSample {
            actions.append(.init(label: FailureText.openSampleCatalog, run: openSample))
        }
        view.show(
            icon: wording.icon, heading: wording.heading, sentence: wording.sentence, code: wording.code,
            actions: actions)
    }

    /// The same on the page and in a banner over older results.
    func actions(of wording: FailureWording) -> [StatusView.Action] {
        FailureActions.buttons(
            of: wording, from: root, tryAgain: { [weak model] in model?.tryAgain() },
            editSearch: { [weak self] in self?.editSearch() })
    }

    /// Another page shows; the next failure is a new one.
    func hidden() { (painted, paintedFilter) = (nil, nil) }
}
