import CStargazer
package import GtkBridge
package import StargazerCore
package import StargazerLibrary

/// The page of a source: the entry that narrows it, the count and the order, and the list or what stands in its place.
///
/// It knows the list as a `ListModel`. Its content knows the phases of the model, paints them, and answers what lists of
/// its kind alone can do.
@MainActor package final class ListPage {
    package let root: Handle
    let entry: SearchEntry
    package let list: ItemCollection
    package let model: any ListModel
    let suggestions: SuggestionList
    package let content: any ListPageContent
    /// Handles Enter on what may be an address. Returns whether it was one.
    var openLink: (String) -> Bool = { _ in false }
    /// Called when the rows belong to another query, and the selected row is not among them.
    var listReplaced: () -> Void = {}
    var typed: () -> Void = {}
    /// Called when a message or the start page takes the place of the items, or gives it back.
    var showsMessageChanged: @MainActor () -> Void {
        get { frame.showsMessageChanged }
        set { frame.showsMessageChanged = newValue }
    }
    var showsMessage: Bool { frame.showsMessage }
    private let frame: ListPageFrame
    private let filters: FilterMenu
    private let hint: QueryBar
    private let sortMenu: SortMenu
    private let placeholder: String
    private let saveButton: SaveSearchButton
    private var observations: [Observe] = []
    /// What was pressed before there were rows.
    private var pendingRow = PendingRow.none

    private enum PendingRow { case none, focus, open, submitted }

    static func shape(of source: ListSource, in catalogs: Catalogs) -> CatalogProfile.Shape {
        switch source {
        case .search(let kind): catalogs[kind]?.profile.shape ?? .rows
        case .favorites(let scope): scope.catalog.flatMap { catalogs[$0] }?.profile.shape == .cells ? .cells : .rows
        case .savedSearch: .rows
        }
    }

    init(
        _ source: ListSource, of window: WindowModel, pictures: PictureStore, openSample: (@MainActor () -> Void)?
    ) {
        let ui = UIBuilder(PackageResources.ListPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        frame = ListPageFrame(ui)
        entry = SearchEntry(ui["entry"], name: SearchText.entry)
        model = window.list
        let parts = ListDefinition.of(source).parts(
            ListPageContext(
                source: source, window: window, ui: ui, root: root, frame: frame, pictures: pictures,
                openSample: openSample))
        content = parts.content
        placeholder = parts.placeholder
        list = content.list
        // Cells use the whole width, and what is above them too.
        if list.layout.shape.isGrid {
            for clamp in [ui["entry-clamp"], ui["count-row"]] {
                adw_clamp_set_maximum_size(clamp.opaque, CollectionLayout.widestGrid)
                adw_clamp_set_tightening_threshold(clamp.opaque, CollectionLayout.widestGrid)
            }
        }
        let typing = SuggestionsViewModel(for: model, of: window.app)
        suggestions = SuggestionList(entry: entry, model: typing, presentation: parts.presentation)
        hint = QueryBar(
            ui, query: model.query, presentation: parts.presentation,
            needsEnter: { [weak model] in model?.needsEnter == true }
        )
        filters = FilterMenu(
            button: ui["filters"], list: model, presentation: parts.presentation, batchSize: parts.batchSize,
            sources: parts.sources)
        saveButton = SaveSearchButton(ui["save-search"])
        sortMenu = SortMenu(button: ui["order"]) { [weak model] in model?.sortChanged($0) }
        frame.add(list.root, named: "rows")
        connect(typing)
        observations = [
            Observe { [weak self] in self?.paint() },
            Observe { [weak self, weak window, life = WeakGObject(root)] in
                guard let self, let window, life.isAlive, window.list === self.model else { return }
                self.saveButton.show(
                    saved: window.shownSavedSearch.map(SavedSearchContent.name), canSave: window.hasWordsToSave)
            },
            // Library and account outlive the window.
            Observe { [weak self, life = WeakGObject(root)] in
                guard let self, life.isAlive else { return }
                let isNew = self.content.paint()
                if isNew, self.list.selectedID == nil { self.listReplaced() }
                self.focusPendingRow()
            },
        ]
    }

    private func connect(_ typing: SuggestionsViewModel) {
        entry.typed = { [weak self] text in
            guard let self else { return }
            self.cancelPendingRow()
            self.model.queryChanged(text)
            self.typed()
            typing.typed(text)
        }
        entry.enterPressed = { [weak self] in self?.enterPressed() }
        entry.downPressed = { [weak self] in self?.focusRows() }
        list.movedAboveFirstRow = { [weak self] in self?.focusAboveRows() }
        list.actions.on(.toggleFavorite) { [weak model] id in model?.toggleFavorite(id) }
        content.editSearch = { [weak self] in self?.entry.focus() }
    }

    private func paint() {
        entry.show(model.text)
        entry.setPlaceholder(content.placeholder ?? placeholder)
        sortMenu.show(model.sort, of: model.sortKeys, content.sortName, content.order)
    }

    // MARK: Focus

    /// Moves the focus to the selected or first row as soon as there are rows, or to the first row of the start page.
    func focusRows() {
        if model.isAwaitingResponse {
            pendingRow = .focus
        } else if list.focusSelectedRow() == nil {
            content.focusFirst()
            focusEntryIfNothingElse()
        }
    }

    /// Without a row to focus, GTK would focus the first button of the window.
    private func focusEntryIfNothingElse() {
        if !root.hasFocusInside { entry.focus() }
    }

    private func enterPressed() {
        if suggestions.enterPressed() { return }
        if openLink(model.text) { return model.restoreText() }
        if pendingRow == .focus {
            pendingRow = .open
        } else {
            model.submit()
            // The rows are still those of an older text.
            if model.isAwaitingResponse { pendingRow = .submitted } else { content.submitted() }
        }
    }

    /// Cancels a pending focus change, because the user does something else.
    func cancelPendingRow() {
        pendingRow = .none
        list.cancelPendingFocus()
    }

    /// Does what Down or Enter was pressed for before there were rows.
    private func focusPendingRow() {
        guard pendingRow != .none, !model.isAwaitingResponse else { return }
        let pending = pendingRow
        pendingRow = .none
        if pending == .submitted { return content.submitted() }
        guard frame.shown == "rows", let id = list.focusSelectedRow() else { return focusEntryIfNothingElse() }
        guard pending == .open else { return }
        ItemActions.run(.open, id, from: list.root)
    }

    private func focusAboveRows() {
        if !content.focusFilter() { entry.focus() }
    }
}

/// What a list page shows below its entry, for one kind of list.
@MainActor package protocol ListPageContent: AnyObject {
    var list: ItemCollection { get }
    /// Moves the focus to the entry.
    var editSearch: @MainActor () -> Void { get set }
    /// Shows the phase of the model, and returns whether it belongs to another query than before.
    func paint() -> Bool
    /// The placeholder of the entry; nil for that of the list's kind.
    var placeholder: String? { get }
    func sortName(_ key: SortKey) -> String
    func order(_ sort: ItemOrder) -> String
    /// Called after Enter in the entry.
    func submitted()
    /// Focuses the first row of what is in place of the list.
    func focusFirst()
    /// Shows and focuses the filter of the loaded rows; returns false when there is none.
    func beginFilter() -> Bool
    /// Focuses the filter if it is visible.
    func focusFilter() -> Bool
    /// Shows all loaded rows again; returns false when they were not filtered.
    func endFilter() -> Bool
}

extension ListPageContent {
    package var placeholder: String? { nil }
}

/// The parts of a list page that its content changes.
@MainActor package final class ListPageFrame {
    let stack: Handle
    let count: Handle
    private let countRow: Handle
    private let order: Handle
    private let progress: Handle
    private let spinner: Handle
    private let foot: Handle
    private(set) var shown = ""
    /// Whether a message or the start page stands in place of items; while items load, whether one did before.
    private(set) var showsMessage = false
    var showsMessageChanged: @MainActor () -> Void = {}

    init(_ ui: UIBuilder) {
        (stack, count, countRow, order) = (ui["content"], ui["count"], ui["count-row"], ui["order"])
        (progress, spinner, foot) = (ui["progress"], ui["spinner"], ui["foot"])
        count.setTooltip { [count] in
            count.isLabelCut ? String(cString: gtk_label_get_text(count.opaque)) : nil
        }
    }

    func add(_ part: Handle, named name: String) { gtk_stack_add_named(stack.opaque, part.widget, name) }

    /// Adds a part above the list and what stands in its place.
    func insert(aboveList part: Handle) {
        guard let box = stack.parent else { return }
        gtk_box_insert_child_after(box.cast(), part.widget, gtk_widget_get_prev_sibling(stack.widget))
    }

    /// Shows a part: `quiet` and `spinner` while nothing is loaded, `rows`, or one that was added.
    func show(_ name: String) {
        gtk_spinner_set_spinning(spinner.opaque, name == "spinner" ? 1 : 0)
        guard shown != name else { return }
        shown = name
        if !["quiet", "spinner"].contains(name), showsMessage != ["start", "status", "key"].contains(name) {
            showsMessage.toggle()
            showsMessageChanged()
        }
        // Screen readers find the children of a stack even if they are not its visible child.
        gtk_stack_get_child_by_name(stack.opaque, name).map { Handle($0).setVisible(true) }
        let before = gtk_stack_get_visible_child(stack.opaque).map { Handle($0) }
        gtk_stack_set_visible_child_name(stack.opaque, name)
        if let before, before.widget != gtk_stack_get_visible_child(stack.opaque) { before.setVisible(false) }
    }

    /// - Parameters:
    ///   - text: the number of items; nil hides the line.
    ///   - isRefreshing: whether newer items have been loading for a while.
    func showCount(_ text: String?, isRefreshing: Bool = false) {
        count.setLabel(text ?? "")
        countRow.setVisible(text != nil)
        progress.setVisible(isRefreshing)
        gtk_spinner_set_spinning(progress.opaque, isRefreshing ? 1 : 0)
    }

    /// Shows lines below everything; none hides them.
    func showFootnote(_ lines: [String]) {
        foot.setLabel(lines.joined(separator: "\n"))
        foot.setVisible(!lines.isEmpty)
    }
}
