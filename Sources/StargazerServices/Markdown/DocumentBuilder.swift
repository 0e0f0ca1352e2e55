import Foundation
import StargazerCore

/// Puts a document together from what stands in it, one thing after the other. Markdown and HTML nest in each other;
/// whatever is left open is closed where what it stands in ends.
struct DocumentBuilder {
    let places: DocumentPlaces
    var scopes: [Scope] = []
    var inline: [InlineScope] = []
    /// The element whose content is dropped.
    var dropped: String?
    var table: TableState?
    /// The picture's own address for dark ground, where one has been told before the picture.
    var darkPicture: URL?
    /// The text of the preformatted element under way.
    var preformatted = ""

    private(set) var blocks: [DocumentBlock] = []
    private(set) var isCut = false
    private var anchors: [String: Int] = [:]
    private var names = Anchors()
    private var pendingAnchors: [String] = []
    private var spans: [Span] = []
    /// How many there have been in all the document.
    private var spansSoFar = 0
    private var costSoFar = 0
    private var folds = 0
    private var numbers = 0
    private var pictures = 0
    /// The lists that the last block is in.
    private var lastLists: [Int] = []
    /// What the picture under way is said to show.
    private var alternative: String?

    /// What stands before an item of a list in the cell of a table.
    static let bullet = "• "

    init(places: DocumentPlaces) { self.places = places }

    mutating func finish(isCut: Bool) -> Document {
        closeScopes(downTo: 0)
        flush()
        for name in pendingAnchors where !blocks.isEmpty { anchors[name] = anchors[name] ?? blocks.count - 1 }
        return Document(
            blocks: blocks, anchors: anchors, isCut: isCut || self.isCut, webURL: places.page?.ifWeb)
    }

    /// A number that nothing else in the document has.
    mutating func newNumber() -> Int {
        numbers += 1
        return numbers
    }

    mutating func cut() { isCut = true }

    // MARK: Words

    var style: Span.Style { inline.reduce([]) { $0.union($1.style) } }
    var target: Target? { inline.last { $0.target != nil }?.target }

    mutating func add(_ text: String, _ more: Span.Style = []) {
        guard dropped == nil, !text.isEmpty else { return }
        guard alternative == nil else {
            alternative?.append(text)
            return
        }
        append(Span(text, style: style.union(more), target: target))
    }

    mutating func add(_ picture: Picture, alternative: String) {
        guard dropped == nil, picture.url != nil || !alternative.isEmpty else { return }
        pictures += 1
        let shown = pictures <= Bound.pictures ? picture : Picture(url: nil)
        append(Span(alternative, style: style, target: target, picture: shown))
    }

    /// What comes now says what a picture shows.
    mutating func beginAlternative() { alternative = "" }

    mutating func endAlternative() -> String {
        defer { alternative = nil }
        return alternative ?? ""
    }

    /// Adds to the paragraph that is the last block.
    mutating func addToLast(_ span: Span) {
        guard let last = blocks.indices.last, case .paragraph(let prose) = blocks[last].content,
            prose.cost < Bound.cost
        else { return }
        blocks[last].content = .paragraph(Prose(prose.spans + [span], alignment: prose.alignment))
    }

    mutating func mark(_ anchor: String) {
        guard !anchor.isEmpty, anchor.utf8.count < 200 else { return }
        if anchors.count + pendingAnchors.count < Bound.anchors { pendingAnchors.append(anchor) } else { cut() }
    }

    private mutating func append(_ span: Span) {
        if table?.isInCell == true {
            guard let at = table?.cell.indices.last, Self.goesOn(table?.cell[at], with: span) else {
                if isWithinBounds() { table?.cell.append(span) }
                return
            }
            table?.cell[at].text += span.text
        } else if let at = spans.indices.last, Self.goesOn(spans[at], with: span) {
            spans[at].text += span.text
        } else if isWithinBounds() {
            spans.append(span)
        }
    }

    /// Words that come in many parts are put together at once. A new line, or the mark of an item, stays by itself.
    private static func goesOn(_ last: Span?, with span: Span) -> Bool {
        guard let last, last.looksLike(span) else { return false }
        return last.text != "\n" && last.text != bullet && span.text != bullet
    }

    /// Whether one span more is within the bounds of the document.
    private mutating func isWithinBounds() -> Bool {
        spansSoFar += 1
        if spansSoFar > Bound.spans { cut() }
        return spansSoFar <= Bound.spans
    }

    /// A new line, unless nothing has been written in this one.
    mutating func breakLine() {
        if table?.isInCell == true {
            if table?.cell.isEmpty == false, isWithinBounds() { table?.cell.append(Span("\n")) }
        } else if !spans.isEmpty, isWithinBounds() {
            spans.append(Span("\n"))
        }
    }

    // MARK: Blocks

    /// Ends the paragraph or heading under way and makes it a block.
    mutating func flush() {
        if table?.isInCell == true {
            if let last = table?.cell.last?.text, last != "\n", last != Self.bullet { breakLine() }
            return
        }
        let written = spans
        spans = []
        guard !written.isEmpty else { return }
        let prose = Prose(written, alignment: alignment)
        guard !prose.isEmpty else { return }
        switch role {
        case .paragraph: add(prose: prose)
        case .heading(let level):
            mark(names.name(of: written.map { $0.picture == nil ? $0.text : "" }.joined().trimmed))
            add(.heading(level, shortened(prose, to: Bound.heading)))
        case .summary: addSummary(prose)
        }
    }

