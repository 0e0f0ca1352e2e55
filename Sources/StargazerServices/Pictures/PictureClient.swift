public import Foundation
public import StargazerCore

/// The bytes of pictures: from the disk as long as they are fresh, else over a line of their own so that they never
/// delay a search.
public final class PictureClient: Sendable {
    private let server: GitHubServer
    private let transport: any HTTPTransport
    private let cache: PictureCache?
    private let addresses: PictureAddressPolicy
    let queue = RequestQueue(limit: 4)
    let coalescer = RequestCoalescer<URL, Data>()

    /// - Parameters:
    ///   - cache: nil keeps nothing on disk.
    ///   - addresses: where pictures may be loaded from.
    public init(
        server: GitHubServer, transport: any HTTPTransport, cache: PictureCache? = nil,
        addresses: PictureAddressPolicy = PictureAddressPolicy()
    ) {
        self.server = server
        self.transport = transport
        self.cache = cache
        self.addresses = addresses
    }

    /// Everybody who asks for one address shares one request; it is given up when the last of them is cancelled.
    /// Only what `PictureAddressPolicy` allows is asked. An old picture on disk serves when a new one is not to be had.
    public func bytes(at url: URL) async throws(CatalogFailure) -> Data {
        guard isAllowed(url) else { throw .unexpected(code: "picture-address") }
        return try await coalescer.value(of: url) { () async throws(CatalogFailure) in
            try await self.cached(url)
        }
    }

    /// A picture for a file of the person's, which may be larger than what is shown and is not kept on disk.
    public func download(
        at url: URL, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(CatalogFailure) -> Data {
        guard isAllowed(url) else { throw .unexpected(code: "picture-address") }
        if let cached = await cache?.picture(for: url), cached.isFresh { return cached.picture }
        let picture = try await queue.run { () async throws(CatalogFailure) in
            try await fetch(HTTPRequest(url: url, expects: .largePicture), onProgress: onProgress)
        }
        guard PictureFile.isPicture(picture) else { throw .unreadable(code: "picture-form") }
        return picture
    }

    /// A picture that is on disk, however old, in the first of these sizes that is; nobody is asked for it.
    public func cachedPicture(_ url: URL, pixels: [Int]) async -> Data? {
        for address in pixels.map({ sized(url, pixels: $0) }) {
            if let cached = await cache?.picture(for: address) { return cached.picture }
        }
        return nil
    }

    private func cached(_ url: URL) async throws(CatalogFailure) -> Data {
        let cached = await cache?.picture(for: url)
        if let cached, cached.isFresh { return cached.picture }
        do throws(CatalogFailure) {
            let picture = try await queue.run { () async throws(CatalogFailure) in
                try await fetch(HTTPRequest(url: url, expects: .picture)) { _, _ in }
            }
            await cache?.store(picture, for: url)
            return picture
        } catch {
            if error == .gone { await cache?.remove(url) }
            guard let cached, error != .gone, error != .cancelled else { throw error }
            return cached.picture
        }
    }

    /// The address of an avatar that is no larger than needed. Other pictures keep their address.
    /// - Parameter pixels: the side, in the display's own pixels.
    public func sized(_ url: URL, pixels: Int) -> URL {
        guard pixels > 0, isAvatar(url), var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url
        }
        let others = (parts.percentEncodedQueryItems ?? []).filter { $0.name != "s" }
        parts.percentEncodedQueryItems = others + [URLQueryItem(name: "s", value: String(pixels))]
        return parts.url ?? url
    }

    /// GitHub's avatar hosts (numbered ones in older answers), or an avatar that the API's own host serves.
    private func isAvatar(_ url: URL) -> Bool {
        guard let host = APIServer.name(of: url) else { return false }
        if host.hasPrefix("avatars"), host.hasSuffix(".githubusercontent.com") { return true }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
        return host == server.host && items.contains { $0.name == "v" }
    }

    private func fetch(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(CatalogFailure) -> Data {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await transport.send(request, onProgress: onProgress)
        } catch {
            throw CatalogFailure(error)
        }
        switch response.status {
        case 200: return response.body
        case 404, 410: throw .gone
        case 500...599: throw .server(status: response.status)
        default: throw .unexpected(code: "picture-\(response.status)")
        }
    }

    private func isAllowed(_ url: URL) -> Bool { WebAddress(url.absoluteString).map(addresses.allows) ?? false }
}
