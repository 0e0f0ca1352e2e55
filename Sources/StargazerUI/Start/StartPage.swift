import CStargazer
import GtkBridge
import StargazerCore

/// What stands where results will. Its sections are made after the window's first frame.
@MainActor final class StartPage {
    let root: Handle
    /// Up was pressed on the first line.
    var leftUpwards: () -> Void = {}
    /// All that is remembered is to go.
    var clearPressed: () -> Void = {}
    /// What is asked of an item whose row is on the page.
    var open: (Item) -> Void = { _ in }
    var openInBrowser: (Item) -> Void = { _ in }
    /// The item is the one that the menu of its row is to act on.
    var menuOpens: (Item) -> Void = { _ in }
    private let model: StartViewModel
    private let stars: StarsImportViewModel?
    private let face: any CatalogFace
    private let pictures: PictureStore
    private let sections: Handle
    private var parts: Parts?
    private var shown: StartContent?
    /// Whose row the keyboard comes back to.
    private var opened: ItemID?
    private let actions: ItemActions
    private let menu = RowMenu()
    private var observations: [Observe] = []

    /// - Parameters:
    ///   - stars: what the card offers; nil where nobody signs in.
    ///   - sentence: what there is to type.
    init(
        model: StartViewModel, stars: StarsImportViewModel?, face: any CatalogFace, pictures: PictureStore,
        sentence: @escaping @MainActor () -> String
    ) {
        self.model = model
        self.stars = stars
        self.face = face
        self.pictures = pictures
        let ui = UIBuilder(PackageResources.StartPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        actions = ItemActions(of: root)
        sections = ui["sections"]
        let label = ui["sentence"]
        observations = [Observe { label.setLabel(sentence()) }]
        Signals.connect(root, "map") { [weak self] in
            guard let self else { return }
            AfterPaint.of(self.root) { [weak self] in self?.appeared() }
        }
        Signals.connect(root, "unmap") { [weak self] in self?.model.leave() }
        Keys.watch(root, beforeChildren: true) { [weak self] press in self?.take(press) ?? false }
        connectActions()
    }

    private func connectActions() {
        actions.on(.open) { [weak self] id in self?.ask(of: id) { $0.open } }
        actions.on(.openInBrowser) { [weak self] id in
            self?.focus(id)
            self?.ask(of: id) { $0.openInBrowser }
        }
        actions.on(.toggleFavorite) { [weak model] id in model?.toggleFavorite(id) }
        actions.on(.showMenu) { [weak self] id in self?.showMenu(of: id) }
        menu.closed = { [weak self] in _ = self?.focusAgain() }
    }

    private func ask(of id: ItemID, _ what: (StartPage) -> (Item) -> Void) {
        guard let item = model.item(for: id) else { return }
        opened = id
        what(self)(item)
    }

    private func showMenu(of id: ItemID) {
        focus(id)
        ask(of: id) { $0.menuOpens }
        guard let row = parts?.row(of: id), let content = parts?.item(at: row) else { return }
        menu.popUp(over: row, for: content)
    }

    private func focus(_ id: ItemID) { parts?.row(of: id)?.grabFocus() }

    /// The item in whose row a widget is.
    func item(at widget: Handle) -> Item? { parts?.item(at: widget).flatMap { model.item(for: $0.id) } }

    /// - Returns: whether there was a row to go to.
    @discardableResult
    func focusFirst() -> Bool { parts?.rows.first?.grabFocus() ?? false }

    /// Back on the row that was opened.
    func focusAgain() -> Bool {
        guard let opened, let row = parts?.row(of: opened) else { return false }
        return gtk_widget_get_mapped(row.widget) != 0 && row.grabFocus()
    }

    /// What is trending is asked for anew, where somebody looks at it.
    func refresh() {
        if gtk_widget_get_mapped(root.widget) != 0 { model.refresh() }
    }

    private func appeared() {
        guard gtk_widget_get_mapped(root.widget) != 0 else { return }
        model.look()
        guard parts == nil else { return }
        let parts = Parts(self)
        self.parts = parts
        for part in parts.all { sections.append(part) }
        observations.append(Observe { [weak self] in self?.paint() })
    }

    private func paint() {
        guard let parts else { return }
        parts.show(model.content, face: face)
        parts.show(stars?.offer)
    }

    // MARK: Keys

    /// Up and Down go from line to line through all lists; Tab goes from a row to its star, and on from its list.
    private func take(_ press: KeyPress) -> Bool {
        guard let parts, !press.hasCommandModifier,
            let focus = gtk_widget_get_root(root.widget).flatMap({ gtk_root_get_focus($0) }).map({ Handle($0) })
        else { return false }
        let isBack = press.isKey(GDK_KEY_ISO_Left_Tab) || (press.isKey(GDK_KEY_Tab) && press.hasShift)
        if isBack || press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab) { return tab(from: focus, isBack: isBack, parts) }
        if press.isKey(GDK_KEY_Menu) || (press.isKey(GDK_KEY_F10) && press.hasShift), let item = parts.item(at: focus) {
            showMenu(of: item.id)
            return true
        }
        guard press.modifiers & 0xF == 0 else { return false }
        let rows = parts.rows
        guard let place = rows.firstIndex(where: { $0.contains(focus) }) else { return false }
        if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down) {
            return place + 1 < rows.count && rows[place + 1].grabFocus()
        }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up) {
            if place > 0 { return rows[place - 1].grabFocus() }
            leftUpwards()
            return true
        }
        return false
    }

    private func tab(from focus: Handle, isBack: Bool, _ parts: Parts) -> Bool {
        guard let list = parts.lists.first(where: { $0.list.contains(focus) }),
            let row = list.rows.first(where: { $0.contains(focus) })
        else { return false }
        let star = (list as? StartItems)?.star(in: row)
        if !isBack, focus == row, let star { return star.grabFocus() }
        if isBack, focus != row { return row.grabFocus() }
        Focus.leave(list.list, forward: !isBack)
        return true
    }
}

