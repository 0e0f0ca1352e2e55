import CSoup
import Foundation

/// A thread with its own `GMainContext`, independent of the window's main loop. Work runs serially and in order.
final class NetworkThread: Sendable {
    let loop = NetworkLoop()

    init(name: String) {
        Thread.detachNewThread { [loop] in
            Thread.current.name = name
            loop.run()
        }
    }

    /// Runs `work` on the network thread. Call it from any thread. It never runs `work` before returning, as
    /// `g_main_context_invoke` would while no thread owns the context yet.
    func perform(_ work: @escaping @Sendable () -> Void) {
        let source = g_idle_source_new()
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        // The source owns the box and releases it when the source is done or its context ends.
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

    /// Ends the thread after the work queued so far. Do not call `perform` afterwards.
    func stop() {
        perform { [loop] in loop.quit() }
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Owns the main context and its loop: thread-safe GLib objects, constant pointers, hence `@unchecked Sendable`.
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
        // Finishes what the session still has to clean up after its connections.
        while g_main_context_iteration(context, 0) != 0 {}
        g_main_context_pop_thread_default(context)
    }

    func quit() { g_main_loop_quit(loop) }

    deinit {
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }
}
