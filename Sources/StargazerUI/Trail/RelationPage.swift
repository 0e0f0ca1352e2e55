import CStargazer
import Foundation
package import GtkBridge
import StargazerCore

/// The page of a list that an item leads to: its items, a filter over them, and the states around them.
@MainActor package final class RelationPage: TrailView {
    package let root: Handle
    /// Made when it is known what the items look like.
    package private(set) var list: ItemCollection?
    package var typing: SearchEntry? { entryShows ? entry : nil }
    private let entry: SearchEntry
    private let model: RelationViewModel
    private let pictures: PictureStore
    private let standing: @MainActor () -> AccountStanding
    private let links: DetailLinks
    private let ui: UIBuilder
    private let title: Breadcrumb
    private let content: Handle
    private let count: Handle
    private let notice = Banner(isWarning: true)
    private let status = StatusView()
    private let foot = FootNote()
    private var paintedStatus: StatusKey?
    private var paintedFilter = ""
    /// The page was gone to before its rows were there; the keyboard goes to them when they come.
    private var wantsRow = false
    private var observation: Observe?

    /// What the status page says; the same is not said again, so that its buttons stay.
    private enum StatusKey: Equatable {
        case empty
        case noneInBoth(ListTail, isComparing: Bool)
        case noMatch(String, ListTail)
        case failed(CatalogFailure, [FailureWording.Action])
    }

    /// - Parameters:
    ///   - standing: whether somebody is signed in, for what failures offer.
    ///   - titles: of the pages below this one in the trail, and its own.
    init(
        model: RelationViewModel, pictures: PictureStore, standing: @escaping @MainActor () -> AccountStanding,
        links: DetailLinks, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        self.pictures = pictures
        self.standing = standing
        self.links = links
        ui = UIBuilder(PackageResources.RelationPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        title = Breadcrumb(titles)
        adw_header_bar_set_title_widget(ui["header"].opaque, title.root.widget)
        entry = SearchEntry(ui["entry"], name: NarrowedText.filterName)
        content = ui["content"]
        count = ui["count"]
        adw_bin_set_child(ui["notice"].cast(), notice.root.widget)
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        root.append(foot.root)
        root.setAccessibleName(TrailText.fullName(of: model))
        ui["back"].setAccessibleName(DetailsText.back)
        connect()
        observation = Observe { [weak self] in self?.paint() }
    }

    package func place(isAlone: Bool, depth: Int) {
        title.isWhole = !isAlone
        adw_header_bar_set_show_start_title_buttons(ui["header"].opaque, isAlone ? 1 : 0)
    }

    /// On the row that was looked at last, or the first; where there is none, on what there is to do.
    package func focusHeading() {
        wantsRow = list?.focusSelectedRow() == nil
        guard wantsRow else { return }
        let control = status.firstAction ?? (entryShows ? entry.widget : ui["back"])
        control.grabFocus()
    }

    package func isHome(_ focus: Handle) -> Bool {
        list?.root.contains(focus) == true || status.root.contains(focus) || focus == ui["back"]
    }

    private var entryShows: Bool { gtk_widget_get_visible(ui["entry-row"].widget) != 0 }

    private func connect() {
        entry.typed = { [weak self] text in
            self?.wantsRow = false
            self?.list?.forgetFocusWish()
            self?.model.filterChanged(text)
        }
        entry.enterPressed = { [weak self] in _ = self?.list?.focusSelectedRow() }
        entry.downPressed = { [weak self] in _ = self?.list?.focusSelectedRow() }
        if model.opposite != nil, let mutual = CatalogFaces.every[model.origin.id.catalog].mutual {
            let button = ui["mutual"]
            gtk_button_set_label(button.cast(), mutual.label)
            button.setTooltip(mutual.tooltip)
            button.setVisible(true)
            Signals.connect(button, "toggled") { [weak self] in
                self?.model.mutualChanged(gtk_toggle_button_get_active(button.cast()) != 0)
            }
        }
        // With nothing to empty it leads back, as Escape does on the rows.
        Keys.watch(entry.widget, beforeChildren: true) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape), self.model.filter.isEmpty else { return false }
            return gtk_widget_activate_action_variant(self.root.widget, "win.go-back", nil) != 0
        }
    }

    private func makeList(_ shape: CatalogProfile.Shape) -> ItemCollection {
        let list = ItemCollection(
            name: TrailText.name(of: model), describedBy: count, shape: shape, pictures: pictures,
            origin: TailOrigin(service: model.service, standing: standing))
        gtk_stack_add_named(content.opaque, list.root.widget, "results")
        list.leftUpwards = { [weak self] in self?.entry.focus() }
        list.endCameNear = { [weak model] in model?.endCameNear() }
        list.selectionChanged = { [weak model] in model?.select($0) }
        list.actions.on(.loadMore) { [weak model] in model?.loadNextBatch() }
        list.actions.on(.tryAgain) { [weak model] in model?.tryBatchAgain() }
        list.actions.on(.toggleFavorite) { [weak model] in model?.toggleFavorite($0) }
        list.actions.on(.open) { [weak self] id in
            self?.list?.select(id)
            if let self, let item = self.model.item(for: id) { self.links.go(item) }
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
        if case .shown = phase { foot.show([model.origin.id.catalog]) } else { foot.show([]) }
        gtk_toggle_button_set_active(ui["mutual"].cast(), model.isMutual ? 1 : 0)
        switch phase {
        case .loading(let isSlow): showPage(isSlow ? "spinner" : "quiet")
        case .shown(let results, _): paint(results)
        case .empty:
            let words = TrailText.none(in: model)
            say(.empty) { ("view-list-symbolic", words.heading, words.sentence, nil, []) }
        case .noMatch(let filter, let tail): paintNoMatch(filter, tail)
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
        let waits = phase == .loading(isSlow: true)
        gtk_spinner_set_spinning(ui["spinner"].opaque, waits ? 1 : 0)
        var (works, failure): (Bool, FailureContent?) = (false, nil)
        if case .shown(_, let progress) = phase {
            works = progress == .refreshing(isSlow: true)
            if case .failed(let content) = progress { failure = content }
        }
        ui["progress"].setVisible(works)
        gtk_spinner_set_spinning(ui["progress"].opaque, works ? 1 : 0)
        guard let failure else { return paintOpposite() }
        let wording = wording(of: failure)
        notice.show(AppText.notice(wording), actions: buttons(of: wording))
    }

    /// Why the other list, which somebody asked for, cannot be had.
    private func paintOpposite() {
        switch model.opposite?.phase {
        case .tooLong(let needed, let left): notice.show(TrailText.tooLong(needed: needed, left: left))
        case .failed(let failure):
            notice.show(
                AppText.notice(wording(of: failure)),
                actions: [.init(label: FailureText.tryAgain) { [weak model] in model?.mutualChanged(true) }])
        case .idle, .gathering, .whole, nil: notice.show(nil)
        }
    }

    /// How far the other list has come, while those are looked for who are in both.
    private var comparing: String? {
        guard model.isMutual, case .gathering(let came, let about) = model.opposite?.phase else { return nil }
        return TrailText.comparing(came: came, about: about)
    }

    private func paint(_ results: ResultsContent) {
        count.setLabel(
            comparing
                ?? (results.isNarrowed
                    ? NarrowedText.count(results.count) : RowText.count(results.count, of: model.service)))
        let list = list ?? makeList(model.shape ?? .rows)
        self.list = list
        if paintedFilter != model.filter {
            paintedFilter = model.filter
            list.scrollToTop()
        }
        list.show(
            .results(results.rows, tail: results.tail) { [weak model] place in model?.rowsShow(from: place) })
        showPage("results")
        if wantsRow, gtk_widget_get_mapped(root.widget) != 0, root.hasFocusInside { list.focusSelectedRow() }
        wantsRow = false
    }

    private func paintNoneInBoth(_ tail: ListTail) {
        let comparing = comparing
        say(.noneInBoth(tail, isComparing: comparing != nil)) {
            var actions = [
                StatusView.Action(label: TrailText.showAll) { [weak self] in self?.model.mutualChanged(false) }
            ]
            if comparing == nil, tail == .loadMore {
                actions.insert(
                    .init(label: TrailText.loadMore, isSuggested: true) { [weak self] in self?.model.loadNextBatch() },
                    at: 0)
            }
            return (
                "edit-find-symbolic", TrailText.noneInBothHeading,
                comparing ?? TrailText.noneInBoth(mayBeMore: NarrowedText.mayBeMore(tail)), nil, actions
            )
        }
        if let comparing { status.retell(sentence: comparing) }
    }

    private func paintNoMatch(_ filter: String, _ tail: ListTail) {
        if model.isMutual, filter.allSatisfy(\.isWhitespace) { return paintNoneInBoth(tail) }
        say(.noMatch(filter, tail)) {
            let actions = NarrowedText.actions(
                tail, loadMore: { [weak self] in self?.model.loadNextBatch() },
                tryAgain: { [weak self] in self?.model.tryBatchAgain() }
            ) { [weak self] in
                self?.entry.clear()
                self?.entry.focus()
            }
            return (
                "edit-find-symbolic", NarrowedText.noneHeading, NarrowedText.none(filter, tail: tail), nil, actions
            )
        }
    }

    private func paint(_ failure: FailureContent) {
        let wording = wording(of: failure)
        say(.failed(failure.failure, wording.actions)) {
            (wording.icon, wording.heading, wording.sentence, wording.code, buttons(of: wording))
        }
        // A countdown changes the sentence alone.
        status.retell(sentence: wording.sentence)
    }

    private typealias Saying = (
        icon: String, heading: String, sentence: String, code: String?, actions: [StatusView.Action]
    )

    private func say(_ key: StatusKey, _ words: () -> Saying) {
        let hadFocus = status.root.hasFocusInside
        if paintedStatus != key {
            let words = words()
            status.show(
                icon: words.icon, heading: words.heading, sentence: words.sentence, code: words.code,
                actions: words.actions)
            // The button that was pressed is gone with what it was for.
            if hadFocus, !status.root.hasFocusInside { focusHeading() }
        }
        showPage("status")
        paintedStatus = key
    }

    private func wording(of failure: FailureContent) -> FailureWording {
        FailureText.wording(
            of: failure, standing: standing(), face: CatalogFaces.every[model.origin.id.catalog])
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
