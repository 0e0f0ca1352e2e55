public import Foundation
package import StargazerCore
public import StargazerLibrary

/// Loads pictures, from the cache while they are fresh. Its own queue keeps pictures from delaying searches.
public final class PictureClient: Sendable {
    private let server: GitHubServer
    private let transport: any HTTPTransport
    private let cache: PictureCache?
    private let addresses: PictureAddressPolicy
    private let wikimedia: WikimediaLimits
    private let colorScheme: ColorScheme
    private let time: TimeSource
    let queue = RequestQueue(limit: 4)
    /// SVGs do not delay other pictures.
    private let drawing: SVGDrawingQueue
    let coalescer = RequestCoalescer<SharedPicture, Data>()

    /// What callers must have in common to share a request.
    struct SharedPicture: Hashable {
        let url: URL
        var isDark = false
        var isInDocument = false
    }

    /// - Parameters:
    ///   - cache: nil disables caching on disk.
    ///   - wikimedia: shared with the client of Wikimedia's API.
    package init(
        server: GitHubServer, transport: any HTTPTransport, cache: PictureCache? = nil,
        addresses: PictureAddressPolicy = PictureAddressPolicy(), wikimedia: WikimediaLimits = WikimediaLimits(),
        svg: SVGRenderer = .installed, colorScheme: ColorScheme = ColorScheme(), time: TimeSource = .system
    ) {
        self.server = server
        self.transport = transport
        self.cache = cache
        self.addresses = addresses
        self.wikimedia = wikimedia
        self.colorScheme = colorScheme
        drawing = SVGDrawingQueue(svg, time: time)
        self.time = time
    }

    /// Returns the picture at a URL that `PictureAddressPolicy` allows; for an SVG, a PNG of it.
    ///
    /// Callers that want the same share a request, until the last one cancels. If it fails, a stale picture is returned.
    /// - Parameter isInDocument: whether it may be larger, as those of documents are.
    public func bytes(at url: URL, isInDocument: Bool = false) async throws(CatalogFailure) -> Data {
        guard isAllowed(url) else { throw .unexpected(code: "picture-address") }
        let isDark = colorScheme.isDark
        let shared = SharedPicture(url: url, isDark: isDark, isInDocument: isInDocument)
        return try await coalescer.value(of: shared) { () async throws(CatalogFailure) in
            try await self.cached(url, isDark: isDark, expects: isInDocument ? .documentPicture : .picture)
        }
    }

    /// An avatar no larger than needed, or of another size from the disk when offline; any other picture as it is.
    /// - Parameter pixels: the side, in the display's own pixels.
    public func bytes(
        at url: URL, pixels: Int, isInDocument: Bool = false
    ) async throws(CatalogFailure) -> Data {
        do throws(CatalogFailure) {
            return try await bytes(at: sized(url, pixels: pixels), isInDocument: isInDocument)
        } catch {
            guard error.isTransient, isAvatar(url), isAllowed(url),
                let other = await cachedPicture(url, pixels: Self.avatarSides)
            else { throw error }
            return other
        }
    }

    /// Those that windows show, the largest first.
    private static let avatarSides = [144, 96, 72, 64, 48, 32]

