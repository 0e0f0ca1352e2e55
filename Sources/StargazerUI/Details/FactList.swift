import CStargazer
import GtkBridge
package import StargazerCore

/// One fact of an item, such as a date or a number. It may be a link; links come from `Target`, never from markup.
package struct Fact: Equatable, Sendable {
    /// The target of a link.
    package enum Target: Equatable, Sendable {
        /// A page in the browser.
        case web(String)
        /// The details of another item.
        case item(Item)
        /// A search with these words added.
        case search(String)
        /// A document of the item.
        case document(DocumentKind)
        /// A list that is related to the item; ignored where the item does not have it.
        case relation(RelationKind)
    }

    package var label: String
    package var text: String
    package var target: Target?
    /// The complete fact: a date with its time.
    package var inFull: String?
    /// Whether the fact is not known yet, or may be missing. Its text is not shown, and keeps its room.
    package var isPending = false

    package init(label: String, text: String, target: Target? = nil, inFull: String? = nil, isPending: Bool = false) {
        (self.label, self.text, self.target, self.inFull) = (label, text, target, inFull)
        self.isPending = isPending
    }

    fileprivate var accessibleName: String { label.isEmpty ? text : "\(label): \(text)" }
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
        let value = FactLabel.make(fact, fact.text, wraps: true, keepsWords: isStacked, open: open)
        gtk_widget_set_halign(value.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(value.widget, sgz_align_baseline())
        gtk_grid_attach(root.cast(), value.widget, isStacked ? 0 : 1, isStacked ? row + 1 : row, 1, 1)
    }
}

/// Facts in a line that wraps: `MIT · Rust · Archived`, or numbers with their labels: `2,134 Forks · 56 Open Issues`.
@MainActor final class FactLine {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let showsLabels: Bool
    private let open: FactOpener
    private var shown: [(fact: Fact, part: Handle, separator: Handle)] = []

    /// - Parameter showsLabels: whether labels are visible, after the texts. Otherwise only screen readers read them.
    init(showsLabels: Bool = false, open: @escaping FactOpener) {
        self.showsLabels = showsLabels
        self.open = open
        sgz_wrap_layout_apply(root.raw, 6)
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
        let part = FactLabel.make(fact, fact.text, label: showsLabels ? fact.label : nil, open: open)
        part.setClass("dim-label", !showsLabels && fact.target == nil)
        // The layout drops it at the end of a line.
        let separator = Handle(gtk_label_new("·"))
        for style in ["dim-label", SGZ_SEPARATOR_CLASS] { separator.setClass(style, true) }
        separator.setAccessibleHidden(true)
        guard fact.isPending else { return (fact, part, separator) }
        for child in [part, separator] { gtk_widget_set_opacity(child.widget, 0) }
        gtk_widget_set_can_focus(part.widget, 0)
        gtk_widget_set_can_target(part.widget, 0)
        part.setAccessibleHidden(true)
        return (fact, part, separator)
    }
}

/// The text of a fact: a label or a link.
@MainActor enum FactLabel {
    /// - Parameters:
    ///   - label: follows after the text; nil for none.
    ///   - wraps: whether a link has up to two lines.
    ///   - keepsWords: whether it is at least as wide as its longest word.
    static func make(
        _ fact: Fact, _ text: String, label: String? = nil, wraps: Bool = false, keepsWords: Bool = false,
        open: @escaping FactOpener
    ) -> Handle {
        let value = Handle(gtk_label_new(text))
        let content = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        content.append(value)
        if keepsWords {
            let longest = text.split(whereSeparator: \.isWhitespace).map(\.count).max() ?? 0
            gtk_label_set_width_chars(value.opaque, Int32(min(longest, maxUnbrokenLength)))
        }
        if let label {
            if !text.isEmpty { for style in ["numeric", "heading"] { value.setClass(style, true) } }
            value.setVisible(!text.isEmpty)
            content.append(Handle(gtk_label_new(label)))
        }
        if let inFull = fact.inFull { content.setTooltip(inFull) }
        guard let target = fact.target else {
            gtk_label_set_xalign(value.opaque, 0)
            gtk_label_set_wrap(value.opaque, 1)
            gtk_label_set_wrap_mode(value.opaque, PANGO_WRAP_WORD_CHAR)
            return content
        }
        gtk_label_set_ellipsize(value.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(value.opaque, 40)
        if wraps {
            gtk_label_set_wrap(value.opaque, 1)
            gtk_label_set_wrap_mode(value.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_lines(value.opaque, 2)
            gtk_label_set_xalign(value.opaque, 0)
        }
        let button = Handle(gtk_button_new())
        gtk_button_set_child(button.cast(), content.widget)
        for style in ["link", "fact-link"] { button.setClass(style, true) }
        if case .web(let address) = target { button.setTooltip(address) }
        button.setAccessibleName(text.isEmpty ? fact.label : fact.accessibleName)
        Signals.connect(button, "clicked") { open(target, button) }
        return button
    }

    /// The length of the longest words that stay whole.
    private static let maxUnbrokenLength = 12
}
