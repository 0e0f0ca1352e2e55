import Synchronization

/// Counts the Swift objects that C holds, by purpose. A box that is left after its window is gone has leaked.
public enum LiveBoxes {
    private static let table = Mutex<[String: Int]>([:])

    public static var byName: [String: Int] { table.withLock { $0 } }
    public static var count: Int { table.withLock { $0.values.reduce(0, +) } }

    static func increment(_ name: String) { table.withLock { $0[name, default: 0] += 1 } }

    static func decrement(_ name: String) {
        table.withLock { table in
            let left = (table[name] ?? 0) - 1
            table[name] = left == 0 ? nil : left
        }
    }
}

/// A Swift object passed to C: `passRetained` hands over a reference, and `destroyBox` releases it.
final class Box<Content> {
    let content: Content
    private let name: String

    init(_ content: Content, name: String) {
        self.content = content
        self.name = name
        LiveBoxes.increment(name)
    }

    deinit { LiveBoxes.decrement(name) }

    /// Returns a retained pointer. The caller must pass it to `destroyBox` once.
    func passRetained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self as AnyObject).toOpaque() }

    static func peek(_ pointer: UnsafeMutableRawPointer) -> Content? {
        (Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Box<Content>)?.content
    }
}

/// The destroy-notify of every box.
let destroyBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
    guard let pointer else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
