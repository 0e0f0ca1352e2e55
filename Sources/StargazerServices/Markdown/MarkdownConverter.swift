import StargazerCore
import StargazerLibrary

/// Converts the parser's events to a document, in one pass.
struct MarkdownConverter {
    private var events: MarkdownEvents
    private var builder: DocumentBuilder
    /// For each open block, the number of scopes before it.
    private var scopes: [Int] = []
    /// For each open span, whether the builder has it.
    private var inline: [Bool] = []
    /// For each open item, the number of blocks before it.
    private var items: [Int] = []
    /// Number of footnotes so far; the parser sorts them.
    private var footnotes = 0
    /// How often the text refers to each footnote.
    private var references: [String: Int] = [:]
    private let keepsLineBreaks: Bool
    private var pictures = 0
    /// What follows the beginning of the open paragraph, heading or cell.
    private var leaf: (events: MarkdownEvents, isParagraph: Bool)?
    /// What becomes of the next tags of `FilteredTags` in it; nil before the first.
    private var outcomes: ArraySlice<FilteredTags.Outcome>?
    /// Number of scopes outside of the open cell.
    private var cellScopes = 0

    /// - Parameter keepsLineBreaks: whether a line of the source is a line of the document.
    init(
        _ events: [UInt8], baseURLs: DocumentBaseURLs, keepsLineBreaks: Bool = false,
        frontMatter: [(name: String, value: String)] = []
    ) {
        self.events = MarkdownEvents(events)
        self.keepsLineBreaks = keepsLineBreaks
        builder = DocumentBuilder(baseURLs: baseURLs)
        builder.add(frontMatter: frontMatter)
    }

    /// - Parameter isStopped: called after every thousand events; returning true stops the conversion.
    /// - Returns: nil if stopped or if the events are incomplete.
    mutating func document(isCut: Bool, isStopped: () -> Bool) -> Document? {
        var count = 0
        while let event = events.next() {
            count += 1
            if count.isMultiple(of: 1_000), isStopped() { return nil }
            handle(event)
        }
        return events.isComplete ? builder.finish(isCut: isCut) : nil
    }

    private mutating func handle(_ event: MarkdownEvent) {
        switch event {
        case .text(let text): builder.add(text)
        case .softBreak where keepsLineBreaks: builder.breakLine()
        case .softBreak: builder.add(builder.isPreformatted ? "\n" : " ")
        case .lineBreak: builder.breakLine()
        case .code(let text): builder.add(text, .code)
        case .html(let text): add(html: text)
        case .footnoteReference(let name): if builder.skippedElement == nil { addReference(to: name) }
        case .beginStyle(let style): beginSpan(style)
        case .beginLink(let address): beginSpan([], builder.baseURLs.target(address))
        case .endSpan: endSpan()
        case .beginImage:
            if pictures == 0 { builder.beginAltText() }
            pictures += 1
        case .endImage(let address, let title): endImage(address, title)
        default: handle(block: event)
        }
    }

    private mutating func handle(block event: MarkdownEvent) {
        switch event {
        case .beginParagraph:
            builder.beginParagraph()
            beginLeaf(isParagraph: true)
        case .endParagraph: builder.endLeaf()
        case .beginHeading(let level):
            open(.init(role: .heading(level)))
            beginLeaf(isParagraph: false)
        case .endHeading:
            builder.endLeaf()
            close()
        case .thematicBreak:
            builder.beginBlock()
            builder.add(.rule)
        case .codeBlock(let info, let text):
            builder.beginBlock()
            let language = info.split { $0.isWhitespace || $0 == "," || $0 == "{" }.first
            builder.add(code: text, language: CleanText.line(language.map(String.init) ?? "", limit: 30))
        case .htmlBlock(let text): builder.add(htmlBlock: text)
        case .beginQuote: beginQuote()
        case .endQuote, .endList: close()
        case .beginList(let start, let isTight):
            open(.init(list: DocumentBuilder.ListState(id: builder.nextID(), number: start, isTight: isTight)))
        case .beginItem(let task): beginItem(task)
        case .endItem: endItem()
        case .beginFootnote: beginFootnote()
        case .endFootnote:
            builder.flush()
            addBackLinks()
            close()
        default: handle(table: event)
        }
    }

    private mutating func handle(table event: MarkdownEvent) {
        switch event {
        case .beginTable:
            builder.beginBlock()
            builder.endTableWithoutEnd()
            scopes.append(builder.scopes.count)
            guard builder.table == nil else { return }
            builder.table = .init()
            builder.open(.init(isTable: true))
        case .endTable: close()
        case .beginRow: if builder.table?.isInCell == false { builder.beginRow() }
        case .beginCell(let alignment, let isHeader):
            if builder.table?.isInCell == false { builder.beginCell(alignment, isHeader: isHeader) }
            cellScopes = builder.scopes.count
            beginLeaf(isParagraph: false)
        case .endCell:
            builder.skippedElement = nil
            builder.closeScopes(downTo: cellScopes)
            builder.inline.removeAll { $0.depth == nil }
            if builder.scopes.last?.isTable == true { builder.endCell() } else { builder.add(" ") }
        default: break
        }
    }

