import CStargazer
import GtkBridge
package import StargazerCore
package import StargazerLibrary

/// One fact of an item, such as a date or a number. It may be a link; links come from `Target`, never from markup.
package struct Fact: Equatable, Sendable {
    package enum Target: Equatable, Sendable {
        /// A page in the browser.
        case web(String)
        case item(Item)
        /// A search with these words added.
        case search(String)
        case document(DocumentKind)
        case favorites(FavoritesQuery)
        /// An action of the window.
        case action(String)
        /// A list that is related to the item; ignored where the item does not have it.
        case relation(RelationKind)
    }

    package var label: String
    package var text: String
    package var target: Target?
    /// The complete fact: a date with its time.
    package var inFull: String?
    /// What screen readers read; nil for the label and the text.
    package var name: String?
    /// Whether the fact is not known yet, or may be missing. Its text is not shown, and keeps its room.
    package var isPending: Bool
    /// Whether a link looks like the text next to it until it is pointed at.
    package var isQuiet: Bool
    /// Whether it is the number zero, and so not worth its room.
    package var isZero: Bool

    package init(
        label: String, text: String, target: Target? = nil, inFull: String? = nil, name: String? = nil,
        isPending: Bool = false, isQuiet: Bool = false, isZero: Bool = false
    ) {
        (self.label, self.text, self.target, self.inFull, self.name) = (label, text, target, inFull, name)
        (self.isPending, self.isQuiet, self.isZero) = (isPending, isQuiet, isZero)
    }

    fileprivate var accessibleName: String {
        name ?? (label.isEmpty ? text : text.isEmpty ? label : "\(label): \(text)")
    }
}

/// Opens the target of a fact. The widget is the link.
typealias FactOpener = @MainActor (Fact.Target, Handle) -> Void

/// Labels and values in two columns, or in one where there is no room for two.
@MainActor final class FactList {
    let root = Handle(gtk_grid_new())
    private let open: FactOpener
    private var shown: [Fact] = []

    /// Whether each value is below its label.
    var isStacked = false {
        didSet {
            guard isStacked != oldValue else { return }
            let facts = shown
            root.removeChildren()
            shown = []
            show(facts)
        }
    }

    private var rowsPerFact: Int { isStacked ? 2 : 1 }

    init(open: @escaping FactOpener) {
        self.open = open
        gtk_grid_set_column_spacing(root.cast(), 12)
        gtk_grid_set_row_spacing(root.cast(), 6)
    }

    /// Shows these facts. Unchanged ones keep their widgets and the focus; new ones are inserted between them.
    func show(_ facts: [Fact]) {
        root.setVisible(!facts.isEmpty)
        for (row, fact) in facts.enumerated() {
            while row < shown.count, shown[row] != fact, !facts[row...].contains(shown[row]) { remove(row) }
            if row < shown.count, shown[row] == fact { continue }
            insert(fact, at: row)
        }
        while shown.count > facts.count { remove(shown.count - 1) }
    }

    private func remove(_ index: Int) {
        for _ in 0..<rowsPerFact { gtk_grid_remove_row(root.cast(), gint(index * rowsPerFact)) }
        shown.remove(at: index)
    }

    private func insert(_ fact: Fact, at index: Int) {
        let row = gint(index * rowsPerFact)
        for _ in 0..<rowsPerFact { gtk_grid_insert_row(root.cast(), row) }
        shown.insert(fact, at: index)
        let label = Handle(gtk_label_new(fact.label))
        label.setClass("dim-label", true)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        if isStacked, index > 0 { gtk_widget_set_margin_top(label.widget, 9) }
        gtk_widget_set_valign(label.widget, sgz_align_baseline())
        gtk_grid_attach(root.cast(), label.widget, 0, row, 1, 1)
        let value = FactLabel.make(fact, wraps: true, keepsWords: isStacked, isDim: false, open: open)
        gtk_widget_set_halign(value.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(value.widget, sgz_align_baseline())
        gtk_grid_attach(root.cast(), value.widget, isStacked ? 0 : 1, isStacked ? row + 1 : row, 1, 1)
    }
}

/// Facts of one weight, next to each other or below each other.
@MainActor final class FactGroup {
    enum Style {
        /// Words in a line that wraps: `MIT · Rust · Archived`.
        case line
        /// Values in a line that wraps, each before its label: `68,900 Stars · 10,600 Forks`.
        case figures
        /// Rows of a card: a label, and at the end its value.
        case rows
    }

    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let style: Style
    private let open: FactOpener
    private var shown: [(fact: Fact, part: Handle, separator: Handle)] = []

    init(_ style: Style, open: @escaping FactOpener) {
        self.style = style
        self.open = open
        switch style {
        case .line, .figures: sgz_wrap_layout_apply(root.raw, 6)
        case .rows:
            gtk_orientable_set_orientation(root.opaque, GTK_ORIENTATION_VERTICAL)
            gtk_widget_set_overflow(root.widget, GTK_OVERFLOW_HIDDEN)
            for name in ["card", "fact-rows"] { root.setClass(name, true) }
        }
    }

