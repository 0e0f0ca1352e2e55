import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The page in place of results before a search. Its sections are created after the window's first frame.
@MainActor final class StartPage {
    let root: Handle
    var movedAboveFirstRow: () -> Void = {}
    var clearPressed: () -> Void = {}
    /// Called for actions on an item of the page.
    var open: (Item) -> Void = { _ in }
    var openInBrowser: (Item) -> Void = { _ in }
    /// Called before the menu of an item's row opens; its actions apply to that item.
    var menuWillOpen: (Item) -> Void = { _ in }
    private let model: StartViewModel
    private let stars: StarImportViewModel?
    private let presentation: any CatalogPresentation
    private let pictures: PictureStore
    private let sections: Handle
    private var sectionViews: SectionViews?
    private var shown: StartContent?
    /// The item whose row the focus returns to.
    private var lastOpenedID: ItemID?
    private let actions: ItemActions
    private let menu = RowContextMenu()
    private var observations: [Observe] = []

    /// - Parameter stars: the import that the page offers; nil where there is no sign-in.
    init(
        model: StartViewModel, stars: StarImportViewModel?, presentation: any CatalogPresentation,
        pictures: PictureStore
    ) {
        self.model = model
        self.stars = stars
        self.presentation = presentation
        self.pictures = pictures
        let ui = UIBuilder(PackageResources.StartPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        actions = ItemActions(of: root)
        sections = ui["sections"]
        Signals.connect(root, "map") { [weak self] in
            guard let self else { return }
            AfterPaint.run(on: self.root) { [weak self] in self?.appeared() }
        }
        Signals.connect(root, "unmap") { [weak self] in self?.model.stop() }
        Keys.watch(root, beforeChildren: true) { [weak self] press in self?.handleKey(press) ?? false }
        connectActions()
    }

    private func connectActions() {
        actions.on(.open) { [weak self] id in self?.perform(of: id) { $0.open } }
        actions.on(.openInBrowser) { [weak self] id in
            self?.focus(id)
            self?.perform(of: id) { $0.openInBrowser }
        }
        actions.on(.toggleFavorite) { [weak model] id in model?.toggleFavorite(id) }
        actions.on(.showMenu) { [weak self] id in self?.showMenu(of: id) }
        menu.closed = { [weak self] in _ = self?.restoreFocus() }
    }

    private func perform(of id: ItemID, _ what: (StartPage) -> (Item) -> Void) {
        guard let item = model.item(for: id) else { return }
        lastOpenedID = id
        what(self)(item)
    }

    private func showMenu(of id: ItemID) {
        focus(id)
        perform(of: id) { $0.menuWillOpen }
        guard let row = sectionViews?.row(of: id), let content = sectionViews?.item(at: row) else { return }
        menu.popUp(over: row, for: content)
    }

    private func focus(_ id: ItemID) { sectionViews?.row(of: id)?.grabFocus() }

    func item(at widget: Handle) -> Item? { sectionViews?.item(at: widget).flatMap { model.item(for: $0.id) } }

    @discardableResult
    func focusFirst() -> Bool { sectionViews?.rows.first?.grabFocus() ?? false }

    /// Focuses the row of the item that was opened last.
    func restoreFocus() -> Bool {
        guard let lastOpenedID, let row = sectionViews?.row(of: lastOpenedID) else { return false }
        return gtk_widget_get_mapped(row.widget) != 0 && row.grabFocus()
    }

    /// Reloads what is trending if the page is visible.
    func refresh() {
        if gtk_widget_get_mapped(root.widget) != 0 { model.refresh() }
    }

    private func appeared() {
        guard gtk_widget_get_mapped(root.widget) != 0 else { return }
        model.start()
        guard sectionViews == nil else { return }
        let sectionViews = SectionViews(self)
        self.sectionViews = sectionViews
        for part in sectionViews.all { sections.append(part) }
        observations.append(Observe { [weak self] in self?.paint() })
    }

    private func paint() {
        guard let sectionViews else { return }
        let content = model.content
        sectionViews.show(content, presentation: presentation)
        let isNew = content.favorites.isEmpty && stars?.login == nil
        sectionViews.show(stars?.offer, bringsPublicStars: isNew && stars?.isRunning == false)
    }

    // MARK: Keys

    /// Up and Down move from row to row through all lists, Tab from a row to its star button and then out of the list.
    private func handleKey(_ press: KeyPress) -> Bool {
        guard let sectionViews, !press.hasCommandModifier,
            let focus = gtk_widget_get_root(root.widget).flatMap({ gtk_root_get_focus($0) }).map({ Handle($0) })
        else { return false }
        let isBack = press.isKey(GDK_KEY_ISO_Left_Tab) || (press.isKey(GDK_KEY_Tab) && press.hasShift)
        if isBack || press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab) { return tab(from: focus, isBack: isBack, sectionViews) }
        if press.isKey(GDK_KEY_Menu) || (press.isKey(GDK_KEY_F10) && press.hasShift),
            let item = sectionViews.item(at: focus)
        {
            showMenu(of: item.id)
            return true
        }
        guard press.modifiers & 0xF == 0 else { return false }
        let rows = sectionViews.rows
        guard let place = rows.firstIndex(where: { $0.contains(focus) }) else { return false }
        if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down) {
            return place + 1 < rows.count && rows[place + 1].grabFocus()
        }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up) {
            if place > 0 { return rows[place - 1].grabFocus() }
            movedAboveFirstRow()
            return true
        }
        return false
    }

    private func tab(from focus: Handle, isBack: Bool, _ sectionViews: SectionViews) -> Bool {
        guard let list = sectionViews.lists.first(where: { $0.list.contains(focus) }),
            let row = list.rows.first(where: { $0.contains(focus) })
        else { return false }
        let star = (list as? StartItemList)?.star(in: row)
        if !isBack, focus == row, let star { return star.grabFocus() }
        if isBack, focus != row { return row.grabFocus() }
        Focus.leave(list.list, forward: !isBack)
        return true
    }
}

