import CStargazer
import Foundation
package import GtkBridge
package import StargazerCore

/// The window: two panes, the views of the left one, and what is said across them.
@MainActor package final class MainWindow {
    package let root: Handle
    package let search: SearchPage
    /// Made when it is first gone to.
    package private(set) lazy var favorites = makeFavorites()
    package let details: DetailsPage
    let model: WindowModel
    let leaflet: Handle
    private let left: Handle
    let pictures: PictureStore
    let views: Handle
    let favoritesPlace = Handle(adw_bin_new())
    private let toasts: Toasts
    private let style: StyleFollower
    private let modeBanner = Banner()
    private let libraryBanner = Banner(isWarning: true)
    /// Nil with sample data.
    let starsBar: StarsBar?
    let files: FileDialogs
    private let noticeBanner = Banner(isWarning: true)
    private let accountNotices: AccountNotices
    private let removalToast: RemovalToast
    private var menuFocus: MenuFocus?
    var observations: [Observe] = []
    /// The preferences while they are open; GTK owns them.
    package internal(set) weak var preferences: PreferencesWindow?
    /// Whether the details or the list are to show where there is room for one: what the person went to last.
    var isReading = false

    /// - Parameter openSample: starts the sample catalog; nil when this is it.
    package init(application: Handle, model: WindowModel, pictures: PictureStore, openSample: (@MainActor () -> Void)?)
    {
        let ui = UIBuilder(PackageResources.MainWindow_ui, domain: Gettext.domain)
        self.model = model
        self.pictures = pictures
        let window = ui["window"]
        root = window
        leaflet = ui["leaflet"]
        left = ui.takeRoot("left")
        views = ui["views"]
        toasts = Toasts(overlay: ui["toasts"])
        style = StyleFollower(window: root)
        removalToast = RemovalToast(shelf: model.shelf, toasts: toasts)
        accountNotices = AccountNotices(model: model, window: root, toasts: toasts)
        search = SearchPage(model: model.search, pictures: pictures, openSample: openSample) { [weak model] in
            model?.standing ?? .none
        }
        starsBar = model.starsImport.map { [toasts] in StarsBar(model: $0, toasts: toasts) }
        files = FileDialogs(over: window, model: model.transfer, toasts: toasts)
        details = DetailsPage(
            model: model.details, pictures: pictures, standing: { [weak model] in model?.standing ?? .none }
        ) {
            _ = gtk_widget_activate_action_variant(window.widget, "win.say-no-browser", nil)
        }
        gtk_window_set_application(root.cast(), application.cast())
        assemble(ui)
        connect()
        WindowActions.add(to: self)
        Keys.watch(root, beforeChildren: false) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape), self.showsDetailsAlone else { return false }
            self.goBack()
            return true
        }
        Keys.watch(root, beforeChildren: true) { [weak self] press in self?.tabbed(press) ?? false }
        TypeToSearch.watch(root) { [weak self] in self?.typingTarget() }
        observe()
        comeBack()
        WidgetOwner.attach(self, to: root)
    }

    var isFolded: Bool { adw_leaflet_get_folded(leaflet.opaque) != 0 }
    var showsDetailsAlone: Bool {
        isFolded && adw_leaflet_get_visible_child(leaflet.opaque) == details.root.parent?.widget
    }
    var showsFavorites: Bool { adw_view_stack_get_visible_child(views.opaque) == favoritesPlace.widget }

    /// The list of the visible view.
    var list: ItemList { showsFavorites ? favorites.list : search.results }

    package func show(view: String) {
        list.closeMenu()
        goBack()
        adw_view_stack_set_visible_child_name(views.opaque, view)
        // What the keys act on is the selected row of the list that shows.
        if let id = list.selectedID { list.select(id) }
        if view == "search" {
            search.entry.focus()
        } else if favorites.list.focusSelectedRow() == nil {
            favorites.entry.focus()
        }
    }

    /// Shows an item in full; where there is only one pane, goes to it.
    package func open(_ id: ItemID) {
        guard let item = model.item(for: id, inFavorites: showsFavorites) else { return }
        list.select(id)
        if !showsFavorites { model.search.itemOpened(id) }
        model.details.open(item)
        isReading = true
        showPane()
    }

    /// Back from the details to the row they belong to, when there is only one pane.
    func goBack() {
        isReading = false
        guard showsDetailsAlone else { return }
        showPane()
        focusList()
    }

    /// Tab comes into a list at its selected row; GTK would go to the star of the row that had the focus last.
    private func tabbed(_ press: KeyPress) -> Bool {
        guard press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab), !press.hasCommandModifier, !press.hasShift, !list.hasFocus,
            let focus = gtk_root_get_focus(root.opaque),
            gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil
        else { return false }
        _ = gtk_widget_child_focus(root.widget, GTK_DIR_TAB_FORWARD)
        if list.hasFocus { list.focusSelectedRow() }
        return true
    }

    /// Alt+Left, a mouse's back button and a swipe are the leaflet's own.
    private func paneChanged() {
        guard isFolded, isReading != showsDetailsAlone else { return }
        isReading = showsDetailsAlone
        if !isReading { list.focusSelectedRow() }
    }

    /// Where both panes show, nothing is to be done, and the focus stays in the list.
    private func showPane() {
        guard isFolded else { return }
        let shown = isReading ? details.root : left
        adw_leaflet_set_visible_child(leaflet.opaque, shown.parent?.widget)
        if isReading { details.back.grabFocus() }
    }

    /// On the row that keys act on; where there is none, where typing goes.
    func focusList() {
        if list.focusSelectedRow() == nil { typingTarget().grabFocus() }
    }

    @discardableResult
    func say(_ text: String) -> Toast { toasts.say(text) }

    /// Where a typed character goes; back to the list first, where only the details show.
    func typingTarget() -> Handle {
        if showsDetailsAlone { goBack() }
        return (showsFavorites ? favorites.entry : search.entry).widget
    }

    private func assemble(_ ui: UIBuilder) {
        let pages = [
            (search.root, "search", SearchText.title, "system-search-symbolic"),
            (favoritesPlace, "favorites", FavoritesText.title, "starred-symbolic"),
        ]
        for (page, name, title, icon) in pages {
            _ = adw_view_stack_add_titled_with_icon(views.opaque, page.widget, name, title, icon)
        }
        let panes = [left, details.root].map { Handle(sgz_pane_new($0.widget)) }
        panes.forEach { gtk_widget_set_hexpand($0.widget, 1) }
        _ = adw_leaflet_append(leaflet.opaque, panes[0].widget)
        let line = adw_leaflet_append(leaflet.opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_leaflet_page_set_navigatable(line, 0)
        _ = adw_leaflet_append(leaflet.opaque, panes[1].widget)
        for banner in [modeBanner, libraryBanner, accountNotices.banner, noticeBanner] {
            ui["banners"].append(banner.root)
        }
        if let starsBar { ui["banners"].append(starsBar.root) }
        ui["menu-button"].setAccessibleName(AppText.mainMenu)
        menuFocus = MenuFocus(button: ui["menu-button"], window: root) { [weak self] in self?.focusList() }
        sgz_bind(leaflet.raw, "folded", leaflet.raw, "can-navigate-back")
        sgz_bind(leaflet.raw, "folded", details.back.raw, "visible")
        sgz_bind(leaflet.raw, "folded", ui["left-header"].raw, "show-end-title-buttons")
        let switcher = ui["switcher"]
        Signals.connect(leaflet, "notify::folded") { [weak self] in
            guard let self else { return }
            // Folded, the header holds the window's buttons too.
            adw_view_switcher_set_policy(
                switcher.opaque, self.isFolded ? ADW_VIEW_SWITCHER_POLICY_NARROW : ADW_VIEW_SWITCHER_POLICY_WIDE)
            self.showPane()
        }
        // However it was gone to, by key, by the switcher or by a screen reader.
        Signals.connect(views, "notify::visible-child") { [weak self] in
            if let self, self.showsFavorites { _ = self.favorites }
        }
        Signals.connect(leaflet, "notify::visible-child") { [weak self] in self?.paneChanged() }
        modeBanner.show(model.isSample ? AppText.sampleData : nil)
    }

    private func connect() {
        connect(search.results)
        connectStars()
        Signals.connect(details.back, "clicked") { [weak self] in self?.goBack() }
    }

    func openInBrowser() {
        guard let address = model.details.item?.webURL?.absoluteString else { return }
        Browser.open(address, from: root) { [weak self] in _ = self?.say(AppText.noBrowser) }
    }

    private func observe() {
        observations += [
            Observe { [weak self] in self?.paintLibrary() },
            Observe { [weak self] in self?.paintNotice() },
            Observe { [weak self] in self?.sayProblem() },
        ]
    }

    private func paintLibrary() {
        libraryBanner.show(LibraryText.sentence(of: model.shelf.condition))
    }

    private func paintNotice() {
        guard case .results(_, let notice?) = model.search.phase else { return noticeBanner.show(nil) }
        let wording = FailureText.wording(of: notice, standing: model.standing)
        noticeBanner.show(AppText.notice(wording), button: AppText.tryAgain) { [weak model] in
            model?.search.tryAgain()
        }
    }

    private func sayProblem() {
        guard let problem = model.shelf.problem else { return }
        say(LibraryText.toast(of: problem.failure))
    }
}
