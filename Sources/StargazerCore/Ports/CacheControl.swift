/// What is kept on disk only because it would take time to get again.
public protocol CacheControl: Sendable {
    /// Bytes that it takes now; 0 when it cannot be read.
    func size() async -> Int
    /// Removes it all. What cannot be removed stays, silently: `size` tells.
    func clear() async
}