extension StartPage {
    /// The sections, from top to bottom.
    @MainActor fileprivate final class SectionViews {
        let importing: StartLinkList
        let recent: StartLinkList
        let trending: TrendingSection
        let favorites: StartItemList
        let viewed: StartItemList
        let examples: StartLinkList
        private let recentSection = StartSection(StartText.recent)
        private let favoritesSection = StartSection(StartText.favorites)
        private let viewedSection = StartSection(StartText.viewed)
        private let examplesSection = StartSection(StartText.examples)

        init(_ page: StartPage) {
            let model = page.model
            importing = StartLinkList(BringStarsText.title) { [weak page] _ in
                guard let page else { return }
                Actions.activate("win.bring-stars", from: page.root)
            }
            recent = StartLinkList(StartText.recent) { [weak model] place in
                guard let model, model.content.recent.indices.contains(place) else { return }
                model.searchAgain(model.content.recent[place])
            }
            trending = TrendingSection(model: model, presentation: page.presentation, pictures: page.pictures)
            favorites = StartItemList(StartText.favorites, pictures: page.pictures)
            viewed = StartItemList(StartText.viewed, pictures: page.pictures)
            examples = StartLinkList(StartText.examples) { [weak model] place in
                if let model, model.examples.indices.contains(place) { model.searchAgain(model.examples[place].text) }
            }
            for (section, list) in [
                (recentSection, recent.list), (favoritesSection, favorites.list), (viewedSection, viewed.list),
                (examplesSection, examples.list),
            ] {
                section.add(list)
            }
            for section in [recentSection, viewedSection] {
                let clear = Handle(gtk_button_new_with_label(StartText.clear))
                for name in ["flat", "start-clear"] { clear.setClass(name, true) }
                clear.setTooltip(StartText.clearHistory)
                Signals.connect(clear, "clicked") { [weak page] in page?.clearPressed() }
                section.addToHeading(clear)
                section.clear = clear
            }
        }

        var all: [Handle] {
            [
                recentSection.root, importing.list, examplesSection.root, trending.section.root, trending.topics.root,
                favoritesSection.root, viewedSection.root,
            ]
        }
        private var items: [StartItemList] { [trending.items, favorites, viewed] }
        func row(of id: ItemID) -> Handle? { items.lazy.compactMap { $0.row(of: id) }.first }
        func item(at widget: Handle) -> ItemContent? { items.lazy.compactMap { $0.item(at: widget) }.first }
        var lists: [any StartList] {
            [recent, importing, examples, trending.items, trending.lines, favorites, viewed]
        }
        /// The rows of the visible lists.
        var rows: [Handle] { lists.flatMap(\.rows) }

        func show(_ content: StartContent, presentation: any CatalogPresentation) {
            recent.show(content.recent.map { .init(icon: "document-open-recent-symbolic", text: CleanText.line($0)) })
            recentSection.root.setVisible(!content.recent.isEmpty)
            trending.show(content.trending)
            favorites.show(content.favorites)
            favoritesSection.root.setVisible(!content.favorites.isEmpty)
            viewed.show(content.viewed)
            viewedSection.root.setVisible(!content.viewed.isEmpty)
            // Both buttons clear both lists, so one is enough.
            viewedSection.clear?.setVisible(content.recent.isEmpty)
            examples.show(
                content.examples.map { example in
                    .init(
                        icon: "system-search-symbolic",
                        text: presentation.name(ofExample: example.text)
                            ?? StartText.chips(example.chips, of: presentation),
                        // Qualifiers read from left to right in every language.
                        note: "\u{2066}\(example.text)\u{2069}")
                })
            examplesSection.root.setVisible(!content.examples.isEmpty)
        }

        /// - Parameter bringsPublicStars: whether to offer the stars of any user where the account's are not offered.
        func show(_ offer: StarImportOffer?, bringsPublicStars: Bool) {
            importing.list.setVisible(offer != nil || bringsPublicStars)
            importing.show([
                .init(
                    icon: "starred-symbolic", text: BringStarsText.title,
                    note: offer.map(StarImportText.offer) ?? BringStarsText.offer, opens: true)
            ])
        }
    }
}
