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
            let place = focused.isRowItself ? -1 : controls.firstIndex(where: \.hasFocusInside) ?? controls.count
            let next = place + (isBack ? -1 : 1)
            if next == -1 {
                focused.widget.grabFocus()
            } else if !controls.indices.contains(next) || !controls[next].grabFocus() {
                Focus.leave(list, forward: !isBack)
            }
            return true
        }
        if handleSelectionKey(press, in: focused.row) || skipHeadings(press, from: focused.widget) { return true }
        if press.isKey(GDK_KEY_space, GDK_KEY_KP_Space), press.modifiers & 0xF == 0, focused.isRowItself {
            // GTK would deselect the row.
            if let position = positions.position(of: focused.widget) { activate(position) }
            return true
        }
        if press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), press.modifiers & 0xF == 0,
            positions.position(of: focused.widget).map({ layout.isOnFirstLine(Int($0) - firstItem) }) == true
        {
            movedAboveFirstRow()
            return true
        }
        if press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0, let gridFooter = gridFooter?.control,
            positions.position(of: focused.widget).map({ layout.isOnLastLine(Int($0), of: store.ids.count) }) == true
        {
            return gridFooter.grabFocus()
        }
        if press.isKey(GDK_KEY_Menu) || (press.isKey(GDK_KEY_F10) && press.hasShift), let id = focused.row.itemID {
            showMenu(for: id)
            return true
        }
        return false
    }

    private var firstItem: Int { store.ids.firstIndex(where: \.isItem) ?? 0 }

    private func handleSelectionKey(_ press: KeyPress, in row: ItemRow) -> Bool {
        if press.isKey(GDK_KEY_a, GDK_KEY_A), press.hasCommandModifier {
            // GTK selects what it has.
            showAllRows()
        } else if press.isKey(GDK_KEY_Escape), hasSeveralSelected {
            endSelection()
            return true
        } else if press.isKey(GDK_KEY_Delete, GDK_KEY_KP_Delete), press.modifiers & 0xF == 0,
            several?.isFavorites == true
        {
            if !runOnSelection(.toggleSelection), let id = row.itemID {
                ItemActions.run(.toggleFavorite, id, from: root)
            }
            return true
        }
        return false
    }

    /// Moves over headings, which cannot have the focus: GTK would stop before them.
    private func skipHeadings(_ press: KeyPress, from widget: Handle) -> Bool {
        guard layout.shape == .rows, firstItem > 0, let position = positions.position(of: widget).map(Int.init) else {
            return false
        }
        let last = store.ids.count - 1
        let (next, isBack): (Int, Bool)
        switch press.value {
        case UInt32(GDK_KEY_Up), UInt32(GDK_KEY_KP_Up): (next, isBack) = (position - 1, true)
        case UInt32(GDK_KEY_Down), UInt32(GDK_KEY_KP_Down): (next, isBack) = (position + 1, false)
        case UInt32(GDK_KEY_Home), UInt32(GDK_KEY_KP_Home): (next, isBack) = (0, true)
        case UInt32(GDK_KEY_Page_Up), UInt32(GDK_KEY_KP_Page_Up):
            (next, isBack) = (max(0, position - layout.page), true)
        case UInt32(GDK_KEY_Page_Down), UInt32(GDK_KEY_KP_Page_Down):
            (next, isBack) = (min(last, position + layout.page), false)
        default: return false
        }
        guard (0...last).contains(next), case .heading = store.ids[next] else { return false }
        let before = isBack ? store.ids[..<next].lastIndex(where: \.isItem).map { UInt32($0) } : nil
        guard let target = before ?? positions.item(near: next), target != UInt32(position) else { return false }
        let isControl = press.modifiers & GDK_CONTROL_MASK.rawValue != 0
        if press.hasShift || !isControl { selectRow(at: target, toggles: isControl, extends: press.hasShift) }
        focusRow(at: target)
        return true
    }

    /// Moves the focus from the footer back to the cells.
    func handleFooterKey(_ press: KeyPress) -> Bool {
        let isBack = press.isKey(GDK_KEY_ISO_Left_Tab) || (press.isKey(GDK_KEY_Tab) && press.hasShift)
        guard isBack || press.isKey(GDK_KEY_Up, GDK_KEY_KP_Up), !press.hasCommandModifier else { return false }
        return focusSelectedRow() != nil
    }
}
