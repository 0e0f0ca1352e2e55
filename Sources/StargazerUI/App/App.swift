import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The application: one process and what it has, its window, its options and its keys.
@MainActor public final class App {
    static let identifier = "io.github.stargazer_app.Stargazer"
    static let version = "0.1.0"

    private let application: GObjectRef
    private var options = LaunchOptions()
    private var composition: Composition?
    /// From the first time that anything is asked of it.
    private var sharedObjects: SharedObjects?
    private var window: Handle?
    private var trim: MemoryTrimmer?
    private var style: StyleSheetLoader?
    /// For the desktop's own search; nil in a process of its own, which no desktop finds.
    private var desktop: DesktopSearchService?
    /// While the log tells everything.
    private var mainLoopMonitor: MainLoopMonitor?

    /// Runs until the last window closes.
    /// - Returns: the process's exit status.
    public static func run(arguments: [String]) -> Int32 {
        prepare()
        guard MainLoop.attach() else { return 70 }
        let app = App()
        var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { list.forEach { free($0) } }
        return g_application_run(app.application.cast(), Int32(list.count), &list)
    }

    /// What has to be true before GTK starts.
    private static func prepare() {
        g_set_application_name("Stargazer")
        sgz_malloc_limit_arenas()
        _ = setlocale(LC_ALL, "")
        Gettext.bind(folder: Installation.localeFolder)
        sgz_portal_probe(1000)
    }

    private init() {
        application = GObjectRef(
            adopting: Handle(adw_application_new(Self.identifier, G_APPLICATION_HANDLES_OPEN)))
        g_application_set_resource_base_path(application.cast(), "/io/github/stargazer_app/Stargazer")
        g_application_set_option_context_parameter_string(application.cast(), nil)
        g_application_set_option_context_summary(application.cast(), AppText.summary)
        LaunchOptions.declare(on: application.handle)
        Signals.connect(application.handle, "handle-local-options") { [weak self] (given: Handle?) -> Int32 in
            guard let self, let given else { return -1 }
            return self.handleLocalOptions(given)
        }
        Signals.connect(application.handle, "startup") { [weak self] in self?.startUp() }
        Signals.connect(application.handle, "activate") { [weak self] in self?.activate() }
        Signals.connect(application.handle, "open") { [weak self] (files: Handle?, count: Int32) in
            guard let files, count > 0 else { return }
            self?.open(firstOf: files)
        }
    }

    /// - Returns: an exit status, or -1 to go on.
    private func handleLocalOptions(_ given: Handle) -> Int32 {
        // Until here it was the name of the file, as `--help` should have it. Windows would have it as their class, and
        // the launcher would not know them.
        g_set_prgname(Self.identifier)
        if g_variant_dict_contains(given.cast(), "version") != 0 {
            Terminal.printLine("Stargazer \(Self.version)")
            return 0
        }
        options = LaunchOptions(given)
        do throws(InvalidServerAddress) {
            // What can be refused is made before anything opens; GitHub's own waits for the window, since this may be
            // a second start that only raises the first one's.
            if !options.addresses.isEmpty, !options.isDemo {
                composition = try .services(at: options.addresses, version: Self.version)
            }
        } catch {
            Terminal.printError(AppText.refusal(of: error))
            return 2
        }
        if options.isStandalone {
            g_application_set_flags(application.cast(), G_APPLICATION_NON_UNIQUE)
        } else {
            // Before the name is taken: who has this process started asks at once.
            desktop = makeDesktop()
        }
        return isForwardedToPrimaryInstance ? 0 : -1
    }

    /// Whether there was something to ask for, and an application that is open already was asked. If this is the first,
    /// it is done here by the same actions.
    private var isForwardedToPrimaryInstance: Bool {
        guard let request = options.request, g_application_register(application.cast(), nil, nil) != 0 else {
            return false
        }
        g_action_group_activate_action(
            application.opaque, request.action, request.words.map { g_variant_new_string($0) })
        return g_application_get_is_remote(application.cast()) != 0
    }

