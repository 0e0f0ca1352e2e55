import StargazerCore
import Testing

/// Zooming, tested without a picture.
struct PictureZoomTests {
    private typealias Point = PictureZoom.Point

    @Test func `the whole picture shows at first, and after zooming out fully`() {
        var zoom = PictureZoom()
        #expect(zoom.isFitted && zoom.scale == 1 && zoom.center == .center)
        zoom.zoomIn()
        #expect(zoom.scale == 1.5)
        zoom.zoomOut()
        #expect(zoom == PictureZoom())
        zoom.zoomOut()
        #expect(zoom == PictureZoom())
    }

    @Test func `the largest scale is eight`() {
        var zoom = PictureZoom()
        for _ in 0..<20 { zoom.zoomIn() }
        #expect(zoom.scale == PictureZoom.largest && zoom.isLargest)
        zoom.zoomToFit()
        #expect(zoom == PictureZoom())
    }

    @Test(arguments: [(0.0, 0.0), (1.0, 1.0), (0.25, 0.75), (0.5, 0.5)])
    func `zooming keeps the point under the pointer`(x: Double, y: Double) {
        var zoom = PictureZoom()
        zoom.zoom(by: 2, at: Point(x: x, y: y))
        zoom.zoom(by: 1.7, at: Point(x: x, y: y))
        // The point of the picture at this point of the frame.
        let (under, beside) = (zoom.center.x + (x - 0.5) / zoom.scale, zoom.center.y + (y - 0.5) / zoom.scale)
        #expect(abs(under - x) < 1e-9 && abs(beside - y) < 1e-9)
    }

    @Test func `a picture can be moved as far as its edges`() {
        var zoom = PictureZoom()
        var moved = [zoom.move(x: 0.1, y: 0)]
        zoom.zoom(by: 2)
        moved.append(zoom.move(x: 0.2, y: -0.2))
        #expect(zoom.center == Point(x: 0.4, y: 0.6))
        moved.append(zoom.move(x: 5, y: 0))
        #expect(zoom.center == Point(x: 0.25, y: 0.6))
        moved.append(zoom.move(x: 5, y: 0))
        #expect(moved == [false, true, true, false])
        zoom.zoomOut()
        zoom.zoomOut()
        #expect(zoom == PictureZoom())
    }

    @Test func `a picture of another shape is in the middle until it is larger than the frame`() {
        var zoom = PictureZoom()
        zoom.fitted = Point(x: 1, y: 0.5)
        zoom.zoom(by: 1.5, at: Point(x: 0, y: 0))
        #expect(zoom.center.y == 0.5 && abs(zoom.center.x - 1.0 / 3) < 1e-9)
        zoom.zoom(by: 2, at: Point(x: 0.5, y: 1))
        // It is 1.5 times as high as the frame.
        #expect(abs(zoom.center.y - 2.0 / 3) < 1e-9)
        #expect(zoom.move(x: 0, y: 0.3) && abs(zoom.center.y - 7.0 / 15) < 1e-9)
        zoom.fitted = Point(x: 1, y: 0.25)
        #expect(zoom.center.y == 0.5, "a new frame centers what fits into it")
        zoom.fitted = Point(x: 0, y: .nan)
        #expect(zoom.fitted == Point(x: 1, y: 0.25))
    }

    @Test(arguments: [Double.nan, .infinity, 0, -1])
    func `values that are not finite change nothing`(factor: Double) {
        var zoom = PictureZoom()
        zoom.zoom(by: factor)
        #expect(zoom == PictureZoom())
        zoom.zoom(by: 2, at: Point(x: .nan, y: .infinity))
        #expect(zoom.center == .center)
        let hasMoved = zoom.move(x: .nan, y: 0)
        #expect(!hasMoved)
    }
}