    /// Loads a picture to save to a file. It can be larger than the pictures shown, and is not cached.
    public func download(
        at url: URL, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(CatalogFailure) -> Data {
        guard isAllowed(url) else { throw .unexpected(code: "picture-address") }
        if let cached = await cache?.picture(for: url), cached.isFresh { return cached.picture }
        let picture = try await queue.run { () async throws(CatalogFailure) in
            try await fetch(HTTPRequest(url: url, expects: .largePicture), onProgress: onProgress).body
        }
        guard PictureFile.isPicture(picture) else { throw .unreadable(code: "picture-form") }
        return picture
    }

    /// Returns the cached picture of any age, in the first of these sizes that is cached. Makes no request.
    public func cachedPicture(_ url: URL, pixels: [Int]) async -> Data? {
        for address in pixels.map({ sized(url, pixels: $0) }) {
            if let cached = await cache?.picture(for: address) { return cached.picture }
        }
        return nil
    }

    /// Deletes a picture from the disk that cannot be shown; the next request asks the server.
    public func discard(_ url: URL) async {
        for address in [url, Self.address(url, isDark: false), Self.address(url, isDark: true)] {
            await cache?.remove(address)
        }
    }

    /// Where an SVG is cached that depends on the color scheme. A fragment is no part of a request; pages have others,
    /// such as GitHub's `#gh-dark-mode-only`.
    private static func address(_ url: URL, isDark: Bool) -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.fragment = isDark ? "stargazer-dark" : "stargazer-light"
        return parts?.url ?? url
    }

    private func cached(
        _ url: URL, isDark: Bool, expects: HTTPBodyKind
    ) async throws(CatalogFailure) -> Data {
        let own = Self.address(url, isDark: isDark)
        let ofScheme = await cache?.picture(for: own)
        let ofBoth = ofScheme?.isFresh == true ? nil : await cache?.picture(for: url)
        let cached = ofBoth?.isFresh == true ? ofBoth : ofScheme ?? ofBoth
        if let cached, cached.isFresh { return cached.picture }
        do throws(CatalogFailure) {
            let response = try await queue.run { () async throws(CatalogFailure) in
                try await fetch(HTTPRequest(url: url, expects: expects)) { _, _ in }
            }
            guard PictureKind(response.body) == .svg else {
                await cache?.store(response.body, for: url)
                return response.body
            }
            let picture = try await drawing.png(of: response.body, isDark: isDark)
            let depends = response.body.range(of: Data("prefers-color-scheme".utf8)) != nil
            await cache?.store(picture, for: depends ? own : url)
            return picture
        } catch {
            if error == .gone { await discard(url) }
            guard let cached, error != .gone, error != .cancelled else { throw error }
            return cached.picture
        }
    }

    /// Returns the URL of an avatar with this side in device pixels. Other URLs do not change.
    public func sized(_ url: URL, pixels: Int) -> URL {
        guard pixels > 0, isAvatar(url), var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            return url
        }
        let others = (parts.percentEncodedQueryItems ?? []).filter { $0.name != "s" }
        parts.percentEncodedQueryItems = others + [URLQueryItem(name: "s", value: String(pixels))]
        return parts.url ?? url
    }

    /// Whether it is on GitHub's avatar hosts (older responses use numbered ones) or an avatar on the API's own host.
    private func isAvatar(_ url: URL) -> Bool {
        guard let host = APIServer.name(of: url) else { return false }
        if host.hasPrefix("avatars"), host.hasSuffix(".githubusercontent.com") { return true }
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
        return host == server.host && items.contains { $0.name == "v" }
    }

    private func fetch(
        _ request: HTTPRequest, onProgress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(CatalogFailure) -> HTTPResponse {
        let response = try await wikimedia.requestPicture(request.url, now: time.now) {
            () async throws(CatalogFailure) in
            do throws(HTTPFailure) {
                return try await transport.send(request, onProgress: onProgress)
            } catch {
                throw CatalogFailure(error)
            }
        }
        switch response.status {
        case 200 where PictureKind(response.body) == .gitLFSPointer:
            guard let file = GitHubServer.largeFile(at: response.url) else { throw .unreadable(code: "git-lfs") }
            return try await fetch(HTTPRequest(url: file, expects: request.expects), onProgress: onProgress)
        case 200: return response
        case 404, 410: throw .gone
        case 500...599: throw .server(status: response.status)
        default: throw .unexpected(code: "picture-\(response.status)")
        }
    }

    private func isAllowed(_ url: URL) -> Bool { WebAddress(url.absoluteString).map(addresses.allows) ?? false }
}
