import CSoup
import Foundation
import StargazerStandIn

/// Converts a libsoup message to a stand-in request, and sends the response.
final class RequestHandler {
    private let standIn: StandInServices
    private let log: FileHandle

    init(_ standIn: StandInServices, log: FileHandle) {
        self.standIn = standIn
        self.log = log
    }

    func handle(_ message: OpaquePointer) {
        let request = Self.request(from: message)
        let response = Self.hasContentLength(request) ? standIn.response(to: request) : .lengthRequired
        log.write(Data("\(request.method) \(Self.pathAndQuery(of: message)) \(response.status)\n".utf8))
        if response.delivery == .never {
            soup_server_message_pause(message)
            return
        }
        let milliseconds = response.delay / .milliseconds(1)
        guard milliseconds > 0 else { return Self.deliver(response, on: message) }
        soup_server_message_pause(message)
        // The timeout owns the box, and frees it after its one run. The box keeps the message alive until then.
        let box = Unmanaged.passRetained(DelayedResponse(response, on: message))
        g_timeout_add_full(
            G_PRIORITY_DEFAULT, UInt32(milliseconds),
            { data in
                if let data { Unmanaged<DelayedResponse>.fromOpaque(data).takeUnretainedValue().run() }
                return 0
            }, box.toOpaque(),
            { data in
                if let data { Unmanaged<DelayedResponse>.fromOpaque(data).release() }
            })
    }

    private final class DelayedResponse {
        private let response: StandInResponse
        private let message: OpaquePointer

        init(_ response: StandInResponse, on message: OpaquePointer) {
            self.response = response
            self.message = message
            g_object_ref(UnsafeMutableRawPointer(message))
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(message)) }

        func run() {
            RequestHandler.deliver(response, on: message)
            soup_server_message_unpause(message)
        }
    }

    private static func deliver(_ response: StandInResponse, on message: OpaquePointer) {
        switch response.delivery {
        case .never: break
        case .dropped: RawConnection(stealing: message)?.close()
        case .cut(let count):
            let connection = RawConnection(stealing: message)
            connection?.write(RawConnection.head(of: response) + response.body.prefix(count))
            connection?.close()
        case .full:
            soup_server_message_set_status(message, UInt32(response.status), nil)
            let headers = soup_server_message_get_response_headers(message)
            for header in response.headers { soup_message_headers_append(headers, header.name, header.value) }
            if response.body.isEmpty { return }
            let body = soup_server_message_get_response_body(message)
            response.body.withUnsafeBytes { bytes in
                let copy = g_bytes_new(bytes.baseAddress, UInt(bytes.count))
                soup_message_body_append_bytes(body, copy)
                g_bytes_unref(copy)
            }
        }
    }

    /// A rule of HTTP, not of the API: a request within the process always has a body length.
    private static func hasContentLength(_ request: StandInRequest) -> Bool {
        request.method != "PUT" || request.header("Content-Length") != nil
            || request.header("Transfer-Encoding") != nil
    }

    private static func request(from message: OpaquePointer) -> StandInRequest {
        var headers: [String: String] = [:]
        var iterator = SoupMessageHeadersIter()
        soup_message_headers_iter_init(&iterator, soup_server_message_get_request_headers(message))
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            if let name, let value { headers[String(cString: name)] = String(cString: value) }
        }
        return StandInRequest(
            method: soup_server_message_get_method(message).map { String(cString: $0) } ?? "GET",
            target: pathAndQuery(of: message), headers: headers, body: body(of: message))
    }

    private static func body(of message: OpaquePointer) -> Data {
        guard let bytes = soup_message_body_flatten(soup_server_message_get_request_body(message)) else {
            return Data()
        }
        defer { g_bytes_unref(bytes) }
        var count: UInt = 0
        guard let start = g_bytes_get_data(bytes, &count), count > 0 else { return Data() }
        return Data(bytes: start, count: Int(count))
    }

    /// Returns path and query as the client encoded them: the message's URI stays encoded.
    ///
    /// The host of an absolute URL, as sent to a proxy, is dropped: the `Host` header has it too.
    private static func pathAndQuery(of message: OpaquePointer) -> String {
        let address = soup_server_message_get_uri(message)
        let path = g_uri_get_path(address).map { String(cString: $0) } ?? "/"
        guard let query = g_uri_get_query(address) else { return path }
        return "\(path)?\(String(cString: query))"
    }
}

/// A connection taken over from libsoup to send invalid HTTP. Owns the stream that it was given.
final class RawConnection {
    private let stream: UnsafeMutablePointer<GIOStream>

    init?(stealing message: OpaquePointer) {
        guard let stream = soup_server_message_steal_connection(message) else { return nil }
        self.stream = stream
    }

    deinit { g_object_unref(stream) }

    func write(_ data: Data) {
        data.withUnsafeBytes { bytes in
            let output = g_io_stream_get_output_stream(stream)
            _ = g_output_stream_write_all(output, bytes.baseAddress, UInt(bytes.count), nil, nil, nil)
        }
    }

    func close() { g_io_stream_close(stream, nil, nil) }

    /// Returns a head that announces the whole body.
    static func head(of response: StandInResponse) -> Data {
        var head = "HTTP/1.1 \(response.status) \(String(cString: soup_status_get_phrase(UInt32(response.status))))\r\n"
        for header in response.headers { head += "\(header.name): \(header.value)\r\n" }
        head += "content-length: \(response.body.count)\r\nconnection: close\r\n\r\n"
        return Data(head.utf8)
    }
}
