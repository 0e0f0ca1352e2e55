import CAdwaita

/// One strong reference to a GObject, given back when this value goes.
@MainActor public final class GObjectRef {
    public let handle: Handle

    /// Takes over a reference that the caller owns (transfer full). A floating one is sunk.
    public init(adopting handle: Handle) {
        self.handle = handle
        if g_object_is_floating(handle.raw) != 0 { g_object_ref_sink(handle.raw) }
    }

    /// Takes a reference of its own (transfer none).
    public init(retaining handle: Handle) {
        self.handle = handle
        g_object_ref_sink(handle.raw)
    }

    isolated deinit { g_object_unref(handle.raw) }

    public var raw: UnsafeMutableRawPointer { handle.raw }
    public var opaque: OpaquePointer { handle.opaque }
    public func cast<T>() -> UnsafeMutablePointer<T> { handle.cast() }
}

/// Knows whether a GObject still lives without keeping it alive.
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
