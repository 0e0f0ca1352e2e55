import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Dragging rows of favorites onto a tag or into another program, and pictures of any list into another program.
extension ItemCollection {
    func connectDragging() {
        let source = Handle(gtk_drag_source_new())
        gtk_drag_source_set_actions(source.opaque, GDK_ACTION_COPY)
        Signals.connect(source, "prepare") { [weak self] (x: Double, y: Double) -> Handle? in
            self?.beginDrag(x, y)
        }
        Signals.connect(source, "drag-begin") { [weak self, source] (_: Handle?) in
            guard let self, let row = self.draggedRow else { return }
            let picture = GObjectRef(adopting: Handle(gtk_widget_paintable_new(row.widget)))
            gtk_drag_source_set_icon(source.opaque, picture.opaque, 0, 0)
        }
        Signals.connect(source, "drag-end") { [weak self] (_: Handle?, _: Bool) in
            guard let self else { return }
            self.pictureDrag.end()
            (self.dragged, self.draggedRow, self.dragContent) = (nil, nil, nil)
        }
        gtk_widget_add_controller(list.widget, source.opaque)
    }

    /// - Returns: what other programs get; nil when there is nothing to drag at this place.
    private func beginDrag(_ x: Double, _ y: Double) -> Handle? {
        var picked = gtk_widget_pick(list.widget, x, y, GTK_PICK_DEFAULT).map { Handle($0) }
        while let widget = picked, widget.parent != list { picked = widget.parent }
        guard let widget = picked, let position = positions.position(of: widget),
            case .item(let content) = store.content(at: position)
        else { return nil }
        if several?.isFavorites == true, case .favorite(let row)? = entry(at: position) {
            let isSelected = hasSeveralSelected && selection.contains(position)
            dragged = isSelected ? several?.rows : .favorites([row])
        } else if content.fullSizePicture == nil {
            return nil
        }
        draggedRow = widget
        if let picture = content.fullSizePicture, let reference = content.pictureReference {
            return pictureDrag.begin(picture, reference).handle
        }
        // GTK takes a reference of its own, after this object's.
        dragContent = ContentProvider.text(content.webURL?.absoluteString ?? content.title)
        return dragContent?.handle
    }

    private func entry(at position: UInt32) -> ListEntry.ID? {
        store.ids.indices.contains(Int(position)) ? store.ids[Int(position)] : nil
    }
}