    var role: Role { scopes.last { $0.role != nil }?.role ?? .paragraph }

    /// In lists beside their markers.
    private var alignment: Prose.Alignment {
        for scope in scopes.reversed() {
            if let alignment = scope.alignment { return alignment }
            if scope.list != nil { return .start }
        }
        return .start
    }

    private mutating func add(prose: Prose) {
        for (place, piece) in prose.pieces(of: Bound.prose, cost: Bound.cost).enumerated() {
            add(.paragraph(piece), gap: place == 0 ? nil : DocumentBlock.Gap.none)
        }
    }

    /// What would be laid out too slowly, and is not cut into pieces.
    mutating func shortened(_ prose: Prose, to length: Int, cost: Int = Bound.cost) -> Prose {
        let shown = prose.prefix(of: length, cost: cost)
        if shown != prose { cut() }
        return shown
    }

    mutating func add(code text: String, language: String) {
        if table?.isInCell == true {
            flush()
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                add(String(line), .code)
                breakLine()
            }
            return
        }
        let whole = text.code
        let parts = Self.parts(of: whole)
        for (place, part) in parts.enumerated() {
            add(
                .code(
                    DocumentCode(
                        part, whole: whole, language: language, isFirst: place == 0, isLast: place == parts.count - 1)),
                gap: place == 0 ? nil : DocumentBlock.Gap.none)
        }
    }

    private static func parts(of code: String) -> [String] {
        var parts: [String] = []
        var lines: [String] = []
        var cost = 0
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = DocumentCode.shown(line, length: Bound.codeLine, cost: Bound.cost)
            let lineCost = DocumentCode.cost(of: line)
            if !lines.isEmpty, lines.count == Bound.codeLines || cost + lineCost > Bound.cost {
                parts.append(lines.joined(separator: "\n"))
                (lines, cost) = ([], 0)
            }
            lines.append(line)
            cost += lineCost
        }
        return parts + [lines.joined(separator: "\n")]
    }

    mutating func add(table: DocumentTable) {
        guard table.rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
        for part in table.parts(of: Bound.tableCost, id: newNumber()) {
            add(.table(part), gap: part.isFirst ? nil : DocumentBlock.Gap.none)
        }
    }

    /// - Parameter gap: nil for what follows from what it is and where it stands.
    mutating func add(_ content: DocumentBlock.Content, gap: DocumentBlock.Gap? = nil) {
        guard dropped == nil else { return }
        openSummary()
        guard blocks.count < Bound.blocks, costSoFar < Bound.documentCost else { return cut() }
        for name in pendingAnchors where anchors[name] == nil { anchors[name] = blocks.count }
        pendingAnchors = []
        var frames = Array(scopes.compactMap(\.frame).prefix(Bound.depth))
        // The same storage for neighbors.
        if let last = blocks.last, last.frames == frames { frames = last.frames }
        let block = DocumentBlock(content, frames: frames, gap: gap ?? self.gap(above: content))
        costSoFar += block.cost
        blocks.append(block)
        lastLists = scopes.compactMap { $0.list?.id }
    }

    /// Of two blocks in one list, that list decides; of several such lists the innermost.
    private func gap(above content: DocumentBlock.Content) -> DocumentBlock.Gap {
        guard let last = blocks.last else { return .none }
        if case .heading = content { return .section }
        if case .alertTitle = last.content { return .tight }
        let common = scopes.compactMap(\.list).last { lastLists.contains($0.id) }
        return common?.isTight == true ? .tight : .block
    }

    /// What is in a fold comes after its summary, though nobody wrote one.
    private mutating func openSummary() {
        for place in scopes.indices {
            guard let fold = scopes[place].fold else { continue }
            scopes[place].fold = nil
            addSummary(Prose([]), fold, below: place)
        }
    }

    private mutating func addSummary(_ prose: Prose) {
        // It is not shown, and the fold still wants one.
        guard dropped == nil else { return }
        guard let place = scopes.lastIndex(where: { $0.fold != nil }), let fold = scopes[place].fold else {
            return add(prose: prose)
        }
        scopes[place].fold = nil
        addSummary(prose, fold, below: place)
    }

    private mutating func addSummary(_ prose: Prose, _ fold: (id: Int, isOpen: Bool), below place: Int) {
        let inside = scopes[place...]
        scopes.removeSubrange(place...)
        add(.summary(shortened(prose, to: Bound.summary), fold: fold.id, isOpen: fold.isOpen))
        scopes += inside
    }

    // MARK: Scopes

    mutating func open(_ scope: Scope) {
        guard scopes.count < Bound.scopes else { return cut() }
        var scope = scope
        if scope.fold != nil {
            folds += 1
            if folds > Bound.folds { (scope.fold, scope.frame) = (nil, nil) }
        }
        scopes.append(scope)
    }

    /// Closes all that is open above so many scopes.
    mutating func closeScopes(downTo count: Int) {
        while scopes.count > count {
            flush()
            let scope = scopes.removeLast()
            end(scope)
        }
    }
}

extension DocumentBlock.Frame {
    var isItem: Bool {
        if case .item = self { true } else { false }
    }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// As it is shown and copied: without what reorders it and without empty lines at its end.
    fileprivate var code: String {
        var text = CleanText.lines(self)
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
