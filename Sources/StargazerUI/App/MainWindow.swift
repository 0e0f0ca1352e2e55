import CStargazer
import Foundation
package import GtkBridge
package import StargazerCore

/// The main window: two panes, the views of the left pane, and the banners and toasts over both.
@MainActor package final class MainWindow {
    package let root: Handle
    let searchPages: SearchPageStack
    /// Created when it is first shown.
    package private(set) lazy var favorites = makeFavorites()
    package let navigationPane: NavigationPane
    let model: WindowModel
    let leaflet: Handle
    private let left: Handle
    let pictures: PictureStore
    let views: Handle
    let favoritesBin = Handle(adw_bin_new())
    private let toasts: ToastPresenter
    private let modeBanner = Banner()
    private let libraryBanner = Banner(isWarning: true)
    /// Nil with sample data.
    let starImportBar: StarImportBar?
    let favoritesFileDialogs: FavoritesFileDialogs
    let pictureSaveDialog: PictureSaveDialog
    private let fileProgressBars: [FileProgressBar]
    private let noticeBanner = Banner(isWarning: true)
    private let accountNotices: AccountNotices
    private let removalToast: RemovalToast
    private let overlay: Handle
    private(set) var divider: Divider?
    private var menuFocusRestorer: MenuFocusRestorer?
    private var focusRestorer: FocusRestorer?
    var observations: [Observe] = []
    /// The preferences window while it is open; GTK owns it.
    package internal(set) weak var preferences: PreferencesWindow?

    /// - Parameter openSample: starts the sample catalog; nil when this is the sample catalog.
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
        toasts = ToastPresenter(overlay: overlay)
        removalToast = RemovalToast(favoritesModel: model.app.favoritesModel, toasts: toasts)
        accountNotices = AccountNotices(model: model.app, window: root, toasts: toasts)
        let kinds = model.searches.map(\.profile.kind)
        let app = model.app
        searchPages = SearchPageStack(first: model.search) { search in
            SearchPage(
                model: search, suggestions: SuggestionsViewModel(search: search, of: app),
                start: StartViewModel(search: search, of: app), stars: app.starsImport,
                matches: MatchingFavorites(search: search, of: app),
                key: app.keys[search.profile.kind], catalogs: kinds, pictures: pictures, openSample: openSample
            ) { app.signInState }
        }
        starImportBar = model.app.starsImport.map { [toasts] in StarImportBar(model: $0, toasts: toasts) }
        favoritesFileDialogs = FavoritesFileDialogs(over: window, model: model.app.transfer, toasts: toasts)
        pictureSaveDialog = PictureSaveDialog(
            over: window, model: PictureSaver(source: pictures.fullSizeSource, formats: model.app.formats),
            toasts: toasts)
        fileProgressBars = [FileProgressBar(model.app.transfer), FileProgressBar(pictureSaveDialog.model)]
        navigationPane = NavigationPane(stack: model.navigation, make: Self.makePage(of: model, in: window, pictures))
        gtk_window_set_application(root.cast(), application.cast())
        assemble(ui)
        connect()
        WindowActions.add(to: self)
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape) else { return false }
            return self.goBack()
        }
        Keys.watch(root, beforeChildren: true) { [weak self] press in self?.handleTab(press) ?? false }
        TypeToSearch.watch(root) { [weak self] press in
            self.map { $0.isInNavigationPane && $0.navigationPane.top.handlesKey(press) } ?? false
        } target: { [weak self] in
            self?.typingTarget()
        }
        observe()
        restoreWindowState()
        WidgetOwner.attach(self, to: root)
    }

    /// The minimum width of a pane next to another, in pixels, at the default text size.
    private static let minimumPaneWidth: Int32 = 360

    var showsDetailsAlone: Bool {
        model.isFolded && adw_leaflet_get_visible_child(leaflet.opaque) == navigationPane.root.parent?.widget
    }
    var shownView: WindowView {
        adw_view_stack_get_visible_child(views.opaque) == favoritesBin.widget ? .favorites : .search
    }
    var showsFavorites: Bool { shownView == .favorites }

    /// The search page of the current catalog.
    package var search: SearchPage { searchPages.page }

    /// The list of the visible view.
    var list: ItemCollection { showsFavorites ? favorites.list : search.results }

    package func show(view: WindowView) {
        lists.forEach { $0.closeMenu() }
        leaveNavigationPane()
        adw_view_stack_set_visible_child_name(views.opaque, view.rawValue)
        // Keys act on the selected row of the visible list.
        if let id = list.selectedID { list.select(id) } else { model.select(nil, in: view) }
        switch view {
        case .search: search.entry.focus()
        case .favorites: favorites.focusRow()
        }
    }

    /// Opens the details of an item. Shows their pane if only one pane is visible.
    package func open(_ id: ItemID) {
        list.select(id)
        guard model.open(id, in: shownView) else { return }
        navigationPane.syncPages()
        showPane()
    }

    /// Returns to the list if it is hidden. The navigation stack stays as it is.
    func leaveNavigationPane() {
        model.isShowingContent = false
        guard showsDetailsAlone else { return }
        showPane()
        focusList()
    }

    /// Follows the leaflet: it handles swipes, Alt+Left and a mouse's back button on the first page itself.
    private func paneChanged() {
        guard model.isFolded, model.isShowingContent != showsDetailsAlone else { return }
        model.isShowingContent = showsDetailsAlone
        if !model.isShowingContent { list.focusSelectedRow() }
    }

    /// Shows the current pane when the window is folded. When both panes are visible, it does nothing, and the focus
    /// stays in the list.
    func showPane(movesFocus: Bool = true) {
        guard model.isFolded else { return }
        let shown = model.isShowingContent ? navigationPane.root.parent : left.parent?.parent
        adw_leaflet_set_visible_child(leaflet.opaque, shown?.widget)
        if model.isShowingContent, movesFocus { navigationPane.focusHeading() }
    }

    private func foldedChanged() {
        model.isFolded = adw_leaflet_get_folded(leaflet.opaque) != 0
        navigationPane.isOnlyPane = model.isFolded
        divider?.isShown = !model.isFolded
        // Keep the focus of a reader or of a search in the text; do not move it to the heading of the page.
        showPane(movesFocus: !hasFocusInNavigationPane)
    }

    func showToast(_ text: String) { toasts.show(text) }

    /// Shows the result of what the user just did.
    func showFeedback(_ text: String) { toasts.showFeedback(text) }

    private func assemble(_ ui: UIBuilder) {
        let pages = [
            (searchPages.root, "search", SearchText.title, "system-search-symbolic"),
            (favoritesBin, "favorites", FavoritesText.title, "starred-symbolic"),
        ]
        for (page, name, title, icon) in pages {
            _ = adw_view_stack_add_titled_with_icon(views.opaque, page.widget, name, title, icon)
        }
        let line = Handle(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        let start = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_set_hexpand(left.widget, 1)
        [left, line].forEach { start.append($0) }
        let panes = [(start, Self.minimumPaneWidth + 1), (navigationPane.root, Self.minimumPaneWidth)].map {
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
        if let starImportBar { ui["banners"].append(starImportBar.root) }
        for bar in fileProgressBars {
            ui["banners"].append(bar.root)
            bar.lostFocus = { [weak self] in self?.focusList() }
        }
        ui["menu-button"].setAccessibleName(AppText.mainMenu)
        focusRestorer = makeFocusRestorer()
        menuFocusRestorer = MenuFocusRestorer(button: ui["menu-button"], window: root) { [weak self] in
            self?.focusList()
        }
        sgz_bind_properties(leaflet.raw, "folded", leaflet.raw, "can-navigate-back")
        sgz_bind_properties(leaflet.raw, "folded", ui["left-header"].raw, "show-end-title-buttons")
        // Only one switcher is visible, the wide one if it fits. Hide the other from screen readers.
        let (switchers, both) = (ui["switchers"], [ui["wide-switcher"], ui["narrow-switcher"]])
        let hideOther: @MainActor () -> Void = {
            let shown = adw_squeezer_get_visible_child(switchers.opaque)
            for switcher in both { switcher.setAccessibleHidden(switcher.widget != shown) }
        }
        Signals.connect(switchers, "notify::visible-child", hideOther)
        hideOther()
        Signals.connect(leaflet, "notify::folded") { [weak self] in self?.foldedChanged() }
        foldedChanged()
        // Covers every way to change the view: keys, the switcher, a screen reader.
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
        sgz_split_set_share(split.opaque, model.stateSaver.state.split)
        divider = Divider(
            split: split, list: left, line: line, defaultShare: WindowState.defaultSplit,
            shareChanged: { [weak self] share in self?.model.stateSaver.update { $0.split = share } },
            focusFallback: { [weak self] in self?.focusList() })
    }

    /// Shows the search page of this catalog.
    package func show(catalog: CatalogKind) {
        model.show(catalog: catalog)
        if searchPages.show(model.search) { connectSearch() }
        show(view: .search)
    }

    /// Connects the current search page to the window. Call it each time another page becomes visible.
    func connectSearch() {
        connect(search.results)
        search.start.clearPressed = { [weak self] in self?.clearHistory() }
        connectStart()
        search.matches.open = { [weak self] item in self?.openKeepingFocus(item) }
        search.suggestions.open = { [weak self] item in self?.open(item) }
        search.openLink = { [weak self] text in
            guard let self, let reference = self.model.app.catalogs.reference(pasted: text) else { return false }
            self.open(reference)
            return true
        }
    }

    private func connect() {
        connectSearch()
        connectStarImport()
        Signals.connect(root, "notify::focus-widget") { [weak self] in self?.selectFocusedStartItem() }
        Keys.shortcut("<Primary>z", in: root) { [weak self] in self?.toasts.undoLast() ?? false }
        connectBackNavigation()
    }

    private func clearHistory() {
        let search = model.search
        search.clearHistory { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success(let cleared):
                let words = PreferencesText.cleared(searches: cleared.queries.count, viewed: cleared.viewed.count)
                self.toasts.offerUndo(words) { [weak search] in
                    search?.restoreHistory(cleared)
                }
            case .failure(let failure): self.showToast(LibraryText.toast(of: failure))
            }
        }
    }

    func openInBrowser() {
        guard let address = model.current?.webURL?.absoluteString else { return }
        Browser.open(address, from: root) { [weak self] in self?.showFeedback(AppText.noBrowser) }
    }

    private func observe() {
        observations += [
            Observe { [weak self] in self?.paintLibrary() },
            Observe { [weak self] in self?.paintNotice() },
            Observe { [weak self] in self?.showFavoritesError() },
        ]
    }

    private func paintLibrary() {
        let condition = model.app.favoritesModel.condition
        let open = StatusView.Action(label: LibraryText.openReplacement) { [weak self] in
            self?.model.app.reopenLibrary()
        }
        let export = StatusView.Action(label: LibraryText.exportReplaced) { [weak self] in
            self?.favoritesFileDialogs.exportFavorites()
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
            of: notice, signInState: model.app.signInState, presentation: CatalogPresentations.registered[model.catalog]
        )
        if showsFavorites { wording.actions.removeAll { $0 == .showFavorites } }
        noticeBanner.show(AppText.notice(wording), actions: search.status.actions(of: wording))
    }

    private func showFavoritesError() {
        guard let problem = model.app.favoritesModel.problem else { return }
        showToast(LibraryText.toast(of: problem.failure))
    }
}
