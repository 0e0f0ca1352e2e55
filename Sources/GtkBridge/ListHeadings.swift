import CStargazer

/// Headings between the rows of a GtkListBox. Arrow keys would stop at a row that is a heading.
@MainActor extension Handle {
    /// - Parameter heading: returns the heading above a row; nil for none.
    public func setHeadings(_ heading: @escaping @MainActor (_ row: Handle) -> String?) {
        let box = Box<@MainActor (Handle) -> String?>(heading, name: "headings")
        gtk_list_box_set_header_func(opaque, setHeading, box.passRetained(), destroyBox)
    }

    /// Updates the headings after a change of the rows.
    public func updateHeadings(_ rows: [Handle]) {
        gtk_list_box_invalidate_headers(opaque)
        for row in rows {
            // Screen readers read the children in order, and GTK appends headings.
            if let heading = gtk_list_box_row_get_header(row.cast()) {
                gtk_widget_insert_before(heading, widget, row.widget)
            }
        }
    }
}

private let setHeading: GtkListBoxUpdateHeaderFunc = { row, _, box in
    guard let row, let box else { return }
    nonisolated(unsafe) let (target, call) = (row, box)
    MainActor.assumeIsolated {
        let text = Box<@MainActor (Handle) -> String?>.peek(call)?(Handle(target))
        let current = gtk_list_box_row_get_header(target).map { String(cString: gtk_label_get_text(Handle($0).opaque)) }
        guard text != current else { return }
        let label = text.map { Handle(gtk_label_new($0)) }
        for style in ["heading", "dim-label"] { label?.setClass(style, true) }
        if let label { gtk_label_set_xalign(label.opaque, 0) }
        gtk_list_box_row_set_header(target, label?.widget)
    }
}
