import CSoup
import Foundation

/// A thread that runs a `GMainContext` of its own, so that the network does not depend on the window's loop and runs
/// the same in a test without one. Work given to it is done there, in order, one piece at a time.
final class NetworkThread: Sendable {
    let loop = NetworkLoop()

    init(name: String) {
        Thread.detachNewThread { [loop] in
            Thread.current.name = name
            loop.run()
        }
    }

    /// May be called from any thread; never runs `work` before returning, unlike `g_main_context_invoke`, which runs
    /// it on the caller's thread while nobody owns the context yet.
    func perform(_ work: @escaping @Sendable () -> Void) {
        let source = g_idle_source_new()
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        // The source owns the box and frees it when it is done or when its context ends.
        g_source_set_callback(
            source,
            { box in
                guard let box else { return 0 }
                Unmanaged<Work>.fromOpaque(box).takeUnretainedValue().run()
                return 0
            },
            Unmanaged.passRetained(Work(run: work)).toOpaque(),
            { box in
                guard let box else { return }
                Unmanaged<Work>.fromOpaque(box).release()
            })
        g_source_attach(source, loop.context)
        g_source_unref(source)
    }

    /// Ends the thread after what was given to it so far. Nobody may `perform` after it.
    func stop() {
        perform { [loop] in loop.quit() }
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Owns the context and its loop; both are thread-safe objects of GLib behind pointers that are never changed, which
/// is why this may cross threads.
final class NetworkLoop: @unchecked Sendable {
    let context: OpaquePointer?
    private let loop: OpaquePointer?

    init() {
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
    }

    func run() {
        g_main_context_push_thread_default(context)
        g_main_loop_run(loop)
        // What the session still has to clean up after its connections.
        while g_main_context_iteration(context, 0) != 0 {}
        g_main_context_pop_thread_default(context)
    }

    func quit() { g_main_loop_quit(loop) }

    deinit {
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }
}
