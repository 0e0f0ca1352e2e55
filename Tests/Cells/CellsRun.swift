import CStargazer
import Foundation
import GtkBridge
import SampleCatalogs
import StargazerCore
import StargazerUI

/// The program as an application, since windows need one.
@MainActor final class CellsRun {
    private let application = Handle(adw_application_new("io.github.stargazer_app.Cells", G_APPLICATION_NON_UNIQUE))
    private let options: CellsOptions
    private var style: StyleFollower?
    private var window: CellsWindow?
    private var survivors: [String] = []

    private init(_ options: CellsOptions) { self.options = options }

    static func main(arguments: [String]) -> Int32 {
        guard MainLoop.attach() else { return 70 }
        let run = CellsRun(CellsOptions(arguments))
        Signals.connect(run.application, "activate") { [run] in run.activate() }
        g_application_run(run.application.cast(), 0, nil)
        for name in run.survivors { say("survivor \(name)") }
        return run.survivors.isEmpty ? 0 : 1
    }

    private func activate() {
        style = gdk_display_get_default().map { StyleFollower(display: $0) }
        if options.isWhole { return showWhole() }
        guard options.rounds > 0 else {
            window = CellsWindow(application: application, options: options)
            return
        }
        g_application_hold(application.cast())
        Task {
            await visitAll()
            g_application_release(application.cast())
        }
    }

    private func showWhole() {
        let composition = Composition.sample(adding: SampleCatalogs.registrations())
        let app = composition.model(formats: Formats(locale: Installation.locale))
        Accelerators.set(catalogs: app.catalogs.all.map(\.profile.kind), on: application)
        let model = WindowModel(app)
        let window = MainWindow(
            application: application, model: model, pictures: PictureStore(composition), openSample: nil)
        gtk_window_present(window.root.cast())
        window.show(view: .search)
        Task { await app.start() }
    }

    /// What the process keeps for good is made by the first windows.
    private func visitAll() async {
        for _ in 0..<2 { await visit() }
        let before = LiveBoxes.byName
        for _ in 0..<options.rounds { await visit() }
        func more() -> [(name: String, count: Int)] {
            LiveBoxes.byName.map { ($0.key, $0.value - before[$0.key, default: 0]) }.filter { $0.1 > 0 }
        }
        if !(await comes { more().isEmpty }) { survivors += more().map { "box “\($0.name)” (\($0.count))" } }
        say("gone \(options.rounds)")
    }

    private func visit() async {
        weak var watched: ItemCollection?
        var widget: WeakGObject?
        do {
            let window = CellsWindow(application: application, options: options)
            watched = window.collection
            widget = WeakGObject(window.collection.root)
            if !(await comes { window.collection.focusSelectedRow() != nil && window.collection.hasFocus }) {
                survivors.append("a window without cells")
            }
            window.append()
            if !(await comes { window.showsMenu }) { survivors.append("a window without a menu") }
            gtk_window_destroy(window.root.cast())
        }
        if !(await comes { watched == nil }) { survivors.append("ItemCollection") }
        if !(await comes { widget?.isAlive != true }) { survivors.append("the collection's widget") }
    }

    /// Waits for the main loop to bring something about; returns whether it did.
    private func comes(_ isDone: @MainActor () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if isDone() { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return isDone()
    }
}

/// A line for whoever drives the window.
@MainActor func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
