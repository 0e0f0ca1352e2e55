import Foundation

/// The zoom and position of a picture in its frame. The frame keeps its size, so nothing around it moves.
public struct PictureZoom: Sendable, Equatable {
    /// A point in the frame or the picture: (0, 0) is the upper left corner, (1, 1) the lower right one.
    public struct Point: Sendable, Equatable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

        public static let center = Point(x: 0.5, y: 0.5)
    }

    public static let largest = 8.0
    /// The factor for a key press or a click.
    private static let step = 1.5
    /// A scale below this snaps to 1; the difference is not visible.
    private static let snapThreshold = 1.02

    /// The scale relative to the fitted picture, from 1 to ``largest``.
    public private(set) var scale = 1.0
    /// The point of the picture at the center of the frame.
    public private(set) var center = Point.center

    public init() {}

    public var isFitted: Bool { scale == 1 }
    public var isLargest: Bool { scale >= Self.largest }

    public mutating func zoomIn() { zoom(by: Self.step) }
    public mutating func zoomOut() { zoom(by: 1 / Self.step) }
    public mutating func zoomToFit() { self = PictureZoom() }

    /// Zooms and keeps the picture's point under `place` there, within the picture's edges.
    public mutating func zoom(by factor: Double, at place: Point = .center) {
        guard factor.isFinite, factor > 0 else { return }
        let wanted = min(max(scale * factor, 1), Self.largest)
        let new = wanted < Self.snapThreshold ? 1 : wanted
        let (x, y) = (Self.inside(place.x) - 0.5, Self.inside(place.y) - 0.5)
        center.x += x / scale - x / new
        center.y += y / scale - y / new
        scale = new
        clampToEdges()
    }

    /// Moves the picture by fractions of the frame.
    /// - Returns: whether the picture moved.
    public mutating func move(x: Double, y: Double) -> Bool {
        guard x.isFinite, y.isFinite else { return false }
        let before = center
        center.x -= x / scale
        center.y -= y / scale
        clampToEdges()
        return center != before
    }

    private mutating func clampToEdges() {
        let edge = 0.5 / scale
        center.x = min(max(center.x, edge), 1 - edge)
        center.y = min(max(center.y, edge), 1 - edge)
    }

    private static func inside(_ part: Double) -> Double { part.isFinite ? min(max(part, 0), 1) : 0.5 }
}
