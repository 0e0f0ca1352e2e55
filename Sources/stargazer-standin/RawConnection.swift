import CSoup
import Foundation
import StargazerStandIn

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