    /// Shows these facts. Unchanged ones in the same place keep their widgets and the focus.
    func show(_ facts: [Fact]) {
        root.setVisible(!facts.isEmpty)
        for (index, fact) in facts.enumerated() where index >= shown.count || shown[index].fact != fact {
            let new = makePart(fact)
            if index < shown.count {
                let old = shown[index]
                gtk_box_insert_child_after(root.cast(), new.part.widget, old.separator.widget)
                gtk_box_insert_child_after(root.cast(), new.separator.widget, new.part.widget)
                for part in [old.part, old.separator] { gtk_box_remove(root.cast(), part.widget) }
                shown[index] = new
            } else {
                for part in [new.part, new.separator] { root.append(part) }
                shown.append(new)
            }
        }
        while shown.count > facts.count {
            let last = shown.removeLast()
            for part in [last.part, last.separator] { gtk_box_remove(root.cast(), part.widget) }
        }
        for (index, entry) in shown.enumerated() {
            entry.separator.setVisible(shown[(index + 1)...].contains { !$0.fact.isPending })
        }
    }

    private func makePart(_ fact: Fact) -> (fact: Fact, part: Handle, separator: Handle) {
        let part =
            switch style {
            case .line: FactLabel.make(fact, open: open)
            case .figures: FactLabel.makeFigure(fact, open: open)
            case .rows: FactLabel.makeRow(fact, open: open)
            }
        let separator =
            style == .rows ? Handle(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)) : Handle(gtk_label_new("·"))
        // The layout of a line drops it at the end.
        if style != .rows { for name in ["dim-label", SGZ_SEPARATOR_CLASS] { separator.setClass(name, true) } }
        separator.setAccessibleHidden(true)
        guard fact.isPending else { return (fact, part, separator) }
        for child in [part, separator] { gtk_widget_set_opacity(child.widget, 0) }
        gtk_widget_set_can_focus(part.widget, 0)
        gtk_widget_set_can_target(part.widget, 0)
        part.setAccessibleHidden(true)
        return (fact, part, separator)
    }
}

@MainActor private enum FactLabel {
    /// Returns the text alone.
    /// - Parameters:
    ///   - wraps: whether a link has up to two lines.
    ///   - keepsWords: whether it is at least as wide as its longest word.
    static func make(
        _ fact: Fact, wraps: Bool = false, keepsWords: Bool = false, isDim: Bool = true, open: @escaping FactOpener
    ) -> Handle {
        let value = Handle(gtk_label_new(fact.text))
        gtk_label_set_xalign(value.opaque, 0)
        if keepsWords {
            let longest = fact.text.split(whereSeparator: \.isWhitespace).map(\.count).max() ?? 0
            gtk_label_set_width_chars(value.opaque, Int32(min(longest, maxUnbrokenLength)))
        }
        if fact.target == nil || wraps {
            gtk_label_set_wrap(value.opaque, 1)
            gtk_label_set_wrap_mode(value.opaque, PANGO_WRAP_WORD_CHAR)
        }
        value.setClass("dim-label", isDim && (fact.target == nil || fact.isQuiet))
        // Adwaita underlines a label that is the child of a link.
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        content.append(value)
        guard fact.target != nil else {
            if let inFull = fact.inFull { content.setTooltip(inFull) }
            return content
        }
        if wraps { gtk_label_set_lines(value.opaque, 2) }
        gtk_label_set_ellipsize(value.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(value.opaque, maxLinkLength)
        return withTarget(fact, content, fact.isQuiet ? ["flat", "fact-link"] : ["link", "fact-link"], open: open)
    }

    /// Returns the value before its label.
    static func makeFigure(_ fact: Fact, open: @escaping FactOpener) -> Handle {
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4))
        for text in [fact.text, fact.label] where !text.isEmpty {
            let label = Handle(gtk_label_new(text))
            label.setClass("dim-label", text == fact.label)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            gtk_label_set_max_width_chars(label.opaque, maxLinkLength)
            content.append(label)
        }
        return withTarget(fact, content, ["flat", "fact-link"], open: open)
    }

    static func makeRow(_ fact: Fact, open: @escaping FactOpener) -> Handle {
        let label = Handle(gtk_label_new(fact.label))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_widget_set_hexpand(label.widget, 1)
        let value = Handle(gtk_label_new(fact.text))
        for style in ["numeric", "dim-label"] { value.setClass(style, true) }
        gtk_label_set_xalign(value.opaque, 1)
        gtk_label_set_justify(value.opaque, GTK_JUSTIFY_RIGHT)
        gtk_label_set_wrap(value.opaque, 1)
        gtk_label_set_wrap_mode(value.opaque, PANGO_WRAP_WORD_CHAR)
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        for part in [label, value] { content.append(part) }
        switch fact.target {
        case .web?: content.append(Handle(gtk_image_new_from_icon_name("adw-external-link-symbolic")))
        case .some: content.append(Handle(gtk_image_new_from_icon_name("go-next-symbolic")))
        case nil: break
        }
        return withTarget(fact, content, ["flat", "fact-row"], open: open)
    }

    /// Returns a button with that content, or the content if the fact leads nowhere.
    private static func withTarget(
        _ fact: Fact, _ content: Handle, _ styles: [String], open: @escaping FactOpener
    ) -> Handle {
        if let inFull = fact.inFull { content.setTooltip(inFull) }
        guard let target = fact.target else {
            for style in styles.dropFirst() { content.setClass(style, true) }
            return content
        }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), content.widget)
        for style in styles { button.setClass(style, true) }
        if case .web(let address) = target { button.setTooltip(address) }
        button.setAccessibleName(fact.accessibleName)
        Signals.connect(button, "clicked") { open(target, button) }
        return button
    }

    /// The length of the longest words that stay whole.
    private static let maxUnbrokenLength = 12
    private static let maxLinkLength: Int32 = 40
}