extension StartPage {
    /// The sections, from top to bottom.
    @MainActor fileprivate final class Parts {
        let importing: StartLines
        let recent: StartLines
        let trending: TrendingSection
        let favorites: StartItems
        let viewed: StartItems
        let examples: StartLines
        private let ofRecent = StartSection(StartText.recent)
        private let ofFavorites = StartSection(StartText.favorites)
        private let ofViewed = StartSection(StartText.viewed)
        private let ofExamples = StartSection(StartText.examples)

        init(_ page: StartPage) {
            let model = page.model
            importing = StartLines(StarsText.bringIn) { [weak page] _ in
                guard let page else { return }
                _ = gtk_widget_activate_action_variant(page.root.widget, "win.bring-stars-in", nil)
            }
            recent = StartLines(StartText.recent) { [weak model] place in
                guard let model, model.content.recent.indices.contains(place) else { return }
                model.searchAgain(model.content.recent[place])
            }
            trending = TrendingSection(model: model, face: page.face, pictures: page.pictures)
            favorites = StartItems(StartText.favorites, pictures: page.pictures)
            viewed = StartItems(StartText.viewed, pictures: page.pictures)
            examples = StartLines(StartText.examples) { [weak model] place in
                if let model, model.examples.indices.contains(place) { model.searchAgain(model.examples[place].text) }
            }
            for (section, list) in [
                (ofRecent, recent.list), (ofFavorites, favorites.list), (ofViewed, viewed.list),
                (ofExamples, examples.list),
            ] {
                section.add(list)
            }
            for section in [ofRecent, ofViewed] {
                let clear = Handle(gtk_button_new_with_label(StartText.clear))
                for name in ["flat", "start-clear"] { clear.setClass(name, true) }
                clear.setTooltip(StartText.clearHistory)
                Signals.connect(clear, "clicked") { [weak page] in page?.clearPressed() }
                section.add(beside: clear)
                section.clear = clear
            }
        }

        var all: [Handle] {
            [
                importing.list, ofRecent.root, trending.section.root, trending.topics.root, ofFavorites.root,
                ofViewed.root, ofExamples.root,
            ]
        }
        private var items: [StartItems] { [trending.items, favorites, viewed] }
        func row(of id: ItemID) -> Handle? { items.lazy.compactMap { $0.row(of: id) }.first }
        func item(at widget: Handle) -> ItemContent? { items.lazy.compactMap { $0.item(at: widget) }.first }
        var lists: [any StartList] {
            [importing, recent, trending.items, trending.lines, favorites, viewed, examples]
        }
        /// Those that show.
        var rows: [Handle] { lists.flatMap(\.rows) }

        func show(_ content: StartContent, face: any CatalogFace) {
            recent.show(content.recent.map { .init(icon: "document-open-recent-symbolic", text: CleanText.line($0)) })
            ofRecent.root.setVisible(!content.recent.isEmpty)
            trending.show(content.trending)
            favorites.show(content.favorites)
            ofFavorites.root.setVisible(!content.favorites.isEmpty)
            viewed.show(content.viewed)
            ofViewed.root.setVisible(!content.viewed.isEmpty)
            // Both go together: one button is enough.
            ofViewed.clear?.setVisible(content.recent.isEmpty)
            examples.show(
                content.examples.map {
                    .init(
                        icon: "system-search-symbolic", text: $0.text, note: StartText.chips($0.chips, of: face),
                        isTyped: true)
                })
            ofExamples.root.setVisible(!content.examples.isEmpty)
        }

        func show(_ offer: StarsOffer?) {
            importing.list.setVisible(offer != nil)
            guard let offer else { return }
            importing.show([
                .init(icon: "starred-symbolic", text: StarsText.bringIn, note: StarsText.offer(offer))
            ])
        }
    }
}
