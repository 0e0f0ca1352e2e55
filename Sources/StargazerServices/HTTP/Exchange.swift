import CSoup
import Foundation

/// What one hop brought, before the question whether it is a redirect.
struct RawResponse: Sendable {
    var status: Int
    var headers: [String: String]
    var body: Data
}

/// One message on its way through libsoup.
///
/// All of it happens on the network thread, where the dispatcher starts and cancels it and GLib calls back; the
/// immutable parts and the reply may be touched from anywhere. That is why it may cross threads though the compiler
/// cannot see it. Every callback of GIO is given one reference to the exchange and takes it back when it is called,
/// which GIO promises to do once, also after a cancellation.
final class Exchange: @unchecked Sendable {
    let request: ValidatedRequest
    let promise: Promise<Result<RawResponse, HTTPFailure>>
    private let limits: HTTPLimits
    private let onProgress: (@Sendable (Int, Int?) -> Void)?
    private let cancellable = g_cancellable_new()
    private var message: OpaquePointer?
    private var stream: UnsafeMutablePointer<GInputStream>?
    private var response = RawResponse(status: 0, headers: [:], body: Data())
    private var bodyPolicy = ResponseBodyPolicy.ignore
    private var onEnd: (() -> Void)?

    /// The headers are there and libsoup has not handed them over yet. Until then its cancellable must not be
    /// cancelled: 3.6.5 then takes the message out of its queue twice and frees what it still uses.
    private var isDeliveringHeaders = false
    private var isCancelled = false
    private var isAddressRefused = false

    /// - Parameter arrived: told how much of the body is there, and how long it is said to be.
    init(
        _ request: ValidatedRequest, promise: Promise<Result<RawResponse, HTTPFailure>>, limits: HTTPLimits,
        onProgress: (@Sendable (Int, Int?) -> Void)? = nil
    ) {
        self.request = request
        self.onProgress = onProgress
        self.promise = promise
        self.limits = limits
    }

    deinit { g_object_unref(cancellable) }

    /// - Parameter ended: called once, when libsoup needs the connection for this message no longer; the reply is
    ///   settled by then.
    func start(in session: UnsafeMutablePointer<SoupSession>?, onEnd: @escaping () -> Void) {
        guard let message = SoupMessages.make(request) else {
            promise.settle(.failure(.malformed))
            return onEnd()
        }
        self.message = message
        self.onEnd = onEnd
        watchHeaders(of: message)
        if request.needsPublicAddress { watchAddresses(of: message) }
        soup_session_send_async(
            session, message, G_PRIORITY_DEFAULT, cancellable,
            { session, result, exchange in
                Exchange.takeRetained(exchange)?.headersArrived(session, result)
            }, retainedPointer())
    }

    /// Gives the message up. The caller has its answer already.
    func cancel() {
        isCancelled = true
        if !isDeliveringHeaders { g_cancellable_cancel(cancellable) }
    }

    // MARK: Callbacks

    private func watchHeaders(of message: OpaquePointer) {
        let signals: [(String, @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)] = [
            ("got-headers", { _, exchange in Exchange.borrowed(exchange)?.isDeliveringHeaders = true }),
            ("restarted", { _, exchange in Exchange.borrowed(exchange)?.restarted() }),
        ]
        for (signal, handler) in signals {
            sgz_soup_message_connect(message, signal, handler, retainedPointer()) { exchange, _ in
                _ = Exchange.takeRetained(exchange)
            }
        }
    }

    /// Sees each address before it is connected to.
    private func watchAddresses(of message: OpaquePointer) {
        sgz_soup_message_connect_network_event(
            message,
            { _, event, connection, exchange in
                guard event == G_SOCKET_CLIENT_CONNECTING else { return }
                Exchange.borrowed(exchange)?.willConnect(connection)
            }, retainedPointer()
        ) { exchange, _ in _ = Exchange.takeRetained(exchange) }
    }

    /// A socket that is closed before it is connected sends nothing, and GIO goes on to the host's next address.
    private func willConnect(_ stream: UnsafeMutablePointer<GIOStream>?) {
        stream?.withMemoryRebound(to: GSocketConnection.self, capacity: 1) { connection in
            guard !SocketPeer.isPublicOrProxy(connection) else { return }
            isAddressRefused = true
            _ = g_socket_close(g_socket_connection_get_socket(connection), nil)
        }
    }

