import Foundation
public import StargazerLibrary
import Synchronization

/// Notices when an unreachable server answers again. The system reports changes of this machine's network only.
///
/// After a failure, it asks the server for nothing but headers, without a token: after 5 seconds, then after twice as
/// long each time, up to 2 minutes. Servers of pictures are not asked.
public final class ReachabilityTransport: HTTPTransport {
    /// Yields each time such a server has answered.
    public let recoveries: AsyncStream<Void>

    private let transport: any HTTPTransport
    private let time: TimeSource
    private let recovered: AsyncStream<Void>.Continuation
    private let outages = Mutex<[String: Outage]>([:])

    private struct Outage {
        /// The next pause in seconds. It keeps growing until the server answers a request other than ours.
        var pause = first
        /// Nil after the server has answered.
        var asking: Task<Void, Never>?
    }

    private static let first = 5
    private static let maxPause = 120

    public init(_ transport: any HTTPTransport, time: TimeSource) {
        self.transport = transport
        self.time = time
        (recoveries, recovered) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        outages.withLock { for outage in $0.values { outage.asking?.cancel() } }
        recovered.finish()
    }

    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await send(request) { _, _ in }
    }

    public func send(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(HTTPFailure) -> HTTPResponse {
        guard !request.expects.isPicture, let origin = WebAddress(request.url.absoluteString)?.origin else {
            return try await transport.send(request, onProgress: onProgress)
        }
        do throws(HTTPFailure) {
            let response = try await transport.send(request, onProgress: onProgress)
            responded(origin)
            return response
        } catch {
            if error.isOutage { failed(origin) }
            throw error
        }
    }

    private func responded(_ origin: String) {
        guard let outage = outages.withLock({ $0.removeValue(forKey: origin) }), let asking = outage.asking else {
            return
        }
        asking.cancel()
        recovered.yield()
    }

    private func failed(_ origin: String) {
        outages.withLock { outages in
            guard outages[origin]?.asking == nil else { return }
            outages[origin, default: Outage()].asking = Task { [weak self, time] in
                while let pause = self?.nextPause(origin) {
                    do { try await time.sleep(.seconds(pause)) } catch { return }
                    if await self?.isReachable(origin) != false { break }
                }
                self?.reached(origin)
            }
        }
    }

    /// - Returns: nil once the server has answered.
    private func nextPause(_ origin: String) -> Int? {
        outages.withLock { outages in
            guard let pause = outages[origin]?.pause else { return nil }
            outages[origin]?.pause = min(pause * 2, Self.maxPause)
            return pause
        }
    }

    private func isReachable(_ origin: String) async -> Bool {
        guard let url = URL(string: origin + "/") else { return true }
        do throws(HTTPFailure) {
            _ = try await transport.send(HTTPRequest(method: "HEAD", url: url, expects: .none))
            return true
        } catch {
            return !error.isOutage
        }
    }

    private func reached(_ origin: String) {
        let wasAsking = outages.withLock { outages in
            defer { outages[origin]?.asking = nil }
            return outages[origin]?.asking != nil
        }
        if wasAsking, !Task.isCancelled { recovered.yield() }
    }
}

extension HTTPFailure {
    /// Whether the server could not be reached, so that it is worth asking again.
    fileprivate var isOutage: Bool { CatalogFailure(self).isUnreachable || self == .timedOut }
}
