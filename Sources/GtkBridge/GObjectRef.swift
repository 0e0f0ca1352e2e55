import CAdwaita

/// A strong reference to a GObject, released when this instance is deallocated.
@MainActor public final class GObjectRef {
    public let handle: Handle

    /// Takes over a reference that the caller owns (transfer full). Sinks a floating reference.
    public init(adopting handle: Handle) {
        self.handle = handle
        if g_object_is_floating(handle.raw) != 0 { g_object_ref_sink(handle.raw) }
    }

    /// Adds a reference (transfer none). Sinks a floating reference.
    public init(retaining handle: Handle) {
        self.handle = handle
        g_object_ref_sink(handle.raw)
    }

    isolated deinit { g_object_unref(handle.raw) }

    public var raw: UnsafeMutableRawPointer { handle.raw }
    public var opaque: OpaquePointer { handle.opaque }
    public func cast<T>() -> UnsafeMutablePointer<T> { handle.cast() }
}

/// A weak reference, which tells whether a GObject is alive.
@MainActor public final class WeakGObject {
    private let slot: UnsafeMutablePointer<GWeakRef>

    public init(_ handle: Handle) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: GWeakRef())
        g_weak_ref_init(slot, handle.raw)
    }

    isolated deinit {
        g_weak_ref_clear(slot)
        slot.deallocate()
    }

    public var isAlive: Bool {
        guard let object = g_weak_ref_get(slot) else { return false }
        g_object_unref(object)
        return true
    }
}
