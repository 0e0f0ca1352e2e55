import Foundation
public import Logging
import StargazerCore
public import StargazerLibrary

/// HTTP over libsoup, with the checks that libsoup leaves to the application.
///
/// It enforces a deadline for the whole request, a size limit after decompression, content types and complete bodies.
/// Redirects stay on the server that the request was sent to. Its thread and connections end when it is deinitialized.
public final class SoupTransport: HTTPTransport {
    let network = NetworkThread(name: "network")
    private let dispatcher: Dispatcher
    private let limits: HTTPLimits
    private let pictures: PictureAddressPolicy
    private let time: TimeSource
    private let logger: Logger?

    /// - Parameters:
    ///   - userAgent: sent with every request, for example `Stargazer/1.0`.
    ///   - logger: logs method, URL without query, and outcome of every request, at debug level.
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

    /// A status of 400 and above is a response, whatever its content type; its body is truncated at 256 KB. `GET`
    /// follows up to five redirects (301, 302, 307, 308) on the same scheme, host and port, and for pictures also to
    /// other https servers. Plain http throws `.insecure`, except to this machine. A picture throws `.addressRefused`
    /// if its host name or address is not public; nothing is sent there.
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
            group.addTask { await self.response(to: request, onProgress) }
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

    private func response(to request: HTTPRequest, _ onProgress: ProgressHandler?) async -> Result<
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

    /// Queues one message and returns its result. Cancelling returns `.cancelled` at once.
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
        if hasBody, validated.expects == .json, validated.method != "HEAD",
            let failure = JSONValidator.failure(of: response.body)
        {
            throw failure
        }
        let isDropped = validated.expects == .none && response.status < 400
        return HTTPResponse(
            status: response.status, url: URL(string: validated.address.text) ?? request.url, headers: response.headers,
            body: isDropped ? Data() : response.body)
    }

    /// Returns the line to log: method and URL without query. Headers and query can hold a key.
    static func logLine(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>) -> String {
        let outcome =
            switch result {
            case .success(let response): "\(response.status), \(response.body.count) bytes"
            case .failure(let failure): "\(failure)"
            }
        return "\(request.method) \(WebAddress(request.url.absoluteString)?.logText ?? "no address"): \(outcome)"
    }
}
