import CStargazer
import GtkBridge
import StargazerCore

/// A picture that zooms with keys, Ctrl and the wheel, or a pinch. While zoomed in, it pans with the pointer, the wheel
/// or the arrow keys. It fits the widget at first.
@MainActor final class ZoomablePicture {
    let widget = Handle(gtk_picture_new())
    /// Called when the zoom or the position changes.
    var changed: () -> Void = {}
    private(set) var zoom = PictureZoom() { didSet { if zoom != oldValue { updateView() } } }
    private let paintable = GObjectRef(adopting: Handle(sgz_zoom_paintable_new()))
    /// The state of the pinch and the drag at their last events.
    private var (pinched, dragged) = (1.0, (x: 0.0, y: 0.0))
    private var pointer = PictureZoom.Point.center

    /// The zoom factor for one notch of the wheel.
    private static let zoomStep = 1.25
    /// The distance for one arrow key or one notch of the wheel, as a fraction of the frame.
    private static let panStep = 0.1

    init() {
        gtk_picture_set_can_shrink(widget.opaque, 1)
        // The paintable fits the picture to the whole widget.
        gtk_picture_set_content_fit(widget.opaque, GTK_CONTENT_FIT_FILL)
        gtk_picture_set_paintable(widget.opaque, paintable.opaque)
        gtk_widget_set_overflow(widget.widget, GTK_OVERFLOW_HIDDEN)
        connectWheel()
        connectPinchGesture()
        connectDragGesture()
    }

    /// - Parameter shown: a GdkPaintable. The zoom and the position stay.
    func show(_ shown: GObjectRef?) { sgz_zoom_paintable_set_source(paintable.opaque, shown?.opaque) }

    /// The width of the fitted picture at most, in logical pixels; 0 for no limit.
    var widest = 0.0 { didSet { sgz_zoom_paintable_set_widest(paintable.opaque, widest) } }

    func change(_ change: (inout PictureZoom) -> Void) {
        var new = zoom
        new.fitted = fitted
        new.ownScale = widest / (new.fitted.x * Double(max(1, gtk_widget_get_width(widget.widget))))
        change(&new)
        zoom = new
    }

    /// Returns the size of the fitted picture, as fractions of the widget's.
    private var fitted: PictureZoom.Point {
        let (width, height) = (gtk_widget_get_width(widget.widget), gtk_widget_get_height(widget.widget))
        guard width > 0, height > 0 else { return zoom.fitted }
        var (x, y) = (0.0, 0.0)
        sgz_zoom_paintable_fit(paintable.opaque, Double(width), Double(height), &x, &y)
        return PictureZoom.Point(x: x / Double(width), y: y / Double(height))
    }

    private func move(x: Double, y: Double) -> Bool {
        var hasMoved = false
        change { hasMoved = $0.move(x: x, y: y) }
        return hasMoved
    }

    func handleKey(_ press: KeyPress) -> Bool {
        if press.isKey(GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal) {
            change { $0.zoomIn() }
        } else if press.isKey(GDK_KEY_minus, GDK_KEY_KP_Subtract) {
            change { $0.zoomOut() }
        } else if press.isKey(GDK_KEY_0, GDK_KEY_KP_0) {
            change { $0.zoomToFit() }
        } else if !zoom.isFitted, let direction = Self.direction(of: press) {
            return move(x: -direction.x * Self.panStep, y: -direction.y * Self.panStep)
        } else {
            return false
        }
        return true
    }

    private static func direction(of press: KeyPress) -> (x: Double, y: Double)? {
        guard !press.hasCommandModifier else { return nil }
        if press.isKey(GDK_KEY_Left, GDK_KEY_KP_Left) { return (-1, 0) }
        if press.isKey(GDK_KEY_Right, GDK_KEY_KP_Right) { return (1, 0) }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up) { return (0, -1) }
        if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down) { return (0, 1) }
        return nil
    }

    private func updateView() {
        sgz_zoom_paintable_set_view(paintable.opaque, zoom.scale, zoom.center.x, zoom.center.y)
        changed()
    }

    private func point(_ x: Double, _ y: Double) -> PictureZoom.Point {
        let (width, height) = (gtk_widget_get_width(widget.widget), gtk_widget_get_height(widget.widget))
        return PictureZoom.Point(x: x / Double(max(1, width)), y: y / Double(max(1, height)))
    }

    // MARK: Wheel, pinch and drag

    private func connectWheel() {
        let motion = Handle(gtk_event_controller_motion_new())
        Signals.connect(motion, "motion") { [weak self] (x: Double, y: Double) in
            if let self { self.pointer = self.point(x, y) }
        }
        let wheel = Handle(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
        Signals.connect(wheel, "scroll") { [weak self, wheel] (x: Double, y: Double) -> Bool in
            guard let self else { return false }
            let keys = gtk_event_controller_get_current_event_state(wheel.opaque)
            guard keys.rawValue & GDK_CONTROL_MASK.rawValue == 0 else {
                self.change { $0.zoom(by: y < 0 ? Self.zoomStep : 1 / Self.zoomStep, at: self.pointer) }
                return true
            }
            // At the edge, let the page around the picture scroll.
            return !self.zoom.isFitted && self.move(x: -x * Self.panStep, y: -y * Self.panStep)
        }
        for controller in [motion, wheel] { gtk_widget_add_controller(widget.widget, controller.opaque) }
    }

    private func connectPinchGesture() {
        let fingers = Handle(gtk_gesture_zoom_new())
        Signals.connect(fingers, "begin") { [weak self] (_: Handle?) in self?.pinched = 1 }
        Signals.connect(fingers, "scale-changed") { [weak self, fingers] (scale: Double) in
            guard let self, scale > 0 else { return }
            var (x, y) = (0.0, 0.0)
            let isThere = gtk_gesture_get_bounding_box_center(fingers.opaque, &x, &y) != 0
            self.change { $0.zoom(by: scale / self.pinched, at: isThere ? self.point(x, y) : .center) }
            self.pinched = scale
            gtk_gesture_set_state(fingers.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(widget.widget, fingers.opaque)
    }

    private func connectDragGesture() {
        let drag = Handle(gtk_gesture_drag_new())
        Signals.connect(drag, "drag-begin") { [weak self, drag] (_: Double, _: Double) in
            guard let self else { return }
            self.dragged = (0, 0)
            // A fitted picture cannot pan; let touch scroll the page.
            let state = self.zoom.isFitted ? GTK_EVENT_SEQUENCE_DENIED : GTK_EVENT_SEQUENCE_CLAIMED
            gtk_gesture_set_state(drag.opaque, state)
        }
        Signals.connect(drag, "drag-update") { [weak self] (x: Double, y: Double) in
            guard let self else { return }
            let direction = self.point(x - self.dragged.x, y - self.dragged.y)
            self.dragged = (x, y)
            _ = self.move(x: direction.x, y: direction.y)
        }
        gtk_widget_add_controller(widget.widget, drag.opaque)
    }
}
