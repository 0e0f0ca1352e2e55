import Foundation

@testable import StargazerServices

extension SVGRenderer {
    /// The worker with a deadline that no machine reaches.
    static var patient: SVGRenderer {
        var renderer = SVGRenderer.installed
        renderer.deadline = .seconds(1_000)
        return renderer
    }

    /// Nil if it could not be drawn.
    func png(of svg: Data, isDark: Bool = false) async -> Data? {
        guard case .picture(let png) = await draw(svg, isDark: isDark) else { return nil }
        return png
    }

    func png(of svg: String, isDark: Bool = false) async -> Data? { await png(of: Data(svg.utf8), isDark: isDark) }
}

/// The header of a PNG that the worker wrote.
struct PNG {
    let bytes: Data

    init(_ bytes: Data) { self.bytes = bytes }

    var width: Int { number(at: 16) }
    var height: Int { number(at: 20) }
    /// The natural width and height.
    var natural: [Int] {
        bytes.dropFirst(37).prefix(4) == Data("stSz".utf8) ? [number(at: 41), number(at: 45)] : []
    }

    private func number(at offset: Int) -> Int { bytes.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
}