    // MARK: Blocks

    private mutating func open(_ scope: DocumentBuilder.Scope) {
        builder.beginBlock()
        scopes.append(builder.scopes.count)
        builder.open(scope)
    }

    private mutating func close() {
        if let count = scopes.popLast() { builder.closeScopes(downTo: count) }
    }

    private mutating func beginItem(_ task: Bool?) {
        builder.beginBlock()
        scopes.append(builder.scopes.count)
        builder.openItem(task: task)
        items.append(builder.blocks.count)
    }

    private mutating func endItem() {
        if let outside = scopes.last { builder.closeScopes(downTo: outside + 1) }
        builder.flush()
        // An empty item still has a marker.
        if let before = items.popLast(), before == builder.blocks.count, builder.table == nil {
            builder.add(.paragraph(RichText([])))
        }
        close()
    }

    private mutating func beginQuote() {
        guard let (alert, rest) = alert() else { return open(.init(frame: .quote(builder.nextID()))) }
        open(.init(frame: .alert(builder.nextID(), alert)))
        builder.add(.alertTitle(alert))
        builder.beginBlock()
        events = rest
        beginLeaf(isParagraph: true)
    }

    /// Returns the alert of a quote that starts with a line such as `[!NOTE]`, with text below it.
    /// - Returns: also the events after that line.
    private func alert() -> (DocumentBlock.Alert, rest: MarkdownEvents)? {
        var rest = events
        guard rest.next() == .beginParagraph else { return nil }
        var line = ""
        var event = rest.next()
        while case .text(let text)? = event, line.utf8.count < 20 {
            line += text
            event = rest.next()
        }
        guard line.hasPrefix("[!"), line.hasSuffix("]"),
            let alert = DocumentBlock.Alert(rawValue: line.dropFirst(2).dropLast().lowercased())
        else { return nil }
        switch event {
        case .softBreak, .lineBreak: return (alert, rest)
        case .endParagraph:
            var next = rest
            return next.next() == .endQuote ? nil : (alert, rest)
        default: return nil
        }
    }

    private mutating func beginFootnote() {
        builder.closeScopes(downTo: 0)
        builder.beginBlock()
        if footnotes == 0 { builder.add(.rule) }
        footnotes += 1
        builder.mark("fn-\(footnotes)")
        open(.init(frame: .item(builder.nextID(), .number(footnotes))))
    }

    /// Adds a link to each reference to the footnote.
    private mutating func addBackLinks() {
        let count = min(references[String(footnotes)] ?? 1, Self.maxBackLinks)
        var links: [TextSpan] = []
        for number in 1...max(count, 1) {
            let target = LinkTarget.anchor(Self.name(ofReference: number, to: String(footnotes)))
            links.append(TextSpan("\u{A0}↩", target: target))
            if number > 1 { links.append(TextSpan(String(number), style: .sup, target: target)) }
        }
        builder.addToLast(links)
    }

    private static let maxBackLinks = 100

    private static func name(ofReference number: Int, to footnote: String) -> String {
        number == 1 ? "fnref-\(footnote)" : "fnref-\(footnote)-\(number)"
    }

    // MARK: Inline

    private mutating func beginLeaf(isParagraph: Bool) {
        leaf = (events, isParagraph)
        outcomes = nil
    }

    private mutating func add(html text: String) {
        for token in HTMLTokens.all(in: text, filtersTags: true) {
            if case .filtered = token, outcomes == nil, let leaf {
                outcomes = FilteredTags.outcomes(in: leaf.events, showsAll: !leaf.isParagraph)[...]
            }
            var following = outcomes ?? []
            builder.add(token, filtered: &following)
            if outcomes != nil { outcomes = following }
        }
    }

    private mutating func addReference(to name: String) {
        let number = references[name, default: 0] + 1
        references[name] = number
        builder.mark(Self.name(ofReference: number, to: name))
        beginSpan(.sup, .anchor("fn-\(name)"))
        builder.add(name)
        endSpan()
    }

    private mutating func beginSpan(_ style: TextSpan.Style, _ target: LinkTarget? = nil) {
        let isWithinLimit = builder.inline.count < DocumentBuilder.Limit.scopes
        inline.append(isWithinLimit)
        if isWithinLimit { builder.inline.append(.init(tag: nil, style: style, target: target)) }
    }

    private mutating func endSpan() {
        guard inline.popLast() == true, let place = builder.inline.lastIndex(where: { $0.tag == nil }) else { return }
        builder.inline.removeSubrange(place...)
    }

    private mutating func endImage(_ address: String, _ title: String) {
        pictures -= 1
        guard pictures == 0 else { return }
        let picture = builder.picture(address)
        let alternative = DocumentBuilder.alternative(builder.endAltText(), title)
        builder.add(picture, alternative: alternative)
    }
}
