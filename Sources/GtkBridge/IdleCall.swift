import CAdwaita

/// Runs a closure once, when the main loop is idle: after input has been handled and frames have been painted.
///
/// An urgent call runs before all other sources. Deallocating this instance cancels the call.
@MainActor public final class IdleCall {
    private var source: guint = 0

    public init(isUrgent: Bool = false, _ run: @escaping @MainActor () -> Void) {
        let box = Box<() -> Void>(
            { [weak self] in
                self?.source = 0
                run()
            }, name: "idle call")
        source = g_idle_add_full(
            isUrgent ? G_PRIORITY_HIGH : G_PRIORITY_DEFAULT_IDLE, call, box.passRetained(), destroyBox)
    }

    isolated deinit {
        if source != 0 { g_source_remove(source) }
    }
}

private let call: GSourceFunc = { box in
    guard let box else { return 0 }
    nonisolated(unsafe) let call = box
    MainActor.assumeIsolated { Box<() -> Void>.peek(call)?() }
    return 0
}
