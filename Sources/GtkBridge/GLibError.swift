public import CAdwaita

/// An error reported by a GLib call.
public struct GLibError: Error, CustomStringConvertible {
    public let message: String
    public var description: String { message }

    /// The `GError **` of one call.
    public struct Slot {
        public var error: UnsafeMutablePointer<GError>?

        public init() {}

        /// Returns the error and frees the C error.
        public mutating func take() -> GLibError {
            guard let error else { return GLibError(message: "no reason given") }
            let message = String(cString: error.pointee.message)
            g_error_free(error)
            self.error = nil
            return GLibError(message: message)
        }
    }
}
