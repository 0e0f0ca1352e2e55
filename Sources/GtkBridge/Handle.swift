public import CAdwaita

/// A borrowed pointer to a GObject, usable wherever the C functions want one.
///
/// Swift imports GTK's classes as opaque or as typed pointers, depending on whether their struct is public. One value
/// that converts to both keeps the calls readable. It owns nothing: see `GObjectRef`.
public struct Handle: Hashable {
    public let raw: UnsafeMutableRawPointer

    public init(_ raw: UnsafeMutableRawPointer) { self.raw = raw }
    public init(_ opaque: OpaquePointer) { raw = UnsafeMutableRawPointer(opaque) }
    public init<T>(_ typed: UnsafeMutablePointer<T>) { raw = UnsafeMutableRawPointer(typed) }

    /// The pointer to a class whose struct is private (`GtkLabel *`).
    public var opaque: OpaquePointer { OpaquePointer(raw) }
    /// Returns the pointer to a class whose struct is public (`GtkWidget *`).
    public func cast<T>() -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: T.self) }

    public var widget: UnsafeMutablePointer<GtkWidget> { cast() }
}
