import CStargazer
import Foundation
import GtkBridge
import Logging
import StargazerCore
import StargazerLibrary

@MainActor public final class App {
    static let identifier = "io.github.stargazer_app.Stargazer"
    static let version = "0.1.0"

    private let application: GObjectRef
    private var options = LaunchOptions()
    private var composition: Composition?
    /// Created on first use.
    private var sharedObjects: SharedObjects?
    private var window: Handle?
    private var trim: MemoryTrimmer?
    private var style: StyleSheetLoader?
    /// The service for the desktop's search; nil in a standalone process, which the desktop does not find.
    private var desktop: DesktopSearchService?
    /// Set while the log level is `trace`.
    private var mainLoopMonitor: MainLoopMonitor?

    /// Runs until the last window closes.
    /// - Returns: the process's exit status.
    public static func run(arguments: [String]) -> Int32 {
        disableCoreDumps()
        setLanguage()
        do throws(ConsoleCommand.UsageFailure) {
            // Before anything of GTK: there may be no display.
            if let command = try ConsoleCommand.parse(arguments) { return run(command) }
        } catch {
            Terminal.printError(ConsoleText.reason(error))
            return ConsoleRun.Status.badUsage.rawValue
        }
        prepare()
        guard MainLoop.attach() else { return 70 }
        let app = App()
        var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { list.forEach { free($0) } }
        return g_application_run(app.application.cast(), Int32(list.count), &list)
    }

    private static func run(_ command: ConsoleCommand) -> Int32 {
        var addresses: [ServerOption: String] = [:]
        if case .importFile(_, let server?) = command { addresses[.gitHub] = server }
        let services: Composition
        do throws(InvalidServerAddress) {
            services = try .services(at: addresses, version: version, isConsole: true)
        } catch {
            Terminal.printError(AppText.refusal(of: error))
            return ConsoleRun.Status.badUsage.rawValue
        }
        return ConsoleRun(services, formats: Formats(locale: Installation.locale))(command)
    }

    /// A core dump would contain the token. Programs that this one starts inherit the limit.
    private static func disableCoreDumps() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    private static func setLanguage() {
        _ = setlocale(LC_ALL, "")
        Gettext.bind(folder: Installation.localeFolder)
    }

    /// Sets up what GTK needs before it starts.
    private static func prepare() {
        g_set_application_name("Stargazer")
        sgz_malloc_limit_arenas()
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

    /// - Returns: an exit status, or -1 to continue.
    private func handleLocalOptions(_ given: Handle) -> Int32 {
        // Until here the program name was the file name, which `--help` should print. Windows would use that name as
        // their class, and the launcher would not recognize them.
        g_set_prgname(Self.identifier)
        if g_variant_dict_contains(given.cast(), "version") != 0 {
            Terminal.printLine("Stargazer \(Self.version)")
            return 0
        }
        do throws(ConsoleCommand.UsageFailure) {
            options = try LaunchOptions(given)
        } catch {
            Terminal.printError(ConsoleText.reason(error))
            return ConsoleRun.Status.badUsage.rawValue
        }
        do throws(InvalidServerAddress) {
            // Services that can be rejected are created before anything opens. GitHub's own are created with the
            // window, because this may be a second start that only presents the first one's window.
            if !options.addresses.isEmpty, !options.isDemo {
                composition = try .services(at: options.addresses, version: Self.version)
            }
        } catch {
            Terminal.printError(AppText.refusal(of: error))
            return ConsoleRun.Status.badUsage.rawValue
        }
        if options.isStandalone {
            g_application_set_flags(application.cast(), G_APPLICATION_NON_UNIQUE)
        } else {
            // D-Bus activation sends its first call as soon as the name is owned, so the service must exist before.
            desktop = makeDesktop()
        }
        return isForwardedToPrimaryInstance ? 0 : -1
    }

    /// Whether there was a request, and it was sent to an application that is already running. If this process is the
    /// first, the same actions handle the request here.
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
        sgz_tooltips_respect_menus()
        Handle.nameMnemonicButtonsOfWindows()
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
        // For the command line, the launcher's menu, and other programs that use D-Bus.
        Actions.addCommand("search", to: application.handle) { [weak self] in
            self?.activate(LaunchOptions.query($0).map { .search($0, in: nil) })
        }
        Actions.addCommand("open-link", to: application.handle) { [weak self] in self?.open(link: $0) }
        Actions.add("new-search", to: application.handle) { [weak self] in self?.activate(.newSearch) }
        Actions.add("favorites", to: application.handle) { [weak self] in self?.activate(.source(.favorites(.all))) }
        Actions.add("updates", to: application.handle) { [weak self] in self?.activate(.source(.favorites(.updates))) }
    }

    private struct SharedObjects {
        let model: AppModel
        let pictures: PictureStore
        let exportedPictures: any ExportedPictureStore
        let desktop: DesktopSearchService.Source
        let system: @Sendable () async -> [DebugInfo.Fact]
        /// Starts the sample catalog; nil when this is the sample catalog.
        let openSample: (@MainActor () -> Void)?
    }

