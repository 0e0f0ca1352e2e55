import Foundation
import StargazerCore
import StargazerLibrary

/// Builds a document from nested Markdown and HTML parts. Elements left open end with the one that contains them.
struct DocumentBuilder {
    let baseURLs: DocumentBaseURLs
    var scopes: [Scope] = []
    var inline: [InlineScope] = []
    /// The script or style that is being skipped; its closing tag follows in the same paragraph, heading or cell.
    var skippedElement: String?
    var table: TableState?
    /// The `source` elements of the open `picture` element; nil outside of one.
    var pictureSources: [[String: String]]?
    /// The text of the open preformatted element.
    var preformatted = ""
    /// Whether the open `video` element still lacks its film; nil outside of one.
    var lacksFilm: Bool?
    /// Whether a block of HTML is being read: its inline elements go on after its end.
    var isInHTMLBlock = false
    /// The bytes that substitutions may still add to the text.
    var substitutionRoom = 0

    private(set) var blocks: [DocumentBlock] = []
    private(set) var isCut = false
    private var anchors: [String: Int] = [:]
    private var names = HeadingAnchors()
    private var pendingAnchors: [String] = []
    /// Names of headings without the white space at their ends. They lead where no other name does.
    private var trimmedAnchors: [String: Int] = [:]
    private var spans: [TextSpan] = []
    /// Number of spans in the whole document.
    private var spanCount = 0
    private var totalCost = 0
    private var folds = 0
    private var numbers = 0
    /// The lists that contain the last block.
    private var lastLists: [Int] = []
    /// The alternative text of the open picture.
    private var alternative: String?

    /// Marks a list item in a table cell.
    static let bullet = "• "

    init(baseURLs: DocumentBaseURLs) { self.baseURLs = baseURLs }

    mutating func finish(isCut: Bool) -> Document {
        closeScopes(downTo: 0)
        flush()
        for name in pendingAnchors where !blocks.isEmpty { anchors[name] = anchors[name] ?? blocks.count - 1 }
        anchors.merge(trimmedAnchors.filter { $0.value < blocks.count }) { named, _ in named }
        return Document(
            blocks: blocks, anchors: anchors, isCut: isCut || self.isCut, webURL: baseURLs.page?.asWebURL)
    }

    mutating func nextID() -> Int {
        numbers += 1
        return numbers
    }

    mutating func markTruncated() { isCut = true }

    // MARK: Text

    var style: TextSpan.Style {
        var style: TextSpan.Style = []
        // A heading in a cell is text of the cell.
        if table?.isInCell == true, case .heading = role { style = .strong }
        return inline.reduce(into: style) { $0.formUnion($1.style) }
    }
    var target: LinkTarget? { inline.last { $0.target != nil }?.target }

    mutating func add(_ text: String, _ more: TextSpan.Style = []) {
        guard skippedElement == nil, !text.isEmpty else { return }
        guard alternative == nil else {
            alternative?.append(text)
            return
        }
        guard !isPreformatted else { return preformatted += text }
        append(TextSpan(text, style: style.union(more), target: target))
    }

    mutating func add(_ picture: Picture, alternative: String) {
        guard skippedElement == nil, picture.url != nil || !alternative.isEmpty else { return }
        append(TextSpan(alternative, style: style, target: target, picture: picture))
    }

    /// Collects the following text as a picture's alternative text.
    mutating func beginAltText() { alternative = "" }

    mutating func endAltText() -> String {
        defer { alternative = nil }
        return alternative ?? ""
    }

    /// Appends spans to the last block if it is a paragraph, and otherwise adds a paragraph.
    mutating func addToLast(_ spans: [TextSpan]) {
        guard let last = blocks.indices.last else { return }
        guard case .paragraph(let prose) = blocks[last].content else { return add(.paragraph(RichText(spans))) }
        guard prose.cost < Limit.cost else { return }
        blocks[last].content = .paragraph(RichText(prose.spans + spans, alignment: prose.alignment))
    }

    mutating func mark(_ anchor: String) {
        guard !anchor.isEmpty, anchor.utf8.count < 200 else { return }
        if anchors.count + pendingAnchors.count < Limit.anchors {
            pendingAnchors.append(anchor)
        } else {
            markTruncated()
        }
    }

    private mutating func append(_ span: TextSpan) {
        if table?.isInCell == true {
            guard let at = table?.cell.indices.last, Self.canMerge(table?.cell[at], with: span) else {
                if isWithinBounds() { table?.cell.append(span) }
                return
            }
            table?.cell[at].text += span.text
        } else if let at = spans.indices.last, Self.canMerge(spans[at], with: span) {
            spans[at].text += span.text
        } else if isWithinBounds() {
            spans.append(span)
        }
    }

