import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The status page in place of results: there are none, or they could not be loaded.
@MainActor final class SearchStatus {
    private let model: SearchViewModel
    private let signInState: @MainActor () -> SignInState
    private let presentation: any CatalogPresentation
    private let openSample: (@MainActor () -> Void)?
    /// Whether the user has favorites of their own to look at.
    private let hasFavorites: @MainActor () -> Bool
    private let view = StatusView()
    private var painted: (failure: CatalogFailure, actions: [FailureWording.Action])?
    private var paintedFilter: (text: String, footer: ListFooter)?
    var editSearch: @MainActor () -> Void = {}
    /// The most searches that are offered when nothing is found.
    private static let maxOffers = 2

    var root: Handle { view.root }

    init(
        model: SearchViewModel, signInState: @escaping @MainActor () -> SignInState,
        openSample: (@MainActor () -> Void)?, hasFavorites: @escaping @MainActor () -> Bool
    ) {
        self.model = model
        self.signInState = signInState
        presentation = CatalogPresentations.registered[model.profile]
        self.openSample = openSample
        self.hasFavorites = hasFavorites
    }

    /// - Parameter filter: the filter text that matches no loaded result.
    func showNoMatch(_ filter: String, footer: ListFooter, clear: @escaping @MainActor () -> Void) {
        if let paintedFilter, paintedFilter == (filter, footer) { return }
        didHide()
        paintedFilter = (filter, footer)
        view.show(
            icon: "edit-find-symbolic", heading: ResultsFilterText.noneHeading,
            sentence: ResultsFilterText.none(filter, footer: footer),
            actions: ResultsFilterActions.buttons(
                footer, loadMore: { [weak model] in model?.loadNextBatch() },
                tryAgain: { [weak model] in model?.retryBatch() }, clear: clear))
    }

    func showNoResults(_ query: String) {
        didHide()
        var offers: [(label: String, query: String)] = []
        if let text = model.query.withoutFilters(query) { offers.append((SearchText.searchWithoutFilters, text)) }
        if let text = model.query.everywhere, let label = presentation.searchEverywhere { offers.append((label, text)) }
        if let text = model.query.withoutLastWord(query) {
            offers.append((CatalogText.searchFor(CleanText.line(text)), text))
        }
        var actions = offers.prefix(Self.maxOffers).map { offer in
            StatusView.Action(label: offer.label) { [weak self] in
                self?.model.searchAgain(recent: offer.query)
            }
        }
        actions.append(
            .init(label: SearchText.clearSearch) { [weak self] in
                self?.model.clear()
                self?.editSearch()
            })
        view.show(
            icon: "edit-find-symbolic", heading: presentation.noResultsText, sentence: SearchText.emptySentence(query),
            actions: actions)
    }

    /// Shows a failure. If it is already visible, as with a countdown, only the sentence changes, so its buttons stay.
    func show(_ failure: FailureContent) {
        let wording = FailureText.wording(of: failure, signInState: signInState(), presentation: presentation)
        if let painted, painted == (failure.failure, wording.actions) {
            return view.update(sentence: wording.sentence)
        }
        didHide()
        painted = (failure.failure, wording.actions)
        var actions = actions(of: wording)
        if case .badQuery(let problem) = failure.failure,
            let text = presentation.textToSearchAnyway(model.text, after: problem)
        {
            actions.append(.init(label: SearchText.searchAnyway) { [weak model] in model?.searchAgain(recent: text) })
        }
        if failure.failure == .offline, !hasFavorites(), let openSample {
            actions.append(.init(label: FailureText.openSampleCatalog, run: openSample))
        }
        view.show(
            icon: wording.icon, heading: wording.heading, sentence: wording.sentence, code: wording.code,
            actions: actions)
    }

    /// Returns the actions of a failure, for this page and for a banner over older results.
    func actions(of wording: FailureWording) -> [StatusView.Action] {
        FailureActions.buttons(
            of: wording, from: root, tryAgain: { [weak model] in model?.tryAgain() },
            editSearch: { [weak self] in self?.editSearch() })
    }

    /// Forgets what is visible, because another page is now; the next failure is a new one.
    func didHide() { (painted, paintedFilter) = (nil, nil) }
}
