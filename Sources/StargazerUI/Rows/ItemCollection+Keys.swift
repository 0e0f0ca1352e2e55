import CStargazer
import GtkBridge
import StargazerCore

/// Keys that GTK's lists do not handle, or handle differently.
extension ItemCollection {
    /// Handles a key in the list. Tab moves into the list, to the controls of the row, and out again. Without this, GTK
    /// moves from star button to star button.
    func handleKey(_ press: KeyPress) -> Bool {
        guard let focused = layout.focusedRow else { return false }
        if press.isKey(GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab), !press.hasCommandModifier {
            let isBack = press.hasShift || press.isKey(GDK_KEY_ISO_Left_Tab)
            let controls = focused.row.controls
            // The row itself is at -1, before its first control.
            let place = focused.isWhole ? -1 : controls.firstIndex(where: \.hasFocusInside) ?? controls.count
            let next = place + (isBack ? -1 : 1)
            if next == -1 {
                focused.widget.grabFocus()
            } else if !controls.indices.contains(next) || !controls[next].grabFocus() {
                Focus.leave(list, forward: !isBack)
            }
            return true
        }
        if press.isKey(GDK_KEY_space, GDK_KEY_KP_Space), press.modifiers & 0xF == 0, focused.isWhole {
            // GTK would deselect the row.
            if let position = position(of: focused.widget) { activate(position) }
            return true
        }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), press.modifiers & 0xF == 0,
            position(of: focused.widget).map({ layout.isOnFirstLine(Int($0)) }) == true
        {
            movedAboveFirstRow()
            return true
        }
        if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0, let gridFooter = gridFooter?.control,
            position(of: focused.widget).map({ layout.isOnLastLine(Int($0), of: store.ids.count) }) == true
        {
            return gridFooter.grabFocus()
        }
        if press.isKey(GDK_KEY_Menu) || (press.isKey(GDK_KEY_F10) && press.hasShift), let id = focused.row.itemID {
            showMenu(for: id)
            return true
        }
        return false
    }

    /// Moves the focus from the footer back to the cells.
    func handleFooterKey(_ press: KeyPress) -> Bool {
        let isBack = press.isKey(GDK_KEY_ISO_Left_Tab) || (press.isKey(GDK_KEY_Tab) && press.hasShift)
        guard isBack || press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), !press.hasCommandModifier else { return false }
        return focusSelectedRow() != nil
    }
}
