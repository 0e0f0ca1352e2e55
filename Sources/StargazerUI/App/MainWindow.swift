import CAdwaita
import CStargazer
import Foundation
package import GtkBridge
package import StargazerCore
import StargazerLibrary

/// The main window: a sidebar of sources, the list of one source, and the details of its items, with banners and toasts.
@MainActor package final class MainWindow {
    package let root: Handle
    let pages: ListPageStack
    let sidebar: Sidebar
    package let detailsPane: DetailsPane
    let model: WindowModel
    let leaflet: Handle
    private(set) var sidebarFlap: SidebarFlap?
    let left: Handle
    private let title = FittingTitle()
    let pictures: PictureStore
    let toasts: ToastPresenter
    private let modeBanner = Banner()
    private let libraryBanner = Banner(isWarning: true)
    /// Nil with sample data.
    let starImportBar: StarImportProgressBar?
    private let progressLines: [ProgressLine]
    let favoritesFileDialogs: FavoritesFileDialogs
    let pictureSaveDialog: PictureSaveDialog
    let pictureCopier: PictureCopier
    private let fileProgressBars: [FileProgressBar]
    private let noticeBanner = Banner(isWarning: true, isInstant: true)
    private let accountNotices: AccountNotices
    private let accountMenu: AccountMenu?
    var undoMessages: UndoMessages?
    let undoMenu: UndoMenu
    /// Whether the user typed in the entry after the last change of the library.
    var isTyping = false
    /// The serials of the problems that were shown last, also in another window.
    private var shownProblems: (tags: Int?, favorites: Int?)
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
        undoMenu = UndoMenu(ui["undo-section"])
        leaflet = ui.takeRoot("leaflet")
        left = ui.takeRoot("left")
        let app = model.app
        toasts = ToastPresenter(overlay: ui["toasts"])
        accountNotices = AccountNotices(model: app, window: root, toasts: toasts)
        accountMenu = app.account.map { AccountMenu(account: $0, pictures: pictures) }
        pages = ListPageStack(
            ui["pages"], first: model.listSource, list: { model.list },
            shape: { ListPage.shape(of: $0, in: app.catalogs) }
        ) { source in
            ListPage(source, of: model, pictures: pictures, openSample: openSample)
        }
        sidebar = Sidebar(model: model)
        let work: [[(any ProgressLineModel)?]] = [[app.importLookups], [app.starUpdater], [app, app.documentDownload]]
        progressLines = work.map { ProgressLine($0.compactMap(\.self), over: window) }
        starImportBar = app.starsImport.map { [toasts] in StarImportProgressBar(model: $0, toasts: toasts) }
        favoritesFileDialogs = FavoritesFileDialogs(over: window, model: app.transfer, toasts: toasts)
        pictureSaveDialog = PictureSaveDialog(over: window, pictures: pictures, toasts: toasts)
        pictureCopier = PictureCopier(pictures.sharing, in: window, toasts: toasts)
        fileProgressBars = [
            FileProgressBar(app.transfer), FileProgressBar(pictures.saver), FileProgressBar(pictures.batchSaver),
            FileProgressBar(pictureCopier.model),
        ]
        detailsPane = DetailsPane(stack: model.navigation, make: Self.makePage(of: model, in: window, pictures))
        gtk_window_set_application(root.cast(), application.cast())
        shownProblems = (app.tags.problem?.serial, app.favoritesModel.problem?.serial)
        assemble(ui)
        connect()
        WindowActions.add(to: self)
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape) else { return false }
            return self.leaveFullScreen() || self.leaveSelection() || self.goBack() || self.leaveDetails()
                || self.page.content.endFilter()
        }
        Keys.watch(root, beforeChildren: true) { [weak self] press in
            guard let self else { return false }
            if press.isKey(GDK_KEY_F10), press.modifiers & 0xF == 0, let sidebarFlap = self.sidebarFlap {
                return sidebarFlap.openHiddenMenu()
            }
            return press.isKey(GDK_KEY_Escape) && self.sidebarFlap?.closeOverList() == true || self.handleTab(press)
        }
        TypeToSearch.watch(root) { [weak self] press in
            guard let self else { return false }
            return self.sidebar.root.hasFocusInside
                || (self.isInDetailsPane && self.detailsPane.top.claimsKey(press))
        } target: { [weak self] in
            self?.typingTarget()
        }
        observe()
        restoreWindowState()
        WidgetController.attach(self, to: root)
    }

    /// The minimum width of a pane next to another, in pixels, at the default text size.
    private static let minimumPaneWidth: Int32 = 320

    package var page: ListPage { pages.page }
    package var list: ItemCollection { page.list }
    /// What stands in place of results before a search; nil for the favorites.
    var start: StartPage? { (page.content as? SearchListContent)?.start }

    // MARK: Messages

    func showToast(_ text: String) { toasts.show(text) }

    func showFeedback(_ text: String) { toasts.showFeedback(text) }

    private func assemble(_ ui: UIBuilder) {
        let line = Handle(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        let start = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_set_hexpand(left.widget, 1)
        [left, line].forEach { start.append($0) }
        let panes = [(start, Self.minimumPaneWidth + 1), (detailsPane.root, Self.minimumPaneWidth)].map {
            Handle(sgz_pane_new($0.0.widget, $0.1))
        }
        for pane in panes {
            gtk_widget_set_hexpand(pane.widget, 1)
            _ = adw_leaflet_append(leaflet.opaque, pane.widget)
        }
        divide(panes[0], line, panes[1], in: ui["flap"])
        for banner in [modeBanner, libraryBanner, accountNotices.banner, noticeBanner] {
            ui["banners"].append(banner.root)
        }
        ui["sidebar"].append(sidebar.root)
        if let accountMenu { gtk_box_prepend(ui["sidebar-tools"].cast(), accountMenu.root.widget) }
        if let starImportBar { ui["sidebar"].append(starImportBar.root) }
        for line in progressLines {
            ui["sidebar"].append(line.root)
            line.lostFocus = { [weak self] in self?.sidebar.focus() }
        }
        for bar in fileProgressBars {
            ui["progress"].append(bar.root)
            bar.lostFocus = { [weak self] in self?.focusCurrentPane() }
        }
        ui["menu-button"].setAccessibleName(AppText.mainMenu)
        ui["sidebar-toggle"].setAccessibleName(SidebarText.sidebar)
        let markSeen = ui["mark-updates-seen"]
        markSeen.setAccessibleName(UpdatesText.markAllSeen)
        let cancel = ui["cancel-selection"]
        if let label = FilterDropDown.find("GtkLabel", in: cancel) {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        }
        Signals.connect(cancel, "clicked") { [weak self] in self?.list.endSelection() }
        let toggle = ui["sidebar-toggle"]
        observations.append(
            Observe { [model] in
                let isSelecting = model.list.selection.isActive
                let hasNew = model.listSource == .favorites(.updates) && model.sources.newUpdates > 0
                cancel.setVisible(isSelecting)
                toggle.setVisible(!isSelecting)
                markSeen.setVisible(!isSelecting && hasNew)
            })
        title.root.setAccessibleName(SidebarText.source)
        adw_header_bar_set_title_widget(ui["left-header"].opaque, title.root.widget)
        toasts.area = { [weak self] in
            self.map { $0.showsDetailsAlone ? $0.detailsPane.root : $0.left }
        }
        focusRestorer = makeFocusRestorer()
        menuFocusRestorer = MenuFocusRestorer(button: ui["menu-button"], window: root) { [weak self] in
            self?.focusList()
        }
        sgz_bind_properties(leaflet.raw, "folded", leaflet.raw, "can-navigate-back")
        sgz_bind_properties(leaflet.raw, "folded", ui["left-header"].raw, "show-end-title-buttons")
        Signals.connect(leaflet, "notify::folded") { [weak self] in self?.foldedChanged() }
        foldedChanged()
        Signals.connect(leaflet, "notify::visible-child") { [weak self] in self?.paneChanged() }
        sidebarFlap = SidebarFlap(
            ui["flap"], sidebar, toggleButton: ui["sidebar-toggle"], menuButton: ui["menu-button"],
            listHeader: ui["left-header"]
        ) { [weak self] in self?.focusList() }
        connectSidebar()
        modeBanner.show(model.app.isSample ? AppText.sampleData : nil)
    }

    private func connectSidebar() {
        sidebar.selected = { [weak self] source in
            // Tab selects the row once more; a page over its list stays.
            guard let self, source != self.model.source else { return }
            self.returnFromDetails()
            // A saved search is sent after a pause, as after typing: other rows may follow.
            self.model.show(source, searches: false)
            self.showPage()
            self.keepFocusInSidebar()
        }
        sidebar.clicked = { [weak self] source in self?.show(source, isClick: true) }
        sidebar.activated = { [weak self] source in self?.show(source) }
        sidebar.dropped = { [weak self] tag in self?.addDraggedRows(to: tag) ?? false }
    }

    private func divide(_ pane: Handle, _ line: Handle, _ other: Handle, in flap: Handle) {
        let split = Handle(sgz_split_new(leaflet.widget, pane.opaque, other.opaque))
        adw_flap_set_content(flap.opaque, split.widget)
        sgz_split_set_share(split.opaque, model.stateSaver.state.split)
        divider = Divider(
            split: split, list: left, line: line, defaultShare: WindowState.defaultSplit,
            shareChanged: { [weak self] share in self?.model.stateSaver.update { $0.split = share } },
            focusFallback: { [weak self] in self?.focusList() })
    }

    /// Connects the current page to the window. Call it each time another page becomes visible.
    func connectPage() {
        connect(list)
        page.suggestions.open = { [weak self] item in self?.open(item) }
        page.openLink = { [weak self] text in
            guard let self, let reference = self.model.app.catalogs.reference(pasted: text) else { return false }
            self.open(reference)
            return true
        }
        page.typed = { [weak self] in
            self?.isTyping = true
            self?.model.dismissFailedReference()
        }
        page.listReplaced = { [weak self, weak page] in
            // A hidden page follows its list too.
            guard let self, self.page === page else { return }
            self.model.listReplaced()
            self.model.selection.map(self.list.showSelection)
        }
        page.showsMessageChanged = { [weak self] in
            // Not while painting.
            Task { [weak self] in self?.updateUnfolding() }
        }
        start?.clearPressed = { [weak self] in self?.clearHistory() }
        connectStart()
    }

    private func connect() {
        connectPage()
        connectStarImport()
        Signals.connect(root, "notify::focus-widget") { [weak self] in self?.selectFocusedStartItem() }
        connectUndo()
        connectPictures()
        connectBackNavigation()
    }

    func connectStarImport() {
        starImportBar?.help = { [weak self] help in
            guard let self else { return }
            if help == .tryAgain { return self.model.app.starsImport?.tryAgain() ?? () }
            Actions.activate("win.sign-in", from: self.root)
        }
    }

    private func clearHistory() {
        model.search.clearHistory { [weak self] result in
            if case .failure(let failure) = result { self?.showToast(LibraryText.toast(of: failure)) }
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
            Observe { [model, title] in title.show(SidebarText.title(of: model)) },
            Observe { [weak self] in self?.showFavoritesError() },
            Observe { [weak self] in self?.showTagsProblem() },
            Observe { [weak self] in self?.updateUnfolding() },
            // The part of the favorites and the service may change by themselves. Preferences and keys outlive the window.
            Observe { [weak self, model, life = WeakGObject(root)] in
                let (source, list) = (model.listSource, model.list)
                guard let self, life.isAlive, !self.pages.fits(source) || self.page.model !== list else { return }
                self.showChangedSource()
            },
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
        let copies = StatusView.Action(label: LibraryCopiesText.restore) { [weak self] in
            self?.showPreferences(.library)
        }
        let actions =
            switch condition {
            case .replaced: [open, export]
            case .removed: [export]
            case .movedAside: [copies]
            default: [StatusView.Action]()
            }
        libraryBanner.show(LibraryText.sentence(of: condition), actions: actions)
    }

    private func paintNotice() {
        guard !model.listSource.isFavorites, case .results(_, let notice?) = model.search.phase,
            let status = (page.content as? SearchListContent)?.status
        else { return noticeBanner.show(nil) }
        let wording = FailureText.wording(
            of: notice, signInState: model.app.signInState(on: model.search.profile.host),
            presentation: CatalogPresentations.registered[model.search.profile])
        let failed = model.search.failedQuery.map(SearchText.failed)
        // One button: the banner takes room from the results, and the sidebar leads to the favorites as well.
        noticeBanner.show(
            JoinText.sentences([failed, FailureText.line(wording)].compactMap(\.self)),
            actions: Array(status.actions(of: wording).prefix(1)))
    }

    private func showTagsProblem() {
        guard let problem = model.app.tags.problem, problem.serial != shownProblems.tags else { return }
        shownProblems.tags = problem.serial
        showToast(TagsText.failure(problem.failure))
    }

    private func showFavoritesError() {
        guard let problem = model.app.favoritesModel.problem, problem.serial != shownProblems.favorites else { return }
        shownProblems.favorites = problem.serial
        showToast(LibraryText.toast(of: problem.failure))
    }
}

extension MainWindow {
    /// Restores the window's size and saves later changes. Call it before the window is shown.
    func restoreWindowState() {
        let (root, stateSaver) = (root, model.stateSaver)
        // GTK shrinks a window that is larger than the screen.
        gtk_window_set_default_size(root.cast(), Int32(stateSaver.state.width), Int32(stateSaver.state.height))
        if stateSaver.state.isMaximized { gtk_window_maximize(root.cast()) }
        let saveWindowState: @MainActor () -> Void = {
            stateSaver.update { state in
                var (width, height): (Int32, Int32) = (0, 0)
                // While the window is maximized or tiled, the default size is the size that it returns to.
                gtk_window_get_default_size(root.cast(), &width, &height)
                if width > 0, height > 0 { (state.width, state.height) = (Int(width), Int(height)) }
                state.isMaximized = gtk_window_is_maximized(root.cast()) != 0
            }
        }
        for property in ["default-width", "default-height", "maximized"] {
            Signals.connect(root, "notify::\(property)", saveWindowState)
        }
        Signals.connect(root, "destroy") { stateSaver.saveNow() }
    }

    /// Handles a request of a second start of the program, of the desktop or of another program.
    func handle(_ request: OpenRequest) {
        switch request {
        case .item, .reference: openFirst { $0.handle(request) }
        case .search, .newSearch, .source: showList { $0.handle(request) }
        case .invalidLink(let text): showToast(AppText.invalidLink(text))
        }
    }

    /// Shows what the model begins with.
    func showFirst(_ request: OpenRequest?) {
        if case .invalidLink(let text)? = request { showToast(AppText.invalidLink(text)) }
        if model.showsItemFromElsewhere {
            showPage()
            showFirstPage()
        } else {
            showList { _ in }
        }
    }
}
