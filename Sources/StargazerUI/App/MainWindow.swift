import CStargazer
import Foundation
package import GtkBridge
package import StargazerCore

/// The window: two panes, the views of the left one, and what is said across them.
@MainActor package final class MainWindow {
    package let root: Handle
    let searchPlace: SearchPlace
    /// Made when it is first gone to.
    package private(set) lazy var favorites = makeFavorites()
    package let trail: TrailPane
    let model: WindowModel
    let leaflet: Handle
    private let left: Handle
    let pictures: PictureStore
    let views: Handle
    let favoritesPlace = Handle(adw_bin_new())
    private let toasts: Toasts
    private let modeBanner = Banner()
    private let libraryBanner = Banner(isWarning: true)
    /// Nil with sample data.
    let starsBar: StarsBar?
    let files: FileDialogs
    let pictureFiles: PictureFiles
    private let workBars: [WorkBar]
    private let noticeBanner = Banner(isWarning: true)
    private let accountNotices: AccountNotices
    private let removalToast: RemovalToast
    private let overlay: Handle
    private(set) var divider: Divider?
    private var menuFocus: MenuFocus?
    private var focusKeeper: FocusKeeper?
    var observations: [Observe] = []
    /// The preferences while they are open; GTK owns them.
    package internal(set) weak var preferences: PreferencesWindow?

    /// - Parameter openSample: starts the sample catalog; nil when this is it.
    package init(application: Handle, model: WindowModel, pictures: PictureStore, openSample: (@MainActor () -> Void)?)
    {
        let ui = UIBuilder(PackageResources.MainWindow_ui, domain: Gettext.domain)
        self.model = model
        self.pictures = pictures
        let window = ui["window"]
        root = window
        leaflet = ui.takeRoot("leaflet")
        left = ui.takeRoot("left")
        views = ui["views"]
        overlay = ui["toasts"]
        toasts = Toasts(overlay: overlay)
        removalToast = RemovalToast(shelf: model.app.shelf, toasts: toasts)
        accountNotices = AccountNotices(model: model.app, window: root, toasts: toasts)
        let kinds = model.searches.map(\.profile.kind)
        let app = model.app
        searchPlace = SearchPlace(first: model.search) { search in
            SearchPage(
                model: search, suggestions: SuggestionsViewModel(search: search, of: app),
                start: StartViewModel(search: search, of: app), stars: app.starsImport,
                matches: MatchingFavorites(search: search, of: app),
                key: app.keys[search.profile.kind], catalogs: kinds, pictures: pictures, openSample: openSample
            ) { app.standing }
        }
        starsBar = model.app.starsImport.map { [toasts] in StarsBar(model: $0, toasts: toasts) }
        files = FileDialogs(over: window, model: model.app.transfer, toasts: toasts)
        pictureFiles = PictureFiles(
            over: window, model: PictureSaving(source: pictures.whole, formats: model.app.formats), toasts: toasts)
        workBars = [WorkBar(model.app.transfer), WorkBar(pictureFiles.model)]
        trail = TrailPane(trail: model.trail, make: Self.makePage(of: model, in: window, pictures))
        gtk_window_set_application(root.cast(), application.cast())
        assemble(ui)
        connect()
        WindowActions.add(to: self)
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape) else { return false }
            return self.goBack()
        }
        Keys.watch(root, beforeChildren: true) { [weak self] press in self?.tabbed(press) ?? false }
        TypeToSearch.watch(root) { [weak self] press in
            self.map { $0.isInTrail && $0.trail.top.hasUse(for: press) } ?? false
        } target: { [weak self] in
            self?.typingTarget()
        }
        observe()
        comeBack()
        WidgetOwner.attach(self, to: root)
    }

    /// What a pane has beside another at the least, with text of the usual size.
    private static let paneRoom: Int32 = 360

    var showsDetailsAlone: Bool {
        model.isFolded && adw_leaflet_get_visible_child(leaflet.opaque) == trail.root.parent?.widget
    }
    var shownView: WindowView {
        adw_view_stack_get_visible_child(views.opaque) == favoritesPlace.widget ? .favorites : .search
    }
    var showsFavorites: Bool { shownView == .favorites }

    /// The search of the catalog that shows.
    package var search: SearchPage { searchPlace.page }

    /// The list of the visible view.
    var list: ItemCollection { showsFavorites ? favorites.list : search.results }

    package func show(view: WindowView) {
        lists.forEach { $0.closeMenu() }
        leaveTrail()
        adw_view_stack_set_visible_child_name(views.opaque, view.rawValue)
        // What the keys act on is the selected row of the list that shows.
        if let id = list.selectedID { list.select(id) } else { model.select(nil, in: view) }
        switch view {
        case .search: search.entry.focus()
        case .favorites: favorites.focusRow()
        }
    }

    /// Shows an item in full; where there is only one pane, goes to it.
    package func open(_ id: ItemID) {
        list.select(id)
        guard model.open(id, in: shownView) else { return }
        trail.follow()
        showPane()
    }

    /// To the list, where it is hidden. The trail stays as it is.
    func leaveTrail() {
        model.isReading = false
        guard showsDetailsAlone else { return }
        showPane()
        focusList()
    }

    /// A swipe, Alt+Left and a mouse's back button on the first page are the leaflet's own.
    private func paneChanged() {
        guard model.isFolded, model.isReading != showsDetailsAlone else { return }
        model.isReading = showsDetailsAlone
        if !model.isReading { list.focusSelectedRow() }
    }

    /// Where both panes show, nothing is to be done, and the focus stays in the list.
    func showPane(movesFocus: Bool = true) {
        guard model.isFolded else { return }
        let shown = model.isReading ? trail.root.parent : left.parent?.parent
        adw_leaflet_set_visible_child(leaflet.opaque, shown?.widget)
        if model.isReading, movesFocus { trail.focusHeading() }
    }

    private func folded() {
        model.isFolded = adw_leaflet_get_folded(leaflet.opaque) != 0
        trail.isAlone = model.isFolded
        divider?.isThere = !model.isFolded
        // Who reads on, or looks for words, is not led back to the head of the page.
        showPane(movesFocus: !hasFocusInTrail)
    }

    func say(_ text: String) { toasts.say(text) }

    /// What was just pressed is done, or cannot be.
    func answer(_ text: String) { toasts.answer(text) }

    private func assemble(_ ui: UIBuilder) {
        let pages = [
            (searchPlace.root, "search", SearchText.title, "system-search-symbolic"),
            (favoritesPlace, "favorites", FavoritesText.title, "starred-symbolic"),
        ]
        for (page, name, title, icon) in pages {
            _ = adw_view_stack_add_titled_with_icon(views.opaque, page.widget, name, title, icon)
        }
        let line = Handle(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        let start = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_set_hexpand(left.widget, 1)
        [left, line].forEach { start.append($0) }
        let panes = [(start, Self.paneRoom + 1), (trail.root, Self.paneRoom)].map {
            Handle(sgz_pane_new($0.0.widget, $0.1))
        }
        for pane in panes {
            gtk_widget_set_hexpand(pane.widget, 1)
            _ = adw_leaflet_append(leaflet.opaque, pane.widget)
        }
        divide(panes[0], line, panes[1])
        for banner in [modeBanner, libraryBanner, accountNotices.banner, noticeBanner] {
            ui["banners"].append(banner.root)
        }
        if let starsBar { ui["banners"].append(starsBar.root) }
        for bar in workBars {
            ui["banners"].append(bar.root)
            bar.lostFocus = { [weak self] in self?.focusList() }
        }
        ui["menu-button"].setAccessibleName(AppText.mainMenu)
        focusKeeper = keepFocus()
        menuFocus = MenuFocus(button: ui["menu-button"], window: root) { [weak self] in self?.focusList() }
        sgz_bind(leaflet.raw, "folded", leaflet.raw, "can-navigate-back")
        sgz_bind(leaflet.raw, "folded", ui["left-header"].raw, "show-end-title-buttons")
        // One of them shows, the wider where there is room for it; screen readers are to meet no other.
        let (switchers, both) = (ui["switchers"], [ui["wide-switcher"], ui["narrow-switcher"]])
        let hideOther: @MainActor () -> Void = {
            let shown = adw_squeezer_get_visible_child(switchers.opaque)
            for switcher in both { switcher.setAccessibleHidden(switcher.widget != shown) }
        }
        Signals.connect(switchers, "notify::visible-child", hideOther)
        hideOther()
        Signals.connect(leaflet, "notify::folded") { [weak self] in self?.folded() }
        folded()
        // However it was gone to, by key, by the switcher or by a screen reader.
        Signals.connect(views, "notify::visible-child") { [weak self] in
            guard let self else { return }
            if self.showsFavorites { _ = self.favorites }
            self.paintNotice()
        }
        Signals.connect(leaflet, "notify::visible-child") { [weak self] in self?.paneChanged() }
        modeBanner.show(model.app.isSample ? AppText.sampleData : nil)
    }

    private func divide(_ pane: Handle, _ line: Handle, _ other: Handle) {
        let split = Handle(sgz_split_new(leaflet.widget, pane.opaque, other.opaque))
        adw_toast_overlay_set_child(overlay.opaque, split.widget)
        sgz_split_set_share(split.opaque, model.memory.state.split)
        divider = Divider(
            split: split, list: left, line: line, firstShare: WindowState.defaultSplit,
            moved: { [weak self] share in self?.model.memory.note { $0.split = share } },
            otherwise: { [weak self] in self?.focusList() })
    }

    /// Searches this catalog.
    package func show(catalog: CatalogKind) {
        model.show(catalog: catalog)
        if searchPlace.show(model.search) { connectSearch() }
        show(view: .search)
    }

    /// What its page asks of the window, each time it is the one that shows.
    func connectSearch() {
        connect(search.results)
        search.start.clearPressed = { [weak self] in self?.clearHistory() }
        connectStart()
        search.matches.open = { [weak self] item in self?.openBeside(item) }
        search.suggestions.open = { [weak self] item in self?.open(item) }
        search.openLink = { [weak self] text in
            guard let self, let sought = self.model.app.catalogs.sought(pasted: text) else { return false }
            self.open(sought)
            return true
        }
    }

    private func connect() {
        connectSearch()
        connectStars()
        Signals.connect(root, "notify::focus-widget") { [weak self] in self?.followStart() }
        Keys.shortcut("<Primary>z", in: root) { [weak self] in self?.toasts.undoLast() ?? false }
        watchBack()
    }

    private func clearHistory() {
        let search = model.search
        search.clearHistory { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success(let cleared):
                let words = PreferencesText.cleared(searches: cleared.queries.count, viewed: cleared.viewed.count)
                self.toasts.offerUndo(words) { [weak search] in
                    search?.putBackHistory(cleared)
                }
            case .failure(let failure): self.say(LibraryText.toast(of: failure))
            }
        }
    }

    func openInBrowser() {
        guard let address = model.current?.webURL?.absoluteString else { return }
        Browser.open(address, from: root) { [weak self] in self?.answer(AppText.noBrowser) }
    }

    private func observe() {
        observations += [
            Observe { [weak self] in self?.paintLibrary() },
            Observe { [weak self] in self?.paintNotice() },
            Observe { [weak self] in self?.sayProblem() },
        ]
    }

    private func paintLibrary() {
        let condition = model.app.shelf.condition
        let open = StatusView.Action(label: LibraryText.openReplacement) { [weak self] in
            self?.model.app.reopenLibrary()
        }
        let export = StatusView.Action(label: LibraryText.exportReplaced) { [weak self] in
            self?.files.exportFavorites()
        }
        let actions =
            switch condition {
            case .replaced: [open, export]
            case .removed: [export]
            default: [StatusView.Action]()
            }
        libraryBanner.show(LibraryText.sentence(of: condition), actions: actions)
    }

    private func paintNotice() {
        guard case .results(_, let notice?) = model.search.phase else { return noticeBanner.show(nil) }
        var wording = FailureText.wording(
            of: notice, standing: model.app.standing, face: CatalogFaces.every[model.catalog])
        if showsFavorites { wording.actions.removeAll { $0 == .showFavorites } }
        noticeBanner.show(AppText.notice(wording), actions: search.status.actions(of: wording))
    }

    private func sayProblem() {
        guard let problem = model.app.shelf.problem else { return }
        say(LibraryText.toast(of: problem.failure))
    }
}
