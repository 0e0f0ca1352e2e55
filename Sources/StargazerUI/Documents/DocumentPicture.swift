import CStargazer
import GtkBridge
import StargazerCore

import struct Foundation.URL

/// A picture of a text: it loads near the screen, and gives its pixels back far from it.
@MainActor final class DocumentPicture {
    let address: URL
    /// Called when the text has to show the picture, or why it does not.
    private let changed: @MainActor (_ isCached: Bool) -> Void
    private let pictures: PictureStore
    private let animations: DocumentAnimations
    /// An `SgzAnimation`, which keeps the size while there are no pixels; nil until the picture was loaded once.
    private(set) var paintable: GObjectRef?
    /// The size of the picture as it is in the file.
    private(set) var natural: (width: Int32, height: Int32) = (0, 0)
    /// Nil for a picture without an animation.
    private(set) var animation: PictureAnimation?
    private var texture: GObjectRef?
    private var loading: Task<Void, Never>?
    private var widgets: [Handle] = []

    /// The memory for the frames of an animation that are kept, in bytes.
    private static let bytes = 16_000_000

    init(
        _ address: URL, pictures: PictureStore, animations: DocumentAnimations,
        changed: @escaping @MainActor (_ isCached: Bool) -> Void
    ) {
        self.address = address
        self.pictures = pictures
        self.animations = animations
        self.changed = changed
    }

    isolated deinit {
        loading?.cancel()
        pictures.failures.stopWaiting(self)
    }

    var isTooLarge: Bool { paintable == nil && pictures.failures.isTooLarge(address, isInDocument: true) }

    func load(_ resolution: PictureResolution) {
        guard texture == nil, loading == nil else { return }
        if let texture = pictures.cached(address, resolution) {
            return show(texture, resolution, isCached: true)
        }
        loading = Task { [weak self, pictures, address] in
            let texture = await pictures.load(address, resolution, isInDocument: true)
            guard !Task.isCancelled, let self else { return }
            self.loading = nil
            if let texture { return self.show(texture, resolution, isCached: false) }
            if self.paintable != nil {
                // Its pixels were given back and cannot be loaded again: the alternative text shows.
                (self.paintable, self.animation) = (nil, nil)
                self.changed(false)
            } else if self.isTooLarge {
                self.changed(false)
            }
            pictures.failures.waitForRetry(self) { [weak self] in self?.load(resolution) }
        }
    }

    /// Gives the pixels back. The size stays, so that the text does not move.
    func release() {
        loading?.cancel()
        loading = nil
        pictures.failures.stopWaiting(self)
        animation?.isInView = false
        texture = nil
        if let paintable { sgz_animation_show(paintable.opaque, nil) }
    }

    private func show(_ texture: GObjectRef, _ resolution: PictureResolution, isCached: Bool) {
        self.texture = texture
        pictures.failures.stopWaiting(self)
        if let paintable {
            sgz_animation_show(paintable.opaque, texture.raw)
        } else {
            let (width, height) = (
                gdk_paintable_get_intrinsic_width(texture.opaque), gdk_paintable_get_intrinsic_height(texture.opaque)
            )
            let paintable = GObjectRef(adopting: Handle(sgz_animation_new(width, height)))
            sgz_animation_show(paintable.opaque, texture.raw)
            self.paintable = paintable
            var natural: (width: Int32, height: Int32) = (0, 0)
            sgz_texture_get_natural_size(texture.raw, &natural.width, &natural.height)
            self.natural = natural
            if sgz_texture_is_animation(texture.raw) != 0 { animate(resolution) }
            changed(isCached)
        }
        if animation != nil { animations.update() }
    }

    private func animate(_ resolution: PictureResolution) {
        let quality = PictureAnimation.Quality(resolution: resolution, bytes: Self.bytes)
        let animation = PictureAnimation(
            pictures: pictures, isInDocument: true, quality: (quality, quality),
            begin: { [paintable] in AnimationPlayer($0, on: paintable) },
            end: { [weak self] in
                guard let self, let paintable = self.paintable else { return }
                sgz_animation_show(paintable.opaque, self.texture?.raw)
            })
        animation.attentionChanged = { [animations] in animations.update() }
        animation.show(address)
        self.animation = animation
        animations.add(self)
    }

    // MARK: Widgets

    /// Returns a new GtkPicture.
    /// - Parameter line: the widget for the pointer, if the picture is within a line of text; nil for its own.
    func makeWidget(in line: Handle? = nil) -> Handle {
        let widget = Handle(gtk_picture_new_for_paintable(paintable?.opaque))
        if let line {
            animation?.watchPointer(over: line) { [weak self] x, y in self?.contains(x, y, of: line) == true }
        } else {
            animation?.watchPointer(over: widget)
        }
        widgets.append(widget)
        return widget
    }

    private func contains(_ x: Double, _ y: Double, of line: Handle) -> Bool {
        var point = graphene_point_t(x: Float(x), y: Float(y))
        return widgets.contains { widget in
            var bounds = graphene_rect_t()
            return gtk_widget_compute_bounds(widget.widget, line.widget, &bounds) != 0
                && graphene_rect_contains_point(&bounds, &point)
        }
    }

    /// Call it before the widgets are destroyed.
    func forgetWidgets() {
        widgets = []
        animation?.forgetAttention()
    }

    /// Returns the vertical bounds of the picture, relative to the top of an ancestor; nil while it is not painted.
    func bounds(in ancestor: Handle) -> (top: Double, bottom: Double)? {
        guard texture != nil else { return nil }
        let bounds = widgets.compactMap { widget -> (top: Double, bottom: Double)? in
            var bounds = graphene_rect_t()
            guard gtk_widget_get_mapped(widget.widget) != 0,
                gtk_widget_compute_bounds(widget.widget, ancestor.widget, &bounds) != 0
            else { return nil }
            return (Double(bounds.origin.y), Double(bounds.origin.y + bounds.size.height))
        }
        // Of one that the text shows several times, the one nearest to the top of the screen.
        return bounds.filter { $0.bottom > 0 }.min { $0.top < $1.top }
    }
}
