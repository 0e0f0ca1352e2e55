public import Foundation
import Glibc

/// An accepted connection with blocking calls, used by the thread that serves it.
public final class FaultConnection: Sendable {
    private let descriptor: Int32
    private let requests: EventRecorder<String>
    private let disconnects: EventRecorder<Void>

    init(_ descriptor: Int32, requests: EventRecorder<String>, disconnects: EventRecorder<Void>) {
        self.descriptor = descriptor
        self.requests = requests
        self.disconnects = disconnects
    }

    /// Reads the next request and discards its body. Returns its head; nil when the client has disconnected.
    public func readRequest() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.ends(with: "\r\n\r\n") {
            guard receive(&byte) else {
                disconnects.add(())
                return nil
            }
            bytes.append(byte)
        }
        let head = String(decoding: bytes, as: UTF8.self)
        let length = head.lowercased().split(separator: "content-length: ").dropFirst().first
        for _ in 0..<(length.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0) { _ = receive(&byte) }
        requests.add(head)
        return head
    }

    /// Returns false when the client has disconnected. A signal that the thread handles meanwhile changes nothing.
    private func receive(_ byte: inout UInt8) -> Bool {
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count >= 0 || errno != EINTR { return count == 1 }
        }
    }

    /// Returns false when the client no longer accepts data.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Data(text.utf8)) }

    @discardableResult
    public func send(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Waits until the client disconnects or the server stops, and discards received data.
    public func waitForDisconnect() {
        var byte: UInt8 = 0
        while receive(&byte) {}
        disconnects.add(())
    }

    /// Closes the sending side. The client may still send.
    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the next close send "connection reset" to the client.
    public func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func close() { Glibc.close(descriptor) }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
