import CStargazer
import GtkBridge
import StargazerCore
package import StargazerLibrary

@MainActor package final class FavoritesListContent: ListPageContent {
    package let list: ItemCollection
    package var editSearch: @MainActor () -> Void = {}
    private let model: FavoritesViewModel
    private let app: AppModel
    private let sources: SourceList
    private let frame: ListPageFrame
    private let status = StatusView()
    private let spelling: MessageRow
    private let updates = MessageRow()
    private let search: @MainActor (String, CatalogKind) -> Void
    /// The query of the visible rows. It stays while there are none.
    private var shownQueryNumber: Int?
    /// The list that the text narrows, and the text.
    private var shownList: (scope: FavoritesScope, sort: ItemOrder?, text: String)?

    /// - Parameter search: searches a catalog for a text that no favorite matches.
    init(
        model: FavoritesViewModel, of app: AppModel, sources: SourceList, shape: CatalogProfile.Shape,
        frame: ListPageFrame, root: Handle, pictures: PictureStore,
        search: @escaping @MainActor (String, CatalogKind) -> Void
    ) {
        self.model = model
        self.search = search
        self.app = app
        self.sources = sources
        self.frame = frame
        list = ItemCollection(
            name: FavoritesText.title, describedBy: frame.count, shape: shape, pictures: pictures,
            several: model.selection)
        frame.add(status.root, named: "status")
        spelling = MessageRow(label: FavoritesText.searchAsTyped) { [weak model] in model?.searchAsTyped() }
        list.actions.on(.starAgain) { [weak model] in model?.starAgain($0) }
        for row in [spelling, updates] { frame.insert(aboveList: row.root) }
        model.rows.changed = { [weak self] _ in self?.list.refresh() }
        // Nothing is read from the library while the page is hidden.
        Signals.connect(root, "map") { [weak model] in model?.shown(true) }
        Signals.connect(root, "unmap") { [weak model] in model?.shown(false) }
    }

    package var placeholder: String? { model.scope == .updates ? UpdatesText.placeholder : nil }
    package func sortName(_ key: SortKey) -> String { FavoritesText.sortName(key) }
    package func order(_ sort: ItemOrder) -> String { FavoritesText.order(sort) }
    package func focusFirst() {}
    package func beginFilter() -> Bool { false }
    package func focusFilter() -> Bool { false }
    package func endFilter() -> Bool { false }

    /// Opens the only match, or focuses the first row.
    package func submitted() {
        guard let id = list.focusSelectedRow(), id == model.onlyMatch else { return }
        ItemActions.run(.open, id, from: list.root)
    }

    package func paint() -> Bool {
        let phase = model.phase
        frame.showFootnote(attribution(of: phase).map { [$0] } ?? [])
        guard case .rows(let content) = phase else {
            for row in [spelling, updates] { row.root.setVisible(false) }
            list.show(ListEntries())
            frame.showCount(nil)
            showStatus(phase)
            return phase != .loading
        }
        showMessage(content)
        // The message says how many updates are new, which is the number that counts.
        let isSaid = model.scope == .updates && model.text.allSatisfy(\.isWhitespace)
        frame.showCount(isSaid ? nil : SavedSearchText.count(count(content), content.new))
        let isNew = shownQueryNumber != content.queryNumber
        shownQueryNumber = content.queryNumber
        show(content, isNew: isNew)
        frame.show("rows")
        return isNew
    }

    private func show(_ content: FavoritesContent, isNew: Bool) {
        let new = (scope: model.scope, sort: model.chosenSort, text: model.answeredText)
        let isSameList = shownList.map { ($0.scope, $0.sort) == (new.scope, new.sort) && $0.text != new.text }
        if isNew { shownList = new }
        let text = shownList?.text ?? ""
        list.show(
            .favorites(content, model.rows, hasHeadings: !list.layout.shape.isGrid), isNew: isNew,
            filter: text.allSatisfy(\.isWhitespace) ? nil : text, isSameList: isSameList)
    }

    private func showMessage(_ content: FavoritesContent) {
        let (new, date) = (sources.newUpdates, app.starUpdater?.checkedOn)
        let updater = app.starUpdater
        let asOf = date.map { UpdatesText.asOf(updater?.login, $0, completed: updater?.completedOn) }
        let problem = updater?.problem.map(StarImportText.problem) ?? updater?.failure.map(BringStarsText.failure)
        let wait = if case .waiting(let reason) = updater?.phase { StarImportText.wait(reason) } else { String?.none }
        let note = [asOf, wait ?? problem].compactMap(\.self)
        let lines = [new > 0 ? UpdatesText.new(new) : nil, note.isEmpty ? nil : note.joined(separator: " · ")]
            .compactMap(\.self)
        let isUpdates = model.scope == .updates
        updates.show(isUpdates ? lines.first : nil, note: lines.dropFirst().first)
        spelling.show(spelling(of: content), hasButton: content.spelling != nil)
    }

    /// Returns what was searched for where it is not what was typed, with the corrected words marked.
    private func spelling(of content: FavoritesContent) -> PangoMarkup? {
        var parts = content.unknownWords.isEmpty ? [] : [TextSpan(FavoritesText.unknown(content.unknownWords))]
        if let spelling = content.spelling {
            let mark: Character = "\u{FFFC}"
            let sentence = FavoritesText.shownInstead(String(mark))
                .split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            parts.append(TextSpan((parts.isEmpty ? "" : " ") + sentence[0]))
            parts += spelling.parts.map { part in
                let isSpace = part.text.allSatisfy(\.isWhitespace)
                return TextSpan(isSpace ? " " : CleanText.line(part.text), style: part.isCorrected ? .strong : [])
            }
            parts.append(TextSpan(sentence.dropFirst().joined()))
        } else if content.hasOtherForms {
            parts = [TextSpan(FavoritesText.otherForms)]
        }
        guard !parts.isEmpty else { return nil }
        return parts.reduce(into: PangoMarkup()) { $0.add($1) }
    }

    private var clearAction: StatusView.Action {
        .init(label: FavoritesText.clearFilter) { [weak self] in
            self?.model.clear()
            self?.editSearch()
        }
    }

    private func nothing(in scope: FavoritesScope) -> String {
        scope == .updates
            ? JoinText.sentences(
                [
                    UpdatesText.nothing(since: sources.latestUpdate, asOf: app.starUpdater?.checkedOn),
                    app.starUpdater?.problem.map(StarImportText.problem),
                ].compactMap(\.self))
            : FavoritesText.nothing(in: scope)
    }

    private func searchAction(_ text: String, _ kind: CatalogKind) -> StatusView.Action {
        .init(label: CatalogPresentations.registered[kind].searchActionLabel) { [search] in
            search(text, kind)
        }
    }

    private func count(_ content: FavoritesContent) -> String {
        let isFiltered = model.text.contains { !$0.isWhitespace }
        let count = FavoritesCountContent(
            content, of: isFiltered ? sources.favoritesCount(in: model.scope) : nil)
        return RowText.favoritesCount(count, model.scope.catalog.map { CatalogPresentations.registered[$0] })
    }

    /// Returns what the terms of a service require next to its items, where all items are of one kind.
    private func attribution(of phase: FavoritesPhase) -> String? {
        guard case .rows(let content) = phase, model.onlyCatalog != nil else { return nil }
        return content.rows.prefix(Self.attributedRows).lazy
            .compactMap { [model] in model.rows.content(of: $0) }
            .compactMap { CatalogPresentations.registered[$0.id].attribution }.first
    }

    /// The first rows, whose services are named.
    private static let attributedRows = 200

    private func showStatus(_ phase: FavoritesPhase) {
        switch phase {
        case .loading, .rows: return frame.show("quiet")
        case .none:
            var actions: [StatusView.Action] = []
            if app.offersStars {
                actions.append(
                    .init(label: BringStarsText.title) { [status] in
                        Actions.activate("win.bring-stars", from: status.root)
                    })
            }
            if app.signInState == .signedOut {
                actions.append(
                    .init(label: FailureText.label(of: .signIn)) { [status] in
                        Actions.activate("win.sign-in", from: status.root)
                    })
            }
            actions.append(
                .init(label: FavoritesText.importFile) { [status] in
                    Actions.activate("win.import-favorites", from: status.root)
                })
            status.show(
                icon: "starred-symbolic", heading: FavoritesText.noneHeading, sentence: FavoritesText.noneSentence,
                actions: actions)
        case .noMatch(let scope, let text):
            let isFiltered = text.contains { !$0.isWhitespace }
            let isUpToDate = scope == .updates && !isFiltered
            status.show(
                icon: isUpToDate ? "emblem-ok-symbolic" : "edit-find-symbolic",
                heading: isUpToDate ? UpdatesText.nothingHeading : FavoritesText.noMatchHeading,
                sentence: isFiltered ? FavoritesText.noMatchSentence(text) : nothing(in: scope),
                actions: isFiltered ? [searchAction(text, scope.catalog ?? app.catalogs.kinds[0]), clearAction] : [])
        case .failed(let failure, _):
            status.show(
                icon: "dialog-warning-symbolic", heading: FavoritesText.unreadableHeading,
                sentence: LibraryText.readingFailed(failure),
                actions: [
                    .init(label: FailureText.label(of: .tryAgain), isSuggested: true) { [model] in model.tryAgain() }
                ])
        }
        frame.show("status")
    }
}