    private func makeSharedObjects() -> SharedObjects? {
        if let sharedObjects { return sharedObjects }
        let chosen = options.isDemo ? .sample() : composition ?? (try? .services(version: Self.version))
        guard let chosen else { return nil }
        let model = chosen.model(formats: Formats(locale: Installation.locale))
        sharedObjects = SharedObjects(
            model: model, pictures: chosen.pictureStore(preferences: model.preferences),
            exportedPictures: chosen.exportedPictures,
            desktop: DesktopSearchService.Source(search: DesktopSearch(model), picture: chosen.cachedPicture),
            system: chosen.systemFacts,
            openSample: chosen.isSample ? nil : Installation.startSample)
        return sharedObjects
    }

    /// Opens the first of these files: the desktop passes links as files.
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

    /// - Parameter time: the timestamp of the user's action, as the desktop counts it; 0 if unknown.
    private func activate(_ request: OpenRequest? = nil, at time: UInt32 = 0) {
        if let window {
            if let request { WidgetController.of(window, as: MainWindow.self)?.handle(request) }
            gtk_window_present_with_time(window.cast(), time)
            return
        }
        guard let sharedObjects = makeSharedObjects() else { return }
        let model = WindowModel(sharedObjects.model, opening: request)
        let main = MainWindow(
            application: application.handle, model: model, pictures: sharedObjects.pictures,
            openSample: sharedObjects.openSample)
        window = main.root
        trim = MemoryTrimmer(model)
        Accelerators.set(catalogs: sharedObjects.model.catalogs.kinds, on: application.handle)
        Signals.connect(main.root, "destroy") { [weak self] in
            guard let self else { return }
            (self.window, self.trim) = (nil, nil)
            self.holdUntilSaved(sharedObjects.model, sharedObjects.pictures)
        }
        gtk_window_present_with_time(main.root.cast(), time)
        main.showFirst(request)
        AfterPaint.run(on: main.root) { [weak main] in
            if let main { Log.watchFrames(of: main.root) }
            model.begin()
            Task { [weak main] in
                await sharedObjects.model.start()
                main?.restoreSavedSearch()
                main?.offerWallpaper()
                await sharedObjects.exportedPictures.removeOldCopies()
            }
        }
    }

    /// Keeps the process alive without a window until pending changes are on disk and on the server. It waits five
    /// seconds at most, and longer (300 seconds) while a file is imported or exported, or pictures are saved.
    private func holdUntilSaved(_ model: AppModel, _ pictures: PictureStore) {
        let release = hold(for: .seconds(model.transfer.isWorking || pictures.isSaving ? 300 : 5))
        Task {
            await model.settled()
            await pictures.settled()
            release()
        }
    }

    /// Keeps the process alive without a window.
    /// - Returns: a closure that ends the hold early.
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

/// The program's own log, on standard error: warnings and worse, or the level that `STARGAZER_LOG` sets (`debug`,
/// `info` …). It never receives secrets.
enum Log {
    static var logger: Logger {
        var logger = Logger(label: "stargazer", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = ProcessInfo.processInfo.environment["STARGAZER_LOG"].flatMap { Logger.Level($0) } ?? .warning
        return logger
    }

    /// Logs at the level `trace` how long the main thread is busy at a time. At other levels it does nothing.
    @MainActor static func watchMainThread() -> MainLoopMonitor? {
        let logger = logger
        guard logger.logLevel == .trace else { return nil }
        return MainLoopMonitor(over: .milliseconds(10)) { busy, passed in
            logger.trace("main thread", metadata: ["busy": "\(busy)", "passed": "\(passed)"])
        }
    }

    /// Logs at the level `trace` how long each frame of the window takes. At other levels it does nothing.
    @MainActor static func watchFrames(of window: Handle) {
        let logger = logger
        guard logger.logLevel == .trace else { return }
        FrameTimeMonitor.start(window) { logger.trace("frame", metadata: ["passed": "\($0)"]) }
    }
}

/// Returns unused memory to the system when the content has not changed for a while. Parsing a long document takes many
/// times its size, and the allocator keeps that memory.
@MainActor final class MemoryTrimmer {
    private var observation: Observe?
    private var waiting: Task<Void, Never>?

    /// Longer than most views of a single item: trimming between two quick steps would only cause new allocations.
    private static let delay = Duration.seconds(2)

    init(_ model: WindowModel) {
        observation = Observe { [weak self, weak model] in
            guard let self, let model else { return }
            _ = (model.search.phase, model.favorites.phase, model.navigation.first.document.phase)
            _ = model.app.documentComparisons
            scheduleTrim()
        }
    }

    isolated deinit { waiting?.cancel() }

    private func scheduleTrim() {
        waiting?.cancel()
        waiting = Task.detached {
            do { try await Task.sleep(for: Self.delay) } catch { return }
            sgz_malloc_trim()
        }
    }
}
