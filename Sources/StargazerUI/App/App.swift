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
    private var parts: Parts?
    private var window: Handle?
    private var style: StyleFollower?
    /// While the log tells everything.
    private var loopWatch: LoopWatch?

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
        sgz_memory_begin()
        _ = setlocale(LC_ALL, "")
        Gettext.bind(folder: Installation.localeFolder)
        if sgz_settings_portal_is_safe(1000) == 0 { setenv("ADW_DISABLE_PORTAL", "1", 1) }
    }

    private init() {
        application = GObjectRef(
            adopting: Handle(adw_application_new(Self.identifier, G_APPLICATION_DEFAULT_FLAGS)))
        g_application_set_resource_base_path(application.cast(), "/io/github/stargazer_app/Stargazer")
        g_application_set_option_context_parameter_string(application.cast(), nil)
        g_application_set_option_context_summary(application.cast(), AppText.summary)
        LaunchOptions.declare(on: application.handle)
        Signals.connect(application.handle, "handle-local-options") { [weak self] (given: Handle?) -> Int32 in
            guard let self, let given else { return -1 }
            return self.take(given)
        }
        Signals.connect(application.handle, "startup") { [weak self] in self?.startUp() }
        Signals.connect(application.handle, "activate") { [weak self] in self?.activate() }
    }

    /// - Returns: an exit status, or -1 to go on.
    private func take(_ given: Handle) -> Int32 {
        // Until here it was the name of the file, as `--help` should have it. Windows would have it as their class, and
        // the launcher would not know them.
        g_set_prgname(Self.identifier)
        if g_variant_dict_contains(given.cast(), "version") != 0 {
            Terminal.say("Stargazer \(Self.version)")
            return 0
        }
        options = LaunchOptions(given)
        do throws(RefusedAddress) {
            // What can be refused is made before anything opens; GitHub's own waits for the window, since this may be
            // a second start that only raises the first one's.
            if !options.addresses.isEmpty, !options.isDemo {
                composition = try .services(at: options.addresses, version: Self.version)
            }
        } catch {
            Terminal.complain(AppText.refusal(of: error))
            return 2
        }
        if options.isOnItsOwn { g_application_set_flags(application.cast(), G_APPLICATION_NON_UNIQUE) }
        return isHandedOver ? 0 : -1
    }

    /// Whether there was a query, and an application that is open already has taken it.
    private var isHandedOver: Bool {
        guard let query = options.query, g_application_register(application.cast(), nil, nil) != 0,
            g_application_get_is_remote(application.cast()) != 0
        else { return false }
        g_action_group_activate_action(application.opaque, "search", g_variant_new_string(query))
        return true
    }

    private func startUp() {
        loopWatch = Log.watchMainThread()
        if let display = gdk_display_get_default() {
            style = StyleFollower(display: display)
            if let icons = Installation.iconFolder {
                gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), icons)
            }
        }
        Actions.add("quit", to: application.handle) { [weak self] in
            if let window = self?.window { gtk_window_close(window.cast()) }
        }
        Actions.add("about", to: application.handle) { [weak self] in
            if let window = self?.window { AboutWindow.show(over: window) }
        }
        // For the program's next starts, and for whoever asks by D-Bus.
        Actions.addCommand("search", to: application.handle) { [weak self] in self?.search($0) }
    }

    /// What all windows share.
    private struct Parts {
        let model: AppModel
        let pictures: PictureStore
        /// Starts the sample catalog; nil when this is it.
        let openSample: (@MainActor () -> Void)?
    }

    private func makeParts() -> Parts? {
        if let parts { return parts }
        let chosen = options.isDemo ? .sample() : composition ?? (try? .services(version: Self.version))
        guard let chosen else { return nil }
        parts = Parts(
            model: chosen.model(formats: Formats(locale: Installation.locale)), pictures: PictureStore(chosen),
            openSample: chosen.isSample ? nil : Installation.startSample)
        return parts
    }

    private func search(_ text: String) {
        options.query = LaunchOptions.query(text)
        activate()
    }

    private func activate() {
        if let window {
            if let query = options.query {
                WidgetOwner.controller(of: window, as: MainWindow.self)?.search(for: query)
                options.query = nil
            }
            gtk_window_present(window.cast())
            return
        }
        guard let parts = makeParts() else { return }
        let query = options.query
        options.query = nil
        let model = WindowModel(parts.model, query: query)
        let main = MainWindow(
            application: application.handle, model: model, pictures: parts.pictures, openSample: parts.openSample)
        window = main.root
        Accelerators.set(catalogs: parts.model.catalogs.all.map(\.profile.kind), on: application.handle)
        Signals.connect(main.root, "destroy") { [weak self] in
            guard let self else { return }
            self.window = nil
            self.stayUntilWritten(parts.model)
        }
        gtk_window_present(main.root.cast())
        main.show(view: query == nil ? model.memory.state.view : .search)
        AfterPaint.of(main.root) { [weak main] in
            if let main { Log.watchFrames(of: main.root) }
            if query != nil { model.search.submit() } else if main?.shownView == .search { model.search.resume() }
            Task {
                await parts.model.start()
                sgz_memory_trim()
            }
        }
    }

    /// The window is gone at once; the process stays for what was pressed and is not yet on disk, or not yet on the
    /// server, five seconds at most.
    private func stayUntilWritten(_ model: AppModel) {
        g_application_hold(application.cast())
        var isHeld = true
        let release = { [application] in
            guard isHeld else { return }
            isHeld = false
            g_application_release(application.cast())
        }
        Task {
            await model.settled()
            release()
        }
        Task {
            try? await Task.sleep(for: .seconds(5))
            release()
        }
    }
}
