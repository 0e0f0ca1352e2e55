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
        try await send(request, reporting: nil)
    }

    public func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse {
        try await send(request, reporting: onProgress)
    }

    private typealias ProgressHandler = @Sendable (Int, Int?) -> Void

    private func send(_ request: HTTPRequest, reporting onProgress: ProgressHandler?) async throws(HTTPFailure)
        -> HTTPResponse
    {
        let deadline = limits.allowance(for: request.expects).time
        let result = await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>.self) { group in
            group.addTask { await self.answer(to: request, onProgress) }
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

    private func answer(to request: HTTPRequest, _ onProgress: ProgressHandler?) async -> Result<
        HTTPResponse, HTTPFailure
    > {
        do throws(HTTPFailure) {
            var validated = try ValidatedRequest(request, pictures: pictures)
            for _ in 0...limits.redirects {
                let response = try await exchange(validated, onProgress).get()
                let isMoved = (300..<400).contains(response.status) && response.status != 304
                guard isMoved, let location = response.headers["location"] else {
                    return .success(try validatedResponse(response, from: validated, request: request))
                }
                validated = try validated.redirected(to: location, status: response.status)
            }
            throw .tooManyRedirects
        } catch {
            return .failure(error)
        }
    }

    /// One message, from the end of the line to its answer; a cancelled one is answered at once, wherever it is.
    private func exchange(_ validated: ValidatedRequest, _ onProgress: ProgressHandler?) async -> Result<
        RawResponse, HTTPFailure
    > {
        let promise = Promise<Result<RawResponse, HTTPFailure>>()
        let exchange = Exchange(validated, promise: promise, limits: limits, onProgress: onProgress)
        return await withTaskCancellationHandler {
            network.perform { [dispatcher] in dispatcher.add(exchange) }
            return await promise.value()
        } onCancel: {
            promise.settle(.failure(.cancelled))
            network.perform { [dispatcher] in dispatcher.cancel(exchange) }
        }
    }

    private func validatedResponse(_ response: RawResponse, from validated: ValidatedRequest, request: HTTPRequest)
        throws(HTTPFailure) -> HTTPResponse
    {
        let hasBody = (200..<300).contains(response.status) && ![204, 205].contains(response.status)
        if hasBody, validated.expects == .json, validated.method != "HEAD", !JSONValidator.isComplete(response.body) {
            throw .truncated
        }
        let isDropped = validated.expects == .none && response.status < 400
        return HTTPResponse(
            status: response.status, url: URL(string: validated.address.text) ?? request.url, headers: response.headers,
            body: isDropped ? Data() : response.body)
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
