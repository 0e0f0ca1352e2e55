import CStargazer
package import GtkBridge
import StargazerCore

/// The favorites: the same rows as the results, filtered by typing, sorted, and taken off with a way back.
@MainActor package final class FavoritesPage {
    package let root: Handle
    let entry: SearchEntry
    let list: ItemCollection
    /// The button of the empty page.
    var goToSearch: () -> Void = {}
    private let model: FavoritesViewModel
    private let goToSearchName: @MainActor () -> String
    private let offersStarsImport: @MainActor () -> Bool
    private let content: Handle
    private let countRow: Handle
    private let count: Handle
    private let status = StatusView()
    private let foot = AttributionLabel()
    private var sortMenu: SortMenu?
    private var observations: [Observe] = []

    /// - Parameters:
    ///   - goToSearchName: what the way from the empty page to the search is called.
    ///   - offersStarsImport: whether the empty page offers to import the account's stars.
    init(
        model: FavoritesViewModel, pictures: PictureStore, goToSearchName: @escaping @MainActor () -> String,
        offersStarsImport: @escaping @MainActor () -> Bool
    ) {
        self.goToSearchName = goToSearchName
        self.offersStarsImport = offersStarsImport
        self.model = model
        let ui = UIBuilder(PackageResources.FavoritesPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        entry = SearchEntry(ui["entry"], name: FavoritesText.filterName)
        content = ui["content"]
        countRow = ui["count-row"]
        count = ui["count"]
        list = ItemCollection(name: FavoritesText.title, describedBy: count, pictures: pictures)
        gtk_stack_add_named(content.opaque, list.root.widget, "rows")
        gtk_stack_add_named(content.opaque, status.root.widget, "status")
        root.append(foot.root)
        connect(sortButton: ui["sort"], words: ui["order"])
        model.rows.changed = { [weak self] _ in self?.list.refresh() }
        // Nothing is asked of the library while nobody looks.
        Signals.connect(root, "map") { [weak model] in model?.shown(true) }
        Signals.connect(root, "unmap") { [weak model] in model?.shown(false) }
        // The choices change with the press, the rows with the answer to it.
        observations = [
            Observe { [weak self] in self?.paintChoices() },
            // The account outlives the window.
            Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } },
        ]
    }

    /// What the rows answer; those of another question are shown from the top.
    private var shownQuestion: Int?
    /// The page was gone to before its rows were there; the keyboard goes to them when they come.
    private var wantsRow = false
    private var wish: IdleCall?

    /// Lets the keyboard go on with the row that was looked at last, or the first; with the entry where there is none.
    func focusRow() {
        wantsRow = list.focusSelectedRow() == nil
        if wantsRow { entry.focus() }
    }

    /// The keyboard was sent elsewhere in the meantime.
    func cancelPendingFocus() {
        wantsRow = false
        list.cancelPendingFocus()
    }

    private func focusWishedRow() {
        wish = nil
        if wantsRow, entry.widget.hasFocusInside { _ = list.focusSelectedRow() }
        wantsRow = false
    }

    private func connect(sortButton: Handle, words: Handle) {
        entry.typed = { [weak self] text in
            self?.cancelPendingFocus()
            self?.model.queryChanged(text)
        }
        entry.enterPressed = { [weak self] in _ = self?.list.focusSelectedRow() }
        entry.downPressed = { [weak self] in _ = self?.list.focusSelectedRow() }
        list.movedAboveFirstRow = { [weak self] in self?.entry.focus() }
        list.actions.on(.toggleFavorite) { [weak self] id in self?.model.toggleFavorite(id) }
        sortMenu = SortMenu(
            button: sortButton, words: words
        ) { [weak self] key, direction in
            guard let self else { return }
            if let key {
                self.model.sortChanged(SortOrder(SortKey(rawValue: key)))
            } else if let direction = direction.flatMap(SortDirection.init(rawValue:)) {
                self.model.sortChanged(SortOrder(self.model.sort.key, direction))
            }
        }
    }

    private func paintChoices() {
        sortMenu?.offer(model.sortKeys.map { .init(value: $0.rawValue, label: FavoritesText.sortName($0)) })
        sortMenu?.show(
            FavoritesText.order(model.sort), key: model.sort.key.rawValue, direction: model.sort.direction.rawValue,
            hasDirection: model.sort.key.hasDirection)
        foot.show([model.onlyCatalog].compactMap(\.self))
    }

    private func paint() {
        switch model.phase {
        case .loading:
            showPage("quiet")
        case .none:
            list.show(ListEntries())
            var actions = [StatusView.Action(label: goToSearchName()) { [weak self] in self?.goToSearch() }]
            if offersStarsImport() {
                actions.insert(
                    .init(label: FavoritesText.importStars, isSuggested: true) { [root] in
                        _ = gtk_widget_activate_action_variant(root.widget, "win.bring-stars-in", nil)
                    }, at: 0)
            }
            status.show(
                icon: "starred-symbolic", heading: FavoritesText.noneHeading, sentence: FavoritesText.noneSentence,
                actions: actions)
            showPage("status")
        case .noMatch(let scope, let text):
            list.show(ListEntries())
            let clear = StatusView.Action(label: FavoritesText.clearFilter) { [weak self] in
                self?.entry.clear()
                self?.entry.focus()
            }
            let showAll = StatusView.Action(label: FavoritesText.showAll) { [weak self] in
                self?.model.show(scope: .all)
            }
            status.show(
                icon: "edit-find-symbolic", heading: FavoritesText.noMatchHeading,
                sentence: FavoritesText.noMatchSentence(text, in: scope),
                actions: (text.isEmpty ? [] : [clear]) + (scope == .all ? [] : [showAll]))
            showPage("status")
        case .rows(let content):
            count.setLabel(RowText.favoritesCount(content.count))
            let isNew = shownQuestion != content.question
            shownQuestion = content.question
            if isNew { list.scrollToTop() }
            // The details of the first are painted after the rows, not before.
            if wantsRow { AfterPaint.run(on: root) { [weak self] in self?.wish = IdleCall { self?.focusWishedRow() } } }
            list.show(.favorites(content.rows, model.rows), isNew: isNew)
            showPage("rows")
        }
        let hasRows = if case .rows = model.phase { true } else { false }
        countRow.setVisible(hasRows)
        if !hasRows { count.setLabel("") }
    }

    private func showPage(_ name: String) {
        let visible = gtk_stack_get_visible_child_name(content.opaque).map { String(cString: $0) }
        if visible != name { gtk_stack_set_visible_child_name(content.opaque, name) }
    }
}
