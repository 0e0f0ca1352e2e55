import CStargazer
import GtkBridge
import StargazerCore

/// The bar that finds text in a document: an entry, the number of matches, and buttons for the previous and next match.
@MainActor final class FindBar {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    let model = DocumentSearch()
    /// Called when the user closes the bar; receives whether there was a match.
    var closed: @MainActor (Bool) -> Void = { _ in }
    private let entry: SearchEntry
    private let count = Handle(gtk_label_new(nil))
    private let stepButtons: [Handle]
    private var observation: Observe?

    init() {
        entry = SearchEntry(Handle(gtk_search_entry_new()), name: DocumentText.find)
        stepButtons = [
            Handle(gtk_button_new_from_icon_name("go-up-symbolic")),
            Handle(gtk_button_new_from_icon_name("go-down-symbolic")),
        ]
        root.setClass("find-bar", true)
        gtk_widget_set_hexpand(entry.widget.widget, 1)
        root.append(entry.widget)
        for name in ["caption", "dim-label", "numeric"] { count.setClass(name, true) }
        root.append(count)
        for (button, name) in zip(stepButtons, [DocumentText.previous, DocumentText.next]) {
            button.setClass("flat", true)
            button.setAccessibleName(name)
            button.setTooltip(name)
            root.append(button)
        }
        root.setVisible(false)
        entry.typed = { [model] in model.search(for: $0) }
        Signals.connect(stepButtons[0], "clicked") { [model] in model.selectMatch(forward: false) }
        Signals.connect(stepButtons[1], "clicked") { [model] in model.selectMatch(forward: true) }
        Keys.watch(root, beforeChildren: true) { [weak self] press in self?.handleKey(press) ?? false }
        observation = Observe { [weak self] in self?.paint() }
    }

    var isOpen: Bool { gtk_widget_get_visible(root.widget) != 0 }

    func open() {
        root.setVisible(true)
        entry.focus()
    }

    func close() {
        guard isOpen else { return }
        let hasFound = model.current != nil
        entry.clear()
        // Move the focus before its widget disappears.
        closed(hasFound)
        root.setVisible(false)
    }

    private func handleKey(_ press: KeyPress) -> Bool {
        if press.isKey(GDK_KEY_Escape) {
            close()
            return true
        }
        guard press.isKey(GDK_KEY_Return, GDK_KEY_KP_Enter), entry.widget.hasFocusInside, !press.hasCommandModifier
        else { return false }
        model.selectMatch(forward: !press.hasShift)
        return true
    }

    private func paint() {
        let isBlank = model.words.allSatisfy(\.isWhitespace)
        count.setLabel(isBlank ? "" : DocumentText.position(model.current.map { $0 + 1 } ?? 0, of: model.matches.count))
        count.setVisible(!isBlank)
        for button in stepButtons { button.setSensitive(model.matches.count > 1) }
    }
}

/// The matches in a text, as ranges of Unicode scalars in ascending order.
struct FindHighlights: Equatable {
    var ranges: [Range<Int>] = []
    /// The index of the current match.
    var current: Int?
}

extension FindHighlights {
    /// Returns the matches in a part of the text, relative to its start.
    func parts(from start: Int, to end: Int) -> [(range: Range<Int>, isCurrent: Bool)] {
        var parts: [(range: Range<Int>, isCurrent: Bool)] = []
        var place = firstEnding(behind: start)
        while place < ranges.count, ranges[place].lowerBound < end {
            let part = ranges[place].clamped(to: start..<end)
            parts.append(((part.lowerBound - start)..<(part.upperBound - start), place == current))
            place += 1
        }
        return parts
    }

    /// Returns the first match that ends after `start`, by binary search: there may be many, and each span calls it.
    private func firstEnding(behind start: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > start { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
