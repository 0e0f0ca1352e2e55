import Foundation

/// A drawing for each owner: a soft background and a mirrored pattern of discs, leaves and rings in two related colors.
struct Avatar {
    private enum Shape: Int { case none, disc, leaf, mirroredLeaf, ring, square }

    private let seed: Seed
    private let size: Int

    /// - Parameter size: Width and height in pixels.
    init(ownerID: Int, size: Int) {
        seed = Seed(ownerID)
        self.size = size
    }

    var png: Data {
        let shapes = cells()
        let unit = Double(size) / 6.4
        let origin = (Double(size) - unit * 5) / 2
        let blend = 0.5 / unit
        var rows: [[UInt8]] = []
        for y in 0..<size {
            var row = [UInt8](repeating: 0, count: size)
            let v = (Double(y) + 0.5 - origin) / unit
            for x in 0..<size {
                let u = (Double(x) + 0.5 - origin) / unit
                guard u >= 0, v >= 0, u < 5, v < 5 else { continue }
                let (shape, isAccent) = shapes[Int(v)][Int(u)]
                let distance = Self.distance(shape, u - u.rounded(.down) - 0.5, v - v.rounded(.down) - 0.5)
                let cover = min(max(0.5 - distance / (2 * blend), 0), 1)
                let step = UInt8((cover * 7).rounded())
                if step > 0 { row[x] = isAccent ? step + 7 : step }
            }
            rows.append(row)
        }
        return PNG.indexed(rows: rows, palette: palette())
    }

    /// Returns five by five cells. The right half mirrors the left.
    private func cells() -> [[(Shape, Bool)]] {
        (0..<5).map { y in
            let half = (0..<3).map { x -> (Shape, Bool) in
                let which = 10 + y * 3 + x
                let shape =
                    seed.pick(which, below: 10) < 3 ? Shape.none : Shape(rawValue: 1 + seed.pick(which + 40, below: 5))
                return (shape ?? .disc, seed.pick(which + 80, below: 3) == 0)
            }
            let middle = half[2].0 == .leaf || half[2].0 == .mirroredLeaf ? (Shape.ring, half[2].1) : half[2]
            return [half[0], half[1], middle, Self.mirrored(half[1]), Self.mirrored(half[0])]
        }
    }

    private static func mirrored(_ cell: (Shape, Bool)) -> (Shape, Bool) {
        switch cell.0 {
        case .leaf: (.mirroredLeaf, cell.1)
        case .mirroredLeaf: (.leaf, cell.1)
        default: cell
        }
    }

    /// Returns the distance from the shape's edge in cells, negative inside. The cell extends from -0.5 to 0.5.
    private static func distance(_ shape: Shape, _ x: Double, _ y: Double) -> Double {
        switch shape {
        case .none: 1
        case .disc: hypot(x, y) - 0.44
        case .ring: abs(hypot(x, y) - 0.33) - 0.11
        case .leaf: max(hypot(x + 0.44, y + 0.44), hypot(x - 0.44, y - 0.44)) - 0.88
        case .mirroredLeaf: max(hypot(x - 0.44, y + 0.44), hypot(x + 0.44, y - 0.44)) - 0.88
        case .square: rounded(x, y, half: 0.42, radius: 0.14)
        }
    }

    private static func rounded(_ x: Double, _ y: Double, half: Double, radius: Double) -> Double {
        let dx = max(abs(x) - half + radius, 0)
        let dy = max(abs(y) - half + radius, 0)
        return hypot(dx, dy) - radius
    }

    /// Returns the background, then seven steps from it to the main color, then seven to the accent color.
    private func palette() -> [PNG.Color] {
        let hue = Double(seed.pick(1, below: 360))
        let turns: [Double] = [32, -32, 150]
        let ground = Self.color(hue, 0.42, 0.92)
        let targets = [
            Self.color(hue, 0.46, 0.50), Self.color(hue + turns[seed.pick(2, below: turns.count)], 0.58, 0.66),
        ]
        var palette = [ground]
        for target in targets {
            for step in 1...7 { palette.append(ground.mixed(with: target, share: Double(step) / 7)) }
        }
        return palette
    }

    private static func color(_ hue: Double, _ saturation: Double, _ lightness: Double) -> PNG.Color {
        let reach = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> Double {
            let place = (offset + hue / 30 + 12).truncatingRemainder(dividingBy: 12)
            return lightness - reach * max(-1, min(place - 3, 9 - place, 1))
        }
        return PNG.Color(red: part(0), green: part(8), blue: part(4))
    }
}
