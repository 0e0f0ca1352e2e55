import CSoup

extension HTTPFailure {
    /// Maps an error of GIO or libsoup, and frees it.
    ///
    /// - Parameter inBody: the headers had arrived, so an early end truncates the body.
    init(consuming error: UnsafeMutablePointer<GError>?, inBody: Bool) {
        guard let error else {
            self = .offline
            return
        }
        defer { g_error_free(error) }
        let code = error.pointee.code
        switch error.pointee.domain {
        case g_tls_error_quark():
            // A peer that hangs up says nothing about its certificate.
            self = code == Int32(G_TLS_ERROR_EOF.rawValue) ? .offline : .insecure
        case soup_session_error_quark():
            self = .malformed
        case g_io_error_quark():
            self = HTTPFailure(ioError: code, inBody: inBody)
        default:
            // Mostly errors of the resolver.
            self = .offline
        }
    }

    private init(ioError code: Int32, inBody: Bool) {
        switch UInt32(bitPattern: code) {
        case G_IO_ERROR_CANCELLED.rawValue: self = .cancelled
        case G_IO_ERROR_TIMED_OUT.rawValue: self = .timedOut
        case G_IO_ERROR_PARTIAL_INPUT.rawValue where inBody: self = .truncated
        // Invalid compressed data.
        case G_IO_ERROR_INVALID_DATA.rawValue where inBody: self = .truncated
        default: self = .offline
        }
    }
}
