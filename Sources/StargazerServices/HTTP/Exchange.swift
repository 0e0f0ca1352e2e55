import CSoup
import Foundation
import StargazerCore
import StargazerLibrary

/// The response to a single message, which can still be a redirect.
struct RawResponse: Sendable {
    var status: Int
    var headers: [String: String]
    var body: Data
}

/// A single message sent through libsoup.
///
/// The dispatcher starts and cancels it on the network thread, where GLib also calls back. Only the immutable
/// properties and the promise are used on other threads, hence `@unchecked Sendable`. Every GIO callback gets one
/// reference to the exchange and releases it when called. GIO calls each callback exactly once, even after
/// cancellation.
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
    private var isKindConfirmed = false
    private var onEnd: (() -> Void)?

    /// Whether the headers have arrived but libsoup has not delivered them yet. The cancellable must not be cancelled
    /// meanwhile: libsoup 3.6.5 would remove the message from its queue twice and use freed memory.
    private var isDeliveringHeaders = false
    private var isCancelled = false
    private var isAddressRefused = false
    /// The proxy through which the connection was made for this message, as `HOST:PORT`.
    private var proxy: String?

    /// - Parameter onProgress: called with the bytes received and the `Content-Length`, if known.
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

    /// - Parameter onEnd: called once, when libsoup no longer needs the connection. The promise is settled by then.
    func start(in session: UnsafeMutablePointer<SoupSession>?, onEnd: @escaping () -> Void) {
        guard let message = SoupMessages.make(request) else {
            promise.settle(.failure(.malformed))
            return onEnd()
        }
        self.message = message
        self.onEnd = onEnd
        watchHeaders(of: message)
        watchConnection(of: message)
        soup_session_send_async(
            session, message, G_PRIORITY_DEFAULT, cancellable,
            { session, result, exchange in
                Exchange.takeRetained(exchange)?.headersArrived(session, result)
            }, retainedPointer())
    }

    /// Cancels the message. The caller already has its result.
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

    /// Sees each address before the connection to it is made.
    private func watchConnection(of message: OpaquePointer) {
        sgz_soup_message_connect_network_event(
            message,
            { _, event, connection, exchange in
                guard event == G_SOCKET_CLIENT_CONNECTING else { return }
                Exchange.borrowed(exchange)?.willConnect(connection)
            }, retainedPointer()
        ) { exchange, _ in _ = Exchange.takeRetained(exchange) }
    }

    /// Notes the proxy. Before anything is sent, closes a socket that must be public and is not; GIO tries the next.
    private func willConnect(_ stream: UnsafeMutablePointer<GIOStream>?) {
        stream?.withMemoryRebound(to: GSocketConnection.self, capacity: 1) { connection in
            let peer = SocketPeer(connection)
            proxy = peer.proxy
            guard request.needsPublicAddress, !peer.isPublic, !peer.isProxy else { return }
            isAddressRefused = true
            _ = g_socket_close(g_socket_connection_get_socket(connection), nil)
        }
    }

    /// Called when more headers follow, for example after a proxy asked for authentication.
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
        // Only the server has a certificate. libsoup passes on what a proxy says instead of connecting.
        let isServer = !request.address.isSecure || soup_message_get_tls_peer_certificate(message) != nil
        guard isServer, response.status != 407 else {
            return finish(.failure(.proxyRefused(ProxyRefusal(proxy: proxy, status: response.status))))
        }
        response.headers = SoupMessages.responseHeaders(message)
        bodyPolicy = ResponseBodyPolicy(
            status: response.status, contentType: response.headers["content-type"], expects: request.expects,
            limits: limits)
        switch bodyPolicy {
        case .reject(let failure): finish(.failure(failure))
        case .ignore: finish(.success(response))
        case .read(let limit) where announcedLength > limit, .readPicture(let limit) where announcedLength > limit:
            finish(.failure(.tooLarge(limit: limit)))
        case .read, .readPicture, .readBeginning, .truncate: readMore()
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
        case .read(let limit) where response.body.count > limit,
            .readPicture(let limit) where response.body.count > limit:
            finish(.failure(.tooLarge(limit: limit)))
        case .readPicture where response.body.count >= PictureKind.prefixLength && !isPicture:
            finish(.failure(wrongKind))
        case .truncate(let limit) where response.body.count >= limit,
            .readBeginning(let limit) where response.body.count >= limit:
            response.body = response.body.prefix(limit)
            finish(.success(response))
        default:
            readMore()
        }
    }

    private func bodyEnded() {
        // With `Connection: close`, libsoup takes a truncated body for a complete one.
        if SoupMessages.isShort(message) { return bodyFailed(.truncated) }
        if case .readPicture = bodyPolicy, !isPicture { return finish(.failure(wrongKind)) }
        finish(.success(response), complete: true)
    }

    private var announcedLength: Int { response.headers["content-length"].flatMap { Int($0) } ?? 0 }

    /// Whether the body begins like a picture.
    private var isPicture: Bool {
        if !isKindConfirmed { isKindConfirmed = PictureKind(response.body).map(request.expects.allows) == true }
        return isKindConfirmed
    }

    private var wrongKind: HTTPFailure { .wrongContentType(response.headers["content-type"]) }

    private func bodyFailed(_ failure: HTTPFailure) {
        // An error status is a response, even with a broken body.
        if case .truncate = bodyPolicy, failure != .cancelled { return finish(.success(response)) }
        finish(.failure(failure))
    }

    /// Settles the promise and closes the stream.
    /// - Parameter complete: the body was read to its end, so the connection can be reused.
    private func finish(_ result: Result<RawResponse, HTTPFailure>, complete: Bool = false) {
        promise.settle(result)
        response.body = Data()
        if !complete { g_cancellable_cancel(cancellable) }
        guard let stream else { return release() }
        g_input_stream_close_async(
            stream, G_PRIORITY_DEFAULT, cancellable,
            { stream, result, exchange in
                // Errors of closing do not matter: the result is already delivered.
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

    // MARK: References held by C

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
