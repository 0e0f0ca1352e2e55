import CStargazer
import GtkBridge

/// The picture under the pointer during a drag.
@MainActor enum DragIcon {
    /// The longer side, in logical pixels.
    private static let side = 128.0

    /// - Parameter picture: a GdkPaintable of any size.
    static func make(of picture: GObjectRef) -> GObjectRef? {
        let width = Double(gdk_paintable_get_intrinsic_width(picture.opaque))
        let height = Double(gdk_paintable_get_intrinsic_height(picture.opaque))
        guard width > 0, height > 0, let snapshot = gtk_snapshot_new() else { return nil }
        let scale = min(1, side / max(width, height))
        gdk_paintable_snapshot(picture.opaque, snapshot, width * scale, height * scale)
        // Frees the snapshot, too.
        return gtk_snapshot_free_to_paintable(snapshot, nil).map { GObjectRef(adopting: Handle($0)) }
    }
}