    private func startUp() {
        mainLoopMonitor = Log.watchMainThread()
        if let display = gdk_display_get_default() {
            style = StyleSheetLoader(display: display)
            if let icons = Installation.iconFolder {
                gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), icons)
            }
        }
        Actions.add("quit", to: application.handle) { [weak self] in
            if let window = self?.window { gtk_window_close(window.cast()) }
        }
        Actions.add("about", to: application.handle) { [weak self] in
            self?.showAbout()
        }
        // For the command line, the launcher's menu, and for whoever asks by D-Bus.
        Actions.addCommand("search", to: application.handle) { [weak self] in
            self?.activate(LaunchOptions.query($0).map { .search($0, in: nil) })
        }
        Actions.addCommand("open-link", to: application.handle) { [weak self] in self?.open(link: $0) }
        Actions.add("new-search", to: application.handle) { [weak self] in self?.activate(.newSearch) }
        Actions.add("favorites", to: application.handle) { [weak self] in self?.activate(.favorites) }
    }

    /// What all windows share.
    private struct SharedObjects {
        let model: AppModel
        let pictures: PictureStore
        let desktop: DesktopSearchService.Source
        let system: @Sendable () async -> [DebugInfo.Fact]
        /// Starts the sample catalog; nil when this is it.
        let openSample: (@MainActor () -> Void)?
    }

    private func makeSharedObjects() -> SharedObjects? {
        if let sharedObjects { return sharedObjects }
        let chosen = options.isDemo ? .sample() : composition ?? (try? .services(version: Self.version))
        guard let chosen else { return nil }
        let model = chosen.model(formats: Formats(locale: Installation.locale))
        sharedObjects = SharedObjects(
            model: model, pictures: PictureStore(chosen),
            desktop: DesktopSearchService.Source(search: DesktopSearch(model), picture: chosen.cachedPicture),
            system: chosen.systemFacts,
            openSample: chosen.isSample ? nil : Installation.startSample)
        return sharedObjects
    }

    /// The desktop hands links over as files.
    private func open(firstOf files: Handle) {
        let list: UnsafeMutablePointer<OpaquePointer?> = files.cast()
        guard let file = list[0], let address = g_file_get_uri(file) else { return }
        defer { g_free(address) }
        open(link: String(cString: address))
    }

    private func open(link text: String) {
        if let sharedObjects = makeSharedObjects() { activate(sharedObjects.model.catalogs.openRequest(for: text)) }
    }

    private func showAbout() {
        guard let window, let sharedObjects else { return }
        AboutWindow.show(over: window) { await sharedObjects.system() + sharedObjects.model.debugInfo() }
    }

    private func makeDesktop() -> DesktopSearchService {
        DesktopSearchService(
            source: { [weak self] in self?.makeSharedObjects()?.desktop },
            hold: { [weak self] in self?.hold(for: .seconds(30)) },
            open: { [weak self] in self?.activate($0, at: $1) })
    }

    /// - Parameter time: of what the person did, as the desktop counts it; 0 where it was not told.
    private func activate(_ wish: OpenRequest? = nil, at time: UInt32 = 0) {
        if let window {
            if let wish { WidgetOwner.controller(of: window, as: MainWindow.self)?.handle(wish) }
            gtk_window_present_with_time(window.cast(), time)
            return
        }
        guard let sharedObjects = makeSharedObjects() else { return }
        var search: (query: String, kind: CatalogKind?)?
        if case .search(let query, let kind)? = wish { search = (query, kind) }
        let query = search?.query
        let model = WindowModel(sharedObjects.model, query: query, in: search?.kind)
        let main = MainWindow(
            application: application.handle, model: model, pictures: sharedObjects.pictures,
            openSample: sharedObjects.openSample)
        window = main.root
        trim = MemoryTrimmer(model)
        Accelerators.set(catalogs: sharedObjects.model.catalogs.all.map(\.profile.kind), on: application.handle)
        Signals.connect(main.root, "destroy") { [weak self] in
            guard let self else { return }
            (self.window, self.trim) = (nil, nil)
            self.holdUntilSaved(sharedObjects.model)
        }
        gtk_window_present_with_time(main.root.cast(), time)
        main.show(view: query == nil ? model.stateSaver.state.view : .search)
        if let wish, query == nil { main.handle(wish) }
        AfterPaint.run(on: main.root) { [weak main] in
            if let main { Log.watchFrames(of: main.root) }
            if query != nil { model.search.submit() } else if main?.shownView == .search { model.search.resume() }
            Task { await sharedObjects.model.start() }
        }
    }

    /// The window is gone at once; the process stays for what was pressed and is not yet on disk, or not yet on the
    /// server, five seconds at most, and longer for a file that is taken in or written.
    private func holdUntilSaved(_ model: AppModel) {
        let release = hold(for: .seconds(model.transfer.isWorking ? 300 : 5))
        Task {
            await model.settled()
            release()
        }
    }

    /// Keeps the process without a window.
    /// - Returns: what ends it before its time.
    @discardableResult
    private func hold(for duration: Duration) -> @MainActor () -> Void {
        g_application_hold(application.cast())
        var isHeld = true
        let release: @MainActor () -> Void = { [application] in
            guard isHeld else { return }
            isHeld = false
            g_application_release(application.cast())
        }
        Task {
            try? await Task.sleep(for: duration)
            release()
        }
        return release
    }
}