    /// Whether two spans can be merged. Line breaks and bullets stay separate.
    private static func canMerge(_ last: TextSpan?, with span: TextSpan) -> Bool {
        guard let last, last.hasSameStyle(span) else { return false }
        return last.text != "\n" && last.text != bullet && span.text != bullet
    }

    /// Counts a span, and returns whether the document may have one more.
    mutating func isWithinBounds() -> Bool {
        spanCount += 1
        if spanCount > Limit.spans { markTruncated() }
        return spanCount <= Limit.spans
    }

    /// Adds a line break, unless the line is empty.
    mutating func breakLine() {
        guard skippedElement == nil else { return }
        guard !isPreformatted else { return preformatted += "\n" }
        if table?.isInCell == true {
            if table?.cell.isEmpty == false, isWithinBounds() { table?.cell.append(TextSpan("\n")) }
        } else if !spans.isEmpty, isWithinBounds() {
            spans.append(TextSpan("\n"))
        }
    }

    // MARK: Blocks

    /// Ends the open paragraph or heading and adds it as a block.
    mutating func flush() {
        if table?.isInCell == true {
            if !isPreformatted, let last = table?.cell.last?.text, last != "\n", last != Self.bullet { breakLine() }
            return
        }
        let written = spans
        spans = []
        guard !written.isEmpty else { return }
        let (text, gap) = addFloats(of: written)
        let prose = RichText(withFilm(text), alignment: alignment)
        guard !prose.isEmpty else { return }
        switch role {
        case .paragraph, .summary: add(prose: prose, gap: gap)
        case .heading(let level):
            let text = written.map { $0.picture == nil ? $0.text : "" }.joined()
            mark(names.name(of: text))
            if text != text.trimmed {
                var trimmed = HeadingAnchors()
                let name = trimmed.name(of: text.trimmed)
                if trimmedAnchors[name] == nil, trimmedAnchors.count < Limit.anchors {
                    trimmedAnchors[name] = blocks.count
                }
            }
            add(.heading(level, shortened(prose, to: Limit.heading)), gap: gap)
        }
    }

    /// Adds the pictures at a side of the page as blocks of their own, which come before the text next to them.
    /// - Returns: the other text, and the gap above it; nil for the default.
    private mutating func addFloats(of spans: [TextSpan]) -> ([TextSpan], gap: DocumentBlock.Gap?) {
        guard role != .summary else { return (spans, nil) }
        var rest = spans
        var gap: DocumentBlock.Gap?
        for side in [RichText.Alignment.left, .right] {
            let pictures = rest.filter { $0.picture?.side == side }
            guard !pictures.isEmpty else { continue }
            let above = gap ?? self.gap(above: role == .paragraph ? .rule : .heading(1, RichText([])))
            add(prose: RichText(pictures, alignment: alignment), gap: above)
            gap = above
            rest.removeAll { $0.picture?.side == side }
        }
        return (rest, gap)
    }

    private var role: Role { scopes.last { $0.role != nil }?.role ?? .paragraph }

    /// The alignment of the innermost scope that sets one. A list resets it, so that text stays next to its marker.
    var alignment: RichText.Alignment {
        for scope in scopes.reversed() {
            if let alignment = scope.alignment { return alignment }
            if scope.list != nil { return .start }
        }
        return .start
    }

    mutating func add(prose: RichText, gap: DocumentBlock.Gap? = nil) {
        for (index, piece) in prose.pieces(of: Limit.prose, cost: Limit.cost).enumerated() {
            add(.paragraph(piece), gap: index == 0 ? gap : DocumentBlock.Gap.none)
        }
    }

    /// Shortens text that would be laid out too slowly and is not split into parts.
    mutating func shortened(_ prose: RichText, to length: Int, cost: Int = Limit.cost) -> RichText {
        let shown = prose.prefix(of: length, cost: cost)
        if shown != prose { markTruncated() }
        return shown
    }

    mutating func add(table: DocumentTable) {
        guard table.rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
        for part in table.parts(of: Limit.tableCost, id: nextID()) {
            add(.table(part), gap: part.isFirst ? nil : DocumentBlock.Gap.none)
        }
    }

