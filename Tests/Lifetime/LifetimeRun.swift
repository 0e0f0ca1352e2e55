import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerUI

/// The check as an application of its own, since a window needs one.
@MainActor final class LifetimeRun {
    /// The self-test needs no more than a few windows to see its leak.
    private var rounds: Int { leaks ? 5 : 50 }
    private let application = Handle(adw_application_new("io.github.stargazer_app.Lifetime", G_APPLICATION_NON_UNIQUE))
    private let leaks: Bool
    private var leaked: [AnyObject] = []
    private var survivors: [String: Int] = [:]

    private init(leaks: Bool) { self.leaks = leaks }

    static func main(arguments: [String]) -> Int32 {
        guard MainLoop.attach() else { return 70 }
        let run = LifetimeRun(leaks: arguments.contains("--leak"))
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
        guard survivors.isEmpty else {
            let lines = survivors.sorted { $0.key < $1.key }.map { "survivor: \($0.key) (\($0.value))" }
            say(lines.joined(separator: "\n"))
            say("lifetime: \(rounds) windows, \(survivors.count) kinds of survivors")
            return 1
        }
        say("lifetime: \(rounds) windows opened, visited and gone, no survivors")
        return 0
    }

    private func visitAll() async {
        // What the process keeps for good is made by the first window.
        await visit(isWatched: false)
        await quiet()
        let baseline = LiveBoxes.byName
        for _ in 1..<rounds { await visit(isWatched: true) }
        await quiet()
        for (name, count) in LiveBoxes.byName where count > baseline[name, default: 0] {
            survivors["box “\(name)”", default: 0] += count - baseline[name, default: 0]
        }
    }

    private func visit(isWatched: Bool) async {
        var watch: LifetimeWatch?
        do {
            let visit = WindowVisit(application: application)
            await visit.everything()
            watch = LifetimeWatch(visit)
            if leaks, isWatched { leaked.append(visit.window.favorites) }
            visit.close()
        }
        guard isWatched, let watch else { return }
        await eventually { watch.survivors.isEmpty }
        for name in watch.survivors { survivors[name, default: 0] += 1 }
    }

    /// Lets closures and tasks that are on their way end: nothing may change for a while.
    private func quiet() async {
        var last = -1
        var unchanged = 0
        await eventually {
            unchanged = last == LiveBoxes.count ? unchanged + 1 : 0
            last = LiveBoxes.count
            return unchanged == 40
        }
    }

    private func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}

/// Waits, within a bound, for the main loop to bring something about.
@MainActor func eventually(_ isDone: @MainActor () -> Bool) async {
    for _ in 0..<1000 {
        try? await Task.sleep(for: .milliseconds(5))
        if isDone() { return }
    }
}
