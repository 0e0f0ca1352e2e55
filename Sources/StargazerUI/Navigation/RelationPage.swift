import CStargazer
import Foundation
package import GtkBridge
import StargazerCore
import StargazerLibrary

/// The page of a related list: its items, a filter, and the status of loading them.
@MainActor package final class RelationPage: NavigationPageView {
    package let root: Handle
    /// Created when the shape of the items is known.
    package private(set) var list: ItemCollection?
    package var filterEntry: SearchEntry? { isEntryVisible ? entry : nil }
    private let entry: SearchEntry
    private let model: RelationViewModel
    private let pictures: PictureStore
    private let signInState: @MainActor () -> SignInState
    private let links: LinkHandlers
    private let ui: UIBuilder
    private let title: Breadcrumbs
    private let content: Handle
    private let count: Handle
    private let notice = Banner(isWarning: true)
    private let status = StatusView()
    private let attribution = AttributionLabel()
    private var paintedStatus: StatusKey?
    /// The page was opened before its rows were loaded; the focus moves to them when they arrive.
    private var focusesRowWhenLoaded = false
    private var observation: Observe?

    /// The content of the status page. The same status is not built again, so its buttons keep the focus.
    private enum StatusKey: Equatable {
        case empty
        case noMutualItems(ListFooter, isComparing: Bool)
        case noMatch(String, ListFooter)
        case failed(CatalogFailure, [FailureWording.Action])
    }

    /// - Parameter titles: the titles of the pages below this one in the navigation stack, and its own.
    init(
        model: RelationViewModel, pictures: PictureStore, signInState: @escaping @MainActor () -> SignInState,
        links: LinkHandlers, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        self.pictures = pictures
        self.signInState = signInState
        self.links = links
        ui = UIBuilder(PackageResources.RelationPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        title = Breadcrumbs(titles)
        adw_header_bar_set_title_widget(ui["header"].opaque, title.root.widget)
        entry = SearchEntry(ui["entry"], name: ResultsFilterText.filterName)
        content = ui["content"]
        count = ui["count"]
        adw_bin_set_child(ui["notice"].cast(), notice.root.widget)
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        root.append(attribution.root)
        root.setAccessibleName(NavigationText.fullName(of: model))
        ui["back"].setAccessibleName(DetailsText.back)
        connect()
        observation = Observe { [weak self] in self?.paint() }
    }

    package func setPosition(isOnlyPane: Bool, depth: Int) {
        title.showsEarlierPages = !isOnlyPane
        adw_header_bar_set_show_start_title_buttons(ui["header"].opaque, isOnlyPane ? 1 : 0)
    }

    /// Moves the focus to the selected or first row, or, without rows, to the first action.
    package func focusHeading() {
        focusesRowWhenLoaded = list?.focusSelectedRow() == nil
        guard focusesRowWhenLoaded else { return }
        let control = status.firstAction ?? (isEntryVisible ? entry.widget : ui["back"])
        control.grabFocus()
    }

    package func isValidFocus(_ focus: Handle) -> Bool {
        list?.root.contains(focus) == true || status.root.contains(focus) || focus == ui["back"]
    }

    private var isEntryVisible: Bool { gtk_widget_get_visible(ui["entry-row"].widget) != 0 }

    private func connect() {
        entry.typed = { [weak self] text in
            self?.focusesRowWhenLoaded = false
            self?.list?.cancelPendingFocus()
            self?.model.filterChanged(text)
        }
        let goToRows: @MainActor () -> Void = { [weak self] in
            // The key may come before the rows that were typed for.
            self?.paint()
            self?.list?.focusSelectedRow()
        }
        (entry.enterPressed, entry.downPressed) = (goToRows, goToRows)
        if model.opposite != nil, let mutual = CatalogPresentations.registered[model.origin.id.catalog].mutual {
            let button = ui["mutual"]
            gtk_button_set_label(button.cast(), mutual.label)
            button.setTooltip(mutual.tooltip)
            button.setVisible(true)
            Signals.connect(button, "toggled") { [weak self] in
                self?.model.mutualChanged(gtk_toggle_button_get_active(button.cast()) != 0)
            }
        }
        // With an empty filter, Escape goes back, as it does on the rows.
        Keys.watch(entry.widget, beforeChildren: true) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape), self.model.filter.isEmpty else { return false }
            return gtk_widget_activate_action_variant(self.root.widget, "win.go-back", nil) != 0
        }
    }

    private func makeList(_ shape: CatalogProfile.Shape) -> ItemCollection {
        let list = ItemCollection(
            name: NavigationText.name(of: model), describedBy: count, shape: shape, pictures: pictures,
            origin: ListFooterContext(service: model.service, signInState: signInState))
        gtk_stack_add_named(content.opaque, list.root.widget, "results")
        list.movedAboveFirstRow = { [weak self] in self?.entry.focus() }
        list.didApproachEnd = { [weak model] in model?.didApproachEnd() }
        list.selectionChanged = { [weak model] in model?.select($0) }
        list.actions.on(.loadMore) { [weak model] in model?.loadNextBatch() }
        list.actions.on(.tryAgain) { [weak model] in model?.retryBatch() }
        list.actions.on(.toggleFavorite) { [weak model] in model?.toggleFavorite($0) }
        list.actions.on(.open) { [weak self] id in
            self?.list?.select(id)
            if let self, let item = self.model.item(for: id) { self.links.openItem(item) }
        }
        list.actions.on(.openInBrowser) { [weak self] id in
            guard let self, let list = self.list else { return }
            list.select(id)
            list.focusSelectedRow()
            guard let address = self.model.item(for: id)?.webURL?.absoluteString else { return }
            Browser.open(address, from: self.root, failed: self.links.noBrowser)
        }
        return list
    }

    private func paint() {
        let phase = model.phase
        paintProgress(phase)
        if case .shown = phase { attribution.show(model.origin.id) } else { attribution.show(nil) }
        gtk_toggle_button_set_active(ui["mutual"].cast(), model.isMutual ? 1 : 0)
        switch phase {
        case .loading(let isSlow): showPage(isSlow ? "spinner" : "quiet")
        case .shown(let results, _): paint(results)
        case .empty:
            let words = NavigationText.none(in: model)
            showStatus(.empty) { ("view-list-symbolic", words.heading, words.sentence, nil, []) }
        case .noMatch(let filter, let footer): paintNoMatch(filter, footer)
        case .failed(let failure): paint(failure)
        }
        let hasEntry =
            switch phase {
            case .loading, .shown, .noMatch: true
            case .empty, .failed: false
            }
        ui["entry-row"].setVisible(hasEntry)
        ui["count-row"].setVisible(phase.shown != nil)
        if phase.shown == nil { list?.show(ListEntries()) }
    }

    private func paintProgress(_ phase: RelationPhase) {
        let isLoading = phase == .loading(isSlow: true)
        gtk_spinner_set_spinning(ui["spinner"].opaque, isLoading ? 1 : 0)
        var (isRefreshing, failure): (Bool, FailureContent?) = (false, nil)
        if case .shown(_, let progress) = phase {
            isRefreshing = progress == .refreshing(isSlow: true)
            if case .failed(let content) = progress { failure = content }
        }
        ui["progress"].setVisible(isRefreshing)
        gtk_spinner_set_spinning(ui["progress"].opaque, isRefreshing ? 1 : 0)
        guard let failure else { return paintOpposite() }
        let wording = wording(of: failure)
        notice.show(FailureText.line(wording), actions: buttons(of: wording))
    }

    /// Shows why the opposite list could not be loaded.
    private func paintOpposite() {
        switch model.opposite?.phase {
        case .unfinished(.tooManyRequests(let needed, let left)):
            notice.show(NavigationText.tooManyRequests(needed: needed, left: left))
        case .unfinished(.failed(let failure)):
            notice.show(
                FailureText.line(wording(of: failure)),
                actions: [.init(label: FailureText.tryAgain) { [weak model] in model?.mutualChanged(true) }])
        case .idle, .unfinished(.loading), .complete, nil: notice.show(nil)
        }
    }

    /// The progress of loading the opposite list while only mutual items are shown.
    private var comparing: String? {
        guard model.isMutual, case .unfinished(.loading(let loaded, let about)) = model.opposite?.phase else {
            return nil
        }
        return NavigationText.comparing(loaded: loaded, about: about)
    }

    private func paint(_ results: ResultsContent) {
        // The items may be of another catalog than the one that the page starts from.
        let catalog = results.rows.first?.id.catalog ?? model.origin.id.catalog
        let presentation = CatalogPresentations.registered[catalog]
        count.setLabel(
            comparing
                ?? (results.isFiltered
                    ? ResultsFilterText.count(results.count)
                    : RowText.count(results.count, of: model.service, presentation: presentation)))
        let list = list ?? makeList(model.shape ?? .rows)
        self.list = list
        list.show(
            .results(results.rows, footer: results.footer) { [weak model] place in model?.rowsBecameVisible(from: place)
            }, filter: results.isFiltered ? model.filter : nil)
        showPage("results")
        if focusesRowWhenLoaded, gtk_widget_get_mapped(root.widget) != 0, root.hasFocusInside {
            list.focusSelectedRow()
        }
        focusesRowWhenLoaded = false
    }

    private func paintNoMutualItems(_ footer: ListFooter) {
        let comparing = comparing
        showStatus(.noMutualItems(footer, isComparing: comparing != nil)) {
            var actions = [
                StatusView.Action(label: NavigationText.showAll) { [weak self] in self?.model.mutualChanged(false) }
            ]
            if comparing == nil, footer == .loadMore {
                actions.insert(
                    .init(label: NavigationText.loadMore) { [weak self] in
                        self?.model.loadNextBatch()
                    },
                    at: 0)
            }
            return (
                "edit-find-symbolic", NavigationText.noMutualItemsHeading,
                comparing ?? NavigationText.noMutualItems(mayHaveMore: ResultsFilterText.mayHaveMore(footer)), nil,
                actions
            )
        }
        if let comparing { status.update(sentence: comparing) }
    }

    private func paintNoMatch(_ filter: String, _ footer: ListFooter) {
        if model.isMutual, filter.allSatisfy(\.isWhitespace) { return paintNoMutualItems(footer) }
        showStatus(.noMatch(filter, footer)) {
            let actions = ResultsFilterActions.buttons(
                footer, loadMore: { [weak self] in self?.model.loadNextBatch() },
                tryAgain: { [weak self] in self?.model.retryBatch() }
            ) { [weak self] in
                self?.entry.clear()
                self?.entry.focus()
            }
            return (
                "edit-find-symbolic", ResultsFilterText.noneHeading, ResultsFilterText.none(filter, footer: footer),
                nil, actions
            )
        }
    }

    private func paint(_ failure: FailureContent) {
        let wording = wording(of: failure)
        showStatus(.failed(failure.failure, wording.actions)) {
            (wording.icon, wording.heading, wording.sentence, wording.code, buttons(of: wording))
        }
        // A countdown changes only the sentence.
        status.update(sentence: wording.sentence)
    }

    private typealias StatusContent = (
        icon: String, heading: String, sentence: String, code: String?, actions: [StatusView.Action]
    )

    private func showStatus(_ key: StatusKey, _ words: () -> StatusContent) {
        let hadFocus = status.root.hasFocusInside
        if paintedStatus != key {
            let words = words()
            status.show(
                icon: words.icon, heading: words.heading, sentence: words.sentence, code: words.code,
                actions: words.actions)
            // The pressed button may have disappeared with its status.
            if hadFocus, !status.root.hasFocusInside { focusHeading() }
        }
        showPage("status")
        paintedStatus = key
    }

    private func wording(of failure: FailureContent) -> FailureWording {
        FailureText.wording(
            of: failure, signInState: signInState(),
            presentation: CatalogPresentations.registered[model.origin.id.catalog])
    }

    private func buttons(of wording: FailureWording) -> [StatusView.Action] {
        FailureActions.buttons(of: wording, from: root, tryAgain: { [weak model] in model?.tryAgain() })
    }

    private func showPage(_ name: String) {
        if name != "status" { paintedStatus = nil }
        let visible = gtk_stack_get_visible_child_name(content.opaque).map { String(cString: $0) }
        if visible != name { gtk_stack_set_visible_child_name(content.opaque, name) }
    }
}

/// The text that a service's terms require next to its content, at the bottom of a page.
@MainActor private final class AttributionLabel {
    let root = Handle(gtk_label_new(nil))

    init() {
        gtk_label_set_wrap(root.opaque, 1)
        gtk_label_set_justify(root.opaque, GTK_JUSTIFY_CENTER)
        for name in ["caption", "dim-label", "foot-note"] { root.setClass(name, true) }
        root.setVisible(false)
    }

    /// - Parameter item: one of the visible items, which come from one service; nil for none.
    func show(_ item: ItemID?) {
        let words = item.flatMap { CatalogPresentations.registered[$0].attribution } ?? ""
        root.setLabel(words)
        root.setVisible(!words.isEmpty)
    }
}
