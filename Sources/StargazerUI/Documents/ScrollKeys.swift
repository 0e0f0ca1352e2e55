import CStargazer
import GtkBridge

/// Keys that scroll a text, as long as no control in it needs them.
@MainActor enum ScrollKeys {
    private enum Step { case line, page, end }

    /// - Parameter heading: whether a heading has the focus. It needs no keys, so that arrows, Space, Home and End scroll
    ///   as well as Page Up and Page Down.
    static func handle(_ press: KeyPress, scrolling scroll: Handle, fromHeading heading: Bool) -> Bool {
        guard !press.hasCommandModifier, let (step, down) = meaning(of: press),
            heading || (step == .page && !press.isKey(GDK_KEY_space))
        else { return false }
        let adjustment = gtk_scrolled_window_get_vadjustment(scroll.opaque)
        let distance =
            switch step {
            case .line: gtk_adjustment_get_step_increment(adjustment)
            case .page: gtk_adjustment_get_page_increment(adjustment)
            case .end: gtk_adjustment_get_upper(adjustment)
            }
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + (down ? distance : -distance))
        return true
    }

    private static func meaning(of press: KeyPress) -> (Step, down: Bool)? {
        switch press.value {
        case UInt32(GDK_KEY_Up), UInt32(GDK_KEY_KP_Up): (.line, false)
        case UInt32(GDK_KEY_Down), UInt32(GDK_KEY_KP_Down): (.line, true)
        case UInt32(GDK_KEY_Page_Up), UInt32(GDK_KEY_KP_Page_Up): (.page, false)
        case UInt32(GDK_KEY_Page_Down), UInt32(GDK_KEY_KP_Page_Down): (.page, true)
        case UInt32(GDK_KEY_space): (.page, !press.hasShift)
        case UInt32(GDK_KEY_Home), UInt32(GDK_KEY_KP_Home): (.end, false)
        case UInt32(GDK_KEY_End), UInt32(GDK_KEY_KP_End): (.end, true)
        default: nil
        }
    }
}