    /// - Parameter gap: nil for the default gap above this content.
    mutating func add(_ content: DocumentBlock.Content, gap: DocumentBlock.Gap? = nil) {
        if let fold = unnamedFold { return addToSummary(of: fold, content) }
        nameFolds()
        guard blocks.count < Limit.blocks, totalCost < Limit.documentCost else { return markTruncated() }
        for name in pendingAnchors where anchors[name] == nil { anchors[name] = blocks.count }
        pendingAnchors = []
        var frames = Array(scopes.compactMap(\.frame).prefix(Limit.depth))
        if DocumentBlock(content).floatSide != nil {
            // The marker of an item is next to its text.
            while let last = frames.last, last.isItem, blocks.last?.frames.contains(last) != true {
                frames.removeLast()
            }
        }
        // Consecutive blocks share the storage of their frames.
        if let last = blocks.last, last.frames == frames { frames = last.frames }
        let block = DocumentBlock(content, frames: frames, gap: gap ?? self.gap(above: content))
        totalCost += block.cost
        blocks.append(block)
        lastLists = scopes.compactMap { $0.list?.id }
    }

    /// Returns the gap between two blocks. In a list, it depends on the innermost list that contains both.
    private func gap(above content: DocumentBlock.Content) -> DocumentBlock.Gap {
        guard let last = blocks.last else { return .none }
        if case .heading = content { return .section }
        if case .alertTitle = last.content { return .tight }
        let common = scopes.compactMap(\.list).last { lastLists.contains($0.id) }
        return common?.isTight == true ? .tight : .block
    }

    // MARK: Folds

    /// The scope of the fold whose summary is open and not yet a block. All text becomes its name.
    var unnamedFold: Int? {
        guard let summary = scopes.lastIndex(where: { $0.role == .summary }) else { return nil }
        return scopes[..<summary].lastIndex { $0.fold != nil }
    }

    private mutating func addToSummary(of fold: Int, _ content: DocumentBlock.Content) {
        let spans: [TextSpan] =
            switch content {
            case .heading(_, let prose):
                prose.spans.map {
                    TextSpan($0.text, style: $0.style.union(.strong), target: $0.target, picture: $0.picture)
                }
            case .paragraph(let prose), .summary(let prose, _, _): prose.spans
            case .code(let code): [TextSpan(code.text.replacing("\n", with: " "), style: .code)]
            case .table(let table): Array(table.rows.joined().map(\.spans).joined(separator: [TextSpan(" ")]))
            case .rule, .alertTitle: []
            }
        guard !spans.isEmpty else { return }
        if scopes[fold].fold?.name.isEmpty == false { scopes[fold].fold?.name.append(TextSpan(" ")) }
        scopes[fold].fold?.name += spans
    }

    /// Ends the open summary if it has words.
    mutating func endSummary() {
        if let fold = unnamedFold, scopes[fold].fold?.name.isEmpty == false { nameFolds() }
    }

    /// Adds the summaries of the open folds, even without words, before what they contain.
    private mutating func nameFolds() {
        for place in scopes.indices {
            guard let fold = scopes[place].fold else { continue }
            scopes[place].fold = nil
            let inside = scopes[place...]
            scopes.removeSubrange(place...)
            let name = shortened(RichText(fold.name), to: Limit.summary)
            add(.summary(name, fold: fold.id, isOpen: fold.isOpen))
            scopes += inside
        }
    }

    // MARK: Scopes

    mutating func open(_ scope: Scope) {
        guard scopes.count < Limit.scopes else { return markTruncated() }
        var scope = scope
        if scope.fold != nil {
            folds += 1
            if folds > Limit.folds { (scope.fold, scope.frame) = (nil, nil) }
        }
        scopes.append(scope)
    }

    mutating func closeScopes(downTo count: Int) {
        while scopes.count > count {
            flush()
            if scopes.last?.role == .summary { endSummary() }
            let scope = scopes.removeLast()
            inline.removeAll { $0.depth ?? 0 > scopes.count }
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
}

extension DocumentBuilder {
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
        let id = parts.count > 1 ? nextID() : 0
        for (index, part) in parts.enumerated() {
            add(
                .code(
                    DocumentCode(
                        part, fullText: whole, language: language, id: id, isFirst: index == 0,
                        isLast: index == parts.count - 1
                    )),
                gap: index == 0 ? nil : DocumentBlock.Gap.none)
        }
    }

    private static func parts(of code: String) -> [String] {
        var parts: [String] = []
        var lines: [String] = []
        var cost = 0
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = DocumentCode.shown(line, length: Limit.codeLine, cost: Limit.cost)
            let lineCost = DocumentCode.cost(of: line)
            if !lines.isEmpty, lines.count == Limit.codeLines || cost + lineCost > Limit.cost {
                parts.append(lines.joined(separator: "\n"))
                (lines, cost) = ([], 0)
            }
            lines.append(line)
            cost += lineCost
        }
        return parts + [lines.joined(separator: "\n")]
    }
}

extension String {
    /// Code as shown and copied: without bidirectional control characters and trailing empty lines.
    fileprivate var code: String {
        var text = CleanText.lines(self)
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
