import CStargazer
import Foundation
import GtkBridge
import SampleCatalogs
import StargazerCore
import StargazerLibrary
import StargazerUI

/// The check as an application, because a window needs one.
@MainActor final class LifetimeCheck {
    /// The number of windows. With `--leak`, a few are enough to find the leak.
    private var rounds: Int { leaks ? 5 : 8 }
    private let application = Handle(adw_application_new("io.github.stargazer_app.Lifetime", G_APPLICATION_NON_UNIQUE))
    private let leaks: Bool
    /// The application model, which outlives the windows.
    private var app: AppModel?
    private let pictures: PictureStore
    private var leaked: [AnyObject] = []
    private var survivors: [String: Int] = [:]
    private var failure: WalkthroughFailure?

    private init(leaks: Bool) {
        self.leaks = leaks
        let composition = Composition.sample(
            tokenStore: EmptyTokenStore(), adding: SampleCatalogs.registrations())
        app = composition.model(formats: Formats(locale: Installation.locale))
        pictures = composition.pictureStore()
    }

    static func main(arguments: [String]) -> Int32 {
        guard MainLoop.attach() else { return 70 }
        let run = LifetimeCheck(leaks: arguments.contains("--leak"))
        Signals.connect(run.application, "activate") { [run] in
            g_application_hold(run.application.cast())
            Task {
                await run.visitAll()
                g_application_release(run.application.cast())
            }
        }
        g_application_run(run.application.cast(), 0, nil)
        return run.report()
    }

    private func report() -> Int32 {
        if let failure {
            writeLine("lifetime: a window was not visited, it never came to \(failure.what)")
            return 1
        }
        guard survivors.isEmpty else {
            let lines = survivors.sorted { $0.key < $1.key }.map { "survivor: \($0.key) (\($0.value))" }
            writeLine(lines.joined(separator: "\n"))
            writeLine("lifetime: \(rounds) windows, \(survivors.count) kinds of survivors")
            return 1
        }
        writeLine("lifetime: \(rounds) windows opened, visited and gone, no survivors")
        return 0
    }

    private func visitAll() async {
        // The first window creates objects that the process keeps for good.
        await visit(isWatched: false)
        await waitUntilIdle()
        let baseline = LiveBoxes.byName
        for _ in 1..<rounds where failure == nil { await visit(isWatched: true) }
        func more() -> [(name: String, count: Int)] {
            LiveBoxes.byName.map { ($0.key, $0.value - baseline[$0.key, default: 0]) }.filter { $0.1 > 0 }
        }
        var moreWindows = 0
        // On a busy machine GTK keeps the actions of the last window until another one replaces it. More windows do not
        // remove a real leak.
        while await !becomesTrue(within: maximumTurns / 6, { more().isEmpty }), moreWindows < 5, failure == nil, !leaks
        {
            moreWindows += 1
            await visit(isWatched: true)
        }
        if moreWindows > 0 { writeLine("lifetime: \(moreWindows) more windows") }
        weak let left = app
        app = nil
        if await !becomesTrue(within: maximumTurns, { left == nil }) { survivors["AppModel", default: 0] += 1 }
        for box in more() { survivors["box “\(box.name)”", default: 0] += box.count }
    }

    /// The limit in main loop iterations; short with `--leak`.
    private var maximumTurns: Int { leaks ? 200 : maxWait }

    private func visit(isWatched: Bool) async {
        var watch: LifetimeTracker?
        do {
            guard let app else { return }
            let visit = WindowWalkthrough(application: application, app: app, pictures: pictures)
            do { try await visit.visitEverything() } catch { failure = error }
            watch = LifetimeTracker(visit)
            if leaks, isWatched, let page = visit.favorites { leaked.append(page) }
            visit.close()
        }
        guard isWatched, let watch else { return }
        _ = await becomesTrue(within: maximumTurns) { watch.survivors.isEmpty }
        for name in watch.survivors { survivors[name, default: 0] += 1 }
    }

    /// Waits until pending closures and tasks of the first window have ended and nothing changes for a while.
    private func waitUntilIdle() async {
        var last = -1
        var unchanged = 0
        _ = await becomesTrue(within: maximumTurns) {
            unchanged = last == LiveBoxes.count ? unchanged + 1 : 0
            last = LiveBoxes.count
            return unchanged == 40
        }
    }

    private func writeLine(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}

/// A condition that never became true in a window.
struct WalkthroughFailure: Error {
    var what: String
}

/// The limit in main loop iterations: a minute on an idle machine, more on a busy one.
private let maxWait = 12_000

/// Waits for a condition and returns whether it became true.
/// - Parameter limit: the maximum number of main loop iterations.
@MainActor func becomesTrue(within limit: Int, _ isDone: @MainActor () -> Bool) async -> Bool {
    for _ in 0..<limit {
        try? await Task.sleep(for: .milliseconds(5))
        if isDone() { return true }
    }
    return false
}

@MainActor func eventually(_ what: String, _ isDone: @MainActor () -> Bool) async throws(WalkthroughFailure) {
    guard await becomesTrue(within: maxWait, isDone) else { throw WalkthroughFailure(what: what) }
}
