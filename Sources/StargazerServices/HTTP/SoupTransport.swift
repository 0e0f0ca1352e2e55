import Foundation
public import Logging
public import StargazerCore

/// HTTP over libsoup, with the guards libsoup leaves to its user: a deadline for the whole, a limit for what is read
/// after decompression, the content type, complete bodies, and redirects that stay where the request was sent.
///
/// Its thread and its connections end with it.
public final class SoupTransport: HTTPTransport {
    let network = NetworkThread(name: "network")
    private let dispatcher: Dispatcher
    private let limits: HTTPLimits
    private let pictures: PictureAddressPolicy
    private let time: TimeSource
    private let logger: Logger?

    /// - Parameters:
    ///   - userAgent: sent with every request, `Stargazer/1.0`.
    ///   - pictures: where pictures may be loaded from.
    ///   - time: waits for the deadlines.
    ///   - logger: is told method, address without query, and outcome of every request, at debug level.
    public init(
        userAgent: String, pictures: PictureAddressPolicy = PictureAddressPolicy(), time: TimeSource = .system,
        limits: HTTPLimits = HTTPLimits(), logger: Logger? = nil
    ) {
        self.dispatcher = Dispatcher(userAgent: userAgent, limits: limits)
        self.limits = limits
        self.pictures = pictures
        self.time = time
        self.logger = logger
    }

    deinit {
        network.perform { [dispatcher, network] in
            dispatcher.close { network.stop() }
        }
    }

    /// A status of 400 and above is an answer whatever its type; its body is cut at 256 KB. `GET` follows up to five
    /// redirects (301, 302, 307, 308) on the same scheme, host and port; a picture also to other https servers.
    /// Plain http is `.insecure` but to this machine. A picture is `.addressRefused` where it would come from an
    /// address that is not public; nothing is sent there, whatever name it has.
    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await send(request, telling: nil)
    }

    public func send(
        _ request: HTTPRequest, arrived: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse {
        try await send(request, telling: arrived)
    }

    private typealias Arrived = @Sendable (Int, Int?) -> Void

    private func send(_ request: HTTPRequest, telling arrived: Arrived?) async throws(HTTPFailure) -> HTTPResponse {
        let deadline = limits.allowance(for: request.expects).time
        let result = await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>.self) { group in
            group.addTask { await self.answer(to: request, arrived) }
            group.addTask { [time] in
                do { try await time.sleep(deadline) } catch { return .failure(.cancelled) }
                return .failure(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
        logger?.debug("\(Self.logLine(request, result))")
        return try result.get()
    }

    private func answer(to request: HTTPRequest, _ arrived: Arrived?) async -> Result<HTTPResponse, HTTPFailure> {
        do throws(HTTPFailure) {
            var hop = try Hop(request, pictures: pictures)
            for _ in 0...limits.redirects {
                let arrival = try await exchange(hop, arrived).get()
                let isMoved = (300..<400).contains(arrival.status) && arrival.status != 304
                guard isMoved, let location = arrival.headers["location"] else {
                    return .success(try admitted(arrival, from: hop, request: request))
                }
                hop = try hop.redirected(to: location, status: arrival.status)
            }
            throw .tooManyRedirects
        } catch {
            return .failure(error)
        }
    }

    /// One message, from the end of the line to its answer; a cancelled one is answered at once, wherever it is.
    private func exchange(_ hop: Hop, _ arrived: Arrived?) async -> Result<Arrival, HTTPFailure> {
        let reply = Reply<Result<Arrival, HTTPFailure>>()
        let exchange = Exchange(hop, reply: reply, limits: limits, arrived: arrived)
        return await withTaskCancellationHandler {
            network.perform { [dispatcher] in dispatcher.add(exchange) }
            return await reply.value()
        } onCancel: {
            reply.settle(.failure(.cancelled))
            network.perform { [dispatcher] in dispatcher.drop(exchange) }
        }
    }

    private func admitted(_ arrival: Arrival, from hop: Hop, request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        let hasBody = (200..<300).contains(arrival.status) && ![204, 205].contains(arrival.status)
        if hasBody, hop.expects == .json, hop.method != "HEAD", !CompleteJSON.holds(arrival.body) {
            throw .truncated
        }
        let isDropped = hop.expects == .none && arrival.status < 400
        return HTTPResponse(
            status: arrival.status, url: URL(string: hop.address.text) ?? request.url, headers: arrival.headers,
            body: isDropped ? Data() : arrival.body)
    }

    /// Of the request only the method and the address, without its query: both headers and query may hold a key.
    static func logLine(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>) -> String {
        let outcome =
            switch result {
            case .success(let response): "\(response.status), \(response.body.count) bytes"
            case .failure(let failure): "\(failure)"
            }
        return "\(request.method) \(WebAddress(request.url.absoluteString)?.logText ?? "no address"): \(outcome)"
    }
}
