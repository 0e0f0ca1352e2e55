import Foundation
import StargazerCore
import StargazerLibrary
import Synchronization

/// Draws SVGs, two at once: small ones before large ones, and those that take long after all others, one at once.
/// So hostile pictures of a page delay its others little.
final class SVGDrawingQueue: Sendable {
    /// Milliseconds of processor time. A badge takes about 10, a card 20.
    private static let firstLimit = 100
    /// The limit after hostile pictures, instead of the renderer's own.
    private static let strictLimit = 200
    /// How many pictures must reach the renderer's limit within a minute until the strict limit applies.
    private static let stopsUntilStrict = 3

    private let renderer: SVGRenderer
    private let time: TimeSource
    private let queue = RequestQueue(limit: 2)
    private let slow = RequestQueue(limit: 1)
    private let stops = Mutex<[Date]>([])

    init(_ renderer: SVGRenderer, time: TimeSource) {
        self.renderer = renderer
        self.time = time
    }

    func png(of svg: Data, isDark: Bool) async throws(CatalogFailure) -> Data {
        if svg.count > SVGRenderer.maxSource { throw .pictureTooLarge }
        var result = try await queue.run(size: svg.count) { () async throws(CatalogFailure) in
            await renderer.draw(svg, isDark: isDark, milliseconds: Self.firstLimit)
        }
        if result == .stopped, !Task.isCancelled { result = try await drawSlowly(svg, isDark: isDark) }
        if Task.isCancelled { throw .cancelled }
        switch result {
        case .picture(let png): return png
        case .stopped, .failed: throw .undrawablePicture
        case .unavailable: throw .undrawnPicture
        }
    }

    private func drawSlowly(_ svg: Data, isDark: Bool) async throws(CatalogFailure) -> SVGRenderer.Result {
        let last = RequestContext(.background)
        return try await slow.run(in: last, size: svg.count) { () async throws(CatalogFailure) in
            try await queue.run(in: last) { () async throws(CatalogFailure) in
                let isStrict = isStrict
                let limit = isStrict ? Self.strictLimit : SVGRenderer.maxMilliseconds
                let result = await renderer.draw(svg, isDark: isDark, milliseconds: limit)
                guard result == .stopped else { return result }
                // It may only be slow. Later it has all of the time.
                if isStrict { return .unavailable }
                stops.withLock { $0.append(time.now()) }
                return result
            }
        }
    }

    private var isStrict: Bool {
        let now = time.now()
        return stops.withLock { stops in
            stops.removeAll { !(0..<60).contains(now.timeIntervalSince($0)) }
            return stops.count >= Self.stopsUntilStrict
        }
    }
}
