import Foundation

/// The zoom and position of a picture in its frame. The frame keeps its size, so nothing around it moves; a picture of
/// another shape fills it when it is large enough.
public struct PictureZoom: Sendable, Equatable {
    /// A point in the frame or the picture: (0, 0) is the upper left corner, (1, 1) the lower right one.
    public struct Point: Sendable, Equatable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

        public static let center = Point(x: 0.5, y: 0.5)
    }

    /// The largest scale; more for a picture that is itself larger.
    public static let largest = 8.0
    /// The factor for a key press or a click.
    private static let step = 1.5
    /// A scale below this snaps to 1; the difference is not visible.
    private static let snapThreshold = 1.02

    /// The scale at which the picture has its own size; 1 or less for one that is not larger than the frame.
    public var ownScale = 1.0
    /// The scale relative to the fitted picture, from 1 on.
    public private(set) var scale = 1.0
    /// The point of the picture at the center of the frame.
    public private(set) var center = Point.center
    /// The width and the height of the fitted picture, as fractions of the frame's, above 0 and up to 1.
    public var fitted = Point(x: 1, y: 1) {
        didSet {
            if !Self.isPart(fitted.x) || !Self.isPart(fitted.y) { fitted = oldValue }
            clampToEdges()
        }
    }

    public init() {}

    public var isFitted: Bool { scale == 1 }
    public var isLargest: Bool { scale >= limit }
    private var limit: Double { max(Self.largest, ownScale.isFinite ? ownScale : 0) }

    public mutating func zoomIn() { zoom(by: Self.step) }
    public mutating func zoomOut() { zoom(by: 1 / Self.step) }
    public mutating func zoomToFit() { (scale, center) = (1, .center) }

    /// Zooms and keeps the picture's point under `place` there, within the picture's edges.
    public mutating func zoom(by factor: Double, at place: Point = .center) {
        guard factor.isFinite, factor > 0 else { return }
        let wanted = min(max(scale * factor, 1), limit)
        let new = wanted < Self.snapThreshold ? 1 : wanted
        let (x, y) = (Self.inside(place.x) - 0.5, Self.inside(place.y) - 0.5)
        center.x += (x / scale - x / new) / fitted.x
        center.y += (y / scale - y / new) / fitted.y
        scale = new
        clampToEdges()
    }

    /// Moves the picture by fractions of the frame.
    /// - Returns: whether the picture moved.
    public mutating func move(x: Double, y: Double) -> Bool {
        guard x.isFinite, y.isFinite else { return false }
        let before = center
        center.x -= x / scale / fitted.x
        center.y -= y / scale / fitted.y
        clampToEdges()
        return center != before
    }

    private mutating func clampToEdges() {
        center.x = clamped(center.x, fitted.x)
        center.y = clamped(center.y, fitted.y)
    }

    /// Along an axis on which the picture is smaller than the frame, it stays in the middle.
    private func clamped(_ value: Double, _ fitted: Double) -> Double {
        let edge = min(0.5, 0.5 / scale / fitted)
        return min(max(value, edge), 1 - edge)
    }

    private static func isPart(_ value: Double) -> Bool { value > 0 && value <= 1 }

    private static func inside(_ part: Double) -> Double { part.isFinite ? min(max(part, 0), 1) : 0.5 }
}
