public import CAdwaita

/// What a GLib call says went wrong.
public struct GLibFailure: Error, CustomStringConvertible {
    public let message: String
    public var description: String { message }

    /// The `GError **` of one call.
    public struct Slot {
        public var error: UnsafeMutablePointer<GError>?

        public init() {}

        /// The failure, freeing the C side of it.
        public mutating func take() -> GLibFailure {
            guard let error else { return GLibFailure(message: "no reason given") }
            let message = String(cString: error.pointee.message)
            g_error_free(error)
            self.error = nil
            return GLibFailure(message: message)
        }
    }
}