    /// Those headers were not the last, as those of a proxy that asks who calls.
    private func restarted() {
        isDeliveringHeaders = false
        if isCancelled { g_cancellable_cancel(cancellable) }
    }

    private func headersArrived(_ session: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
        isDeliveringHeaders = false
        var error: UnsafeMutablePointer<GError>?
        session?.withMemoryRebound(to: SoupSession.self, capacity: 1) {
            stream = soup_session_send_finish($0, result, &error)
        }
        let tooManyHeaders = SoupMessages.headerBytes(message) > limits.headerBytes
        guard stream != nil else {
            var failure = HTTPFailure(consuming: error, inBody: false)
            if isAddressRefused, failure != .cancelled { failure = .addressRefused }
            return finish(.failure(tooManyHeaders && failure != .cancelled ? .malformed : failure))
        }
        guard !isCancelled else { return finish(.failure(.cancelled)) }
        guard !tooManyHeaders else { return finish(.failure(.malformed)) }
        response.status = Int(soup_message_get_status(message).rawValue)
        response.headers = SoupMessages.responseHeaders(message)
        bodyPolicy = ResponseBodyPolicy(
            status: response.status, contentType: response.headers["content-type"], expects: request.expects,
            limits: limits)
        switch bodyPolicy {
        case .reject(let failure): finish(.failure(failure))
        case .ignore: finish(.success(response))
        case .read, .truncate: readMore()
        }
    }

    private func readMore() {
        g_input_stream_read_bytes_async(
            stream, 64 << 10, G_PRIORITY_DEFAULT, cancellable,
            { _, result, exchange in
                Exchange.takeRetained(exchange)?.bytesArrived(result)
            }, retainedPointer())
    }

    private func bytesArrived(_ result: OpaquePointer?) {
        var error: UnsafeMutablePointer<GError>?
        guard let bytes = g_input_stream_read_bytes_finish(stream, result, &error) else {
            return bodyFailed(HTTPFailure(consuming: error, inBody: true))
        }
        defer { g_bytes_unref(bytes) }
        var count = 0
        guard let start = g_bytes_get_data(bytes, &count), count > 0 else { return bodyEnded() }
        response.body.append(start.assumingMemoryBound(to: UInt8.self), count: count)
        onProgress?(response.body.count, response.headers["content-length"].flatMap { Int($0) })
        switch bodyPolicy {
        case .read(let limit) where response.body.count > limit:
            finish(.failure(.tooLarge(limit: limit)))
        case .truncate(let limit) where response.body.count >= limit:
            response.body = response.body.prefix(limit)
            finish(.success(response))
        default:
            readMore()
        }
    }

    private func bodyEnded() {
        // After `Connection: close` libsoup takes an early end for the end.
        if SoupMessages.isShort(message) { return bodyFailed(.truncated) }
        finish(.success(response), complete: true)
    }

    private func bodyFailed(_ failure: HTTPFailure) {
        // An error is an answer, whatever became of its text.
        if case .truncate = bodyPolicy, failure != .cancelled { return finish(.success(response)) }
        finish(.failure(failure))
    }

    /// - Parameter complete: the body was read to its end, so that the connection can serve the next.
    private func finish(_ result: Result<RawResponse, HTTPFailure>, complete: Bool = false) {
        promise.settle(result)
        response.body = Data()
        if !complete { g_cancellable_cancel(cancellable) }
        guard let stream else { return release() }
        g_input_stream_close_async(
            stream, G_PRIORITY_DEFAULT, cancellable,
            { stream, result, exchange in
                // What closing may complain about has nobody to hear it.
                stream?.withMemoryRebound(to: GInputStream.self, capacity: 1) {
                    _ = g_input_stream_close_finish($0, result, nil)
                }
                Exchange.takeRetained(exchange)?.release()
            }, retainedPointer())
    }

    private func release() {
        if let stream { g_object_unref(stream) }
        if let message { g_object_unref(UnsafeMutableRawPointer(message)) }
        stream = nil
        message = nil
        onEnd?()
        onEnd = nil
    }

    // MARK: Hand-over to C

    private func retainedPointer() -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    private static func borrowed(_ pointer: UnsafeMutableRawPointer?) -> Exchange? {
        pointer.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func takeRetained(_ pointer: UnsafeMutableRawPointer?) -> Exchange? {
        pointer.map { Unmanaged<Exchange>.fromOpaque($0).takeRetainedValue() }
    }
}
