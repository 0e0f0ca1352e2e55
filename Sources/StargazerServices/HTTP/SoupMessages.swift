import CSoup
import Foundation

/// Conversions between our values and `SoupMessage`.
enum SoupMessages {
    /// Creates a message, which the caller owns (full transfer).
    ///
    /// Its flags turn off redirects, which we follow ourselves, and the authentication cache. They turn on metrics:
    /// only the bytes on the wire show whether a body is truncated.
    static func make(_ request: ValidatedRequest) -> OpaquePointer? {
        guard let message = soup_message_new(request.method, request.address.text) else { return nil }
        for flag in [SOUP_MESSAGE_NO_REDIRECT, SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE, SOUP_MESSAGE_COLLECT_METRICS] {
            soup_message_add_flags(message, flag)
        }
        if let body = request.body {
            let bytes = body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            soup_message_set_request_body_from_bytes(message, nil, bytes)
            g_bytes_unref(bytes)
        }
        let headers = soup_message_get_request_headers(message)
        for (name, value) in request.headers {
            soup_message_headers_replace(headers, name, value)
        }
        return message
    }

    /// Returns the fields with lowercase names; fields with the same name are joined.
    static func responseHeaders(_ message: OpaquePointer?) -> [String: String] {
        var fields: [String: String] = [:]
        withUnsafeMutablePointer(to: &fields) { fields in
            soup_message_headers_foreach(
                soup_message_get_response_headers(message),
                { name, value, fields in
                    guard let name, let value else { return }
                    let key = String(cString: name).lowercased()
                    let text = String(cString: value)
                    fields?.withMemoryRebound(to: [String: String].self, capacity: 1) {
                        $0.pointee[key] = $0.pointee[key].map { "\($0), \(text)" } ?? text
                    }
                }, fields)
        }
        return fields
    }

    static func headerBytes(_ message: OpaquePointer?) -> Int {
        guard let metrics = soup_message_get_metrics(message) else { return 0 }
        return Int(soup_message_metrics_get_response_header_bytes_received(metrics))
    }

    /// Whether fewer bytes arrived than `Content-Length` announced.
    static func isShort(_ message: OpaquePointer?) -> Bool {
        let headers = soup_message_get_response_headers(message)
        guard soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH,
            let metrics = soup_message_get_metrics(message)
        else { return false }
        let received = soup_message_metrics_get_response_body_bytes_received(metrics)
        return Int64(received) < soup_message_headers_get_content_length(headers)
    }
}
