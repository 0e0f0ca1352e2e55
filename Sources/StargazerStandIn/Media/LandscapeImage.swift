import Foundation

/// A drawing for each sample picture: sky, a moving sun and hills. Its rows are palette indexes.
struct LandscapeImage {
    private let seed: Seed
    let width: Int
    let height: Int
    static let frameCount = 12

    init(_ number: Int, width: Int, height: Int) {
        seed = Seed(number &* 104_729)
        self.width = max(width, 1)
        self.height = max(height, 1)
    }

    /// Twelve colors of the sky, one of the sun and two of the hills.
    var palette: [PNG.Color] {
        let hue = Double(seed.pick(1, below: 100)) / 100
        let top = PNG.Color(red: 0.15 + hue / 4, green: 0.25, blue: 0.55 - hue / 5)
        let low = PNG.Color(red: 0.98, green: 0.70 + hue / 6, blue: 0.45 + hue / 4)
        let sky = (0..<12).map { top.mixed(with: low, share: Double($0) / 11) }
        let hill = PNG.Color(red: 0.16, green: 0.24 + hue / 5, blue: 0.30)
        return sky + [
            PNG.Color(red: 1, green: 0.92, blue: 0.70), hill.mixed(with: low, share: 0.35), hill,
        ]
    }

    /// Returns the frames, in which only the sun moves.
    func frames(_ count: Int = frameCount) -> [[UInt8]] {
        let ground = ground
        return (0..<count).map { withSun(at: $0, on: ground) }
    }

    var rows: [[UInt8]] {
        let pixels = withSun(at: 0, on: ground)
        return (0..<height).map { Array(pixels[$0 * width..<($0 + 1) * width]) }
    }

    private var ground: [UInt8] {
        let (far, near) = (hill(1, 0.62, 0.10), hill(2, 0.78, 0.13))
        var pixels = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            let sky = UInt8(y * 12 / height)
            for x in 0..<width { pixels[y * width + x] = y > near[x] ? 14 : y > far[x] ? 13 : sky }
        }
        return pixels
    }

    /// Draws the sun in front of the sky and behind the hills.
    private func withSun(at step: Int, on ground: [UInt8]) -> [UInt8] {
        let way = 2 * Double.pi * Double(step) / Double(Self.frameCount)
        let radius = Double(min(width, height)) * 0.16
        let (left, top) = (Double(width) * (0.5 + 0.28 * cos(way)), Double(height) * (0.42 + 0.16 * sin(way)))
        var pixels = ground
        for y in max(0, Int(top - radius))..<max(1, min(height, Int(top + radius) + 1)) {
            for x in max(0, Int(left - radius))..<max(1, min(width, Int(left + radius) + 1))
            where pixels[y * width + x] < 12 && hypot(Double(x) - left, Double(y) - top) < radius {
                pixels[y * width + x] = 12
            }
        }
        return pixels
    }

    private func hill(_ which: Int, _ base: Double, _ reach: Double) -> [Int] {
        let (turn, length) = (
            Double(seed.pick(10 + which, below: 100)) / 16, 2 + Double(seed.pick(20 + which, below: 4))
        )
        return (0..<width).map { x in
            let way = turn + length * Double(x) / Double(width)
            return Int(Double(height) * (base + reach * sin(way) * cos(way * 1.7)))
        }
    }
}
