import CCmark
import StargazerCore

/// Walks what the parser found and tells the builder of it.
struct MarkdownWalk {
    private typealias Node = OpaquePointer

    private var builder: DocumentBuilder
    /// How many scopes were open before each block that is open.
    private var scopes: [Int] = []
    private var inline: [Int] = []
    /// How many blocks there were before each item that is open.
    private var items: [Int] = []
    /// What the quote's first line says of the quote, and is no part of it.
    private var skipped: Set<OpaquePointer> = []
    /// Notes that have been met; the parser puts them in order.
    private var footnotes = 0
    private var pictures = 0

    init(places: DocumentPlaces) { builder = DocumentBuilder(places: places) }

    mutating func run(_ root: OpaquePointer, isCut: Bool) -> Document {
        let iterator = cmark_iter_new(root)
        defer { cmark_iter_free(iterator) }
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
            guard !skipped.contains(node) else { continue }
            if event == CMARK_EVENT_ENTER { enter(node) } else { leave(node) }
        }
        return builder.finish(isCut: isCut)
    }

    private mutating func enter(_ node: Node) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT: builder.add(literal(node))
        case CMARK_NODE_SOFTBREAK: builder.add(" ")
        case CMARK_NODE_LINEBREAK: builder.breakLine()
        case CMARK_NODE_CODE: builder.add(literal(node), .code)
        case CMARK_NODE_HTML_INLINE: builder.add(html: literal(node), isBlock: false)
        case CMARK_NODE_EMPH: begin(.emphasis)
        case CMARK_NODE_STRONG: begin(.strong)
        case CMARK_NODE_LINK: begin([], builder.places.target(text(cmark_node_get_url(node))))
        case CMARK_NODE_IMAGE:
            if pictures == 0 { builder.beginAlternative() }
            pictures += 1
        case CMARK_NODE_FOOTNOTE_REFERENCE: refer(to: literal(node))
        case CMARK_NODE_PARAGRAPH: builder.beginBlock()
        case CMARK_NODE_HEADING:
            open(.init(role: .heading(Int(cmark_node_get_heading_level(node)))))
        case CMARK_NODE_THEMATIC_BREAK:
            builder.beginBlock()
            builder.add(.rule)
        case CMARK_NODE_CODE_BLOCK:
            builder.beginBlock()
            let info = text(cmark_node_get_fence_info(node))
            let language = info.split { $0.isWhitespace || $0 == "," || $0 == "{" }.first
            builder.add(
                code: literal(node), language: CleanText.line(language.map(String.init) ?? "", limit: 30))
        case CMARK_NODE_HTML_BLOCK:
            builder.add(html: literal(node), isBlock: true)
        case CMARK_NODE_BLOCK_QUOTE: enter(quote: node)
        case CMARK_NODE_LIST:
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            let list = DocumentBuilder.ListState(
                id: builder.newNumber(), number: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
                isTight: cmark_node_get_list_tight(node) != 0)
            open(.init(list: list))
        case CMARK_NODE_ITEM: enter(item: node)
        case CMARK_NODE_FOOTNOTE_DEFINITION: enter(footnote: node)
        default: enter(extension: node)
        }
    }

    private mutating func leave(_ node: Node) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK: end()
        case CMARK_NODE_IMAGE:
            pictures -= 1
            guard pictures == 0 else { return }
            let picture = builder.picture(text(cmark_node_get_url(node)))
            let alternative = builder.endAlternative()
            builder.add(
                picture,
                alternative: DocumentBuilder.alternative(alternative, text(cmark_node_get_title(node)), picture))
        case CMARK_NODE_PARAGRAPH: builder.endLeaf()
        case CMARK_NODE_HEADING:
            builder.endLeaf()
            close()
        case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST: close()
        case CMARK_NODE_ITEM:
            builder.flush()
            // An item that says nothing has its marker all the same.
            if let before = items.popLast(), before == builder.blocks.count, builder.table == nil {
                builder.add(.paragraph(Prose([])))
            }
            close()
        case CMARK_NODE_FOOTNOTE_DEFINITION:
            builder.flush()
            builder.addToLast(Span("\u{A0}↩", target: .anchor("fnref-\(footnotes)")))
            close()
        default: leave(extension: node)
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

    private mutating func enter(item node: Node) {
        builder.beginBlock()
        scopes.append(builder.scopes.count)
        let task: Bool? =
            has(node, "tasklist") ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil
        builder.openItem(task: task)
        items.append(builder.blocks.count)
    }

    private mutating func enter(quote node: Node) {
        guard let alert = alert(node) else { return open(.init(frame: .quote(builder.newNumber()))) }
        open(.init(frame: .alert(builder.newNumber(), alert)))
        builder.add(.alertTitle(alert))
    }

    /// What the first line of a quote makes it: `[!NOTE]`, with nothing else in the line and something below it.
    private mutating func alert(_ node: Node) -> DocumentBlock.Alert? {
        guard let first = cmark_node_first_child(node), cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH else {
            return nil
        }
        var line = ""
        var nodes: [Node] = []
        var next = cmark_node_first_child(first)
        while let node = next, cmark_node_get_type(node) == CMARK_NODE_TEXT, line.utf8.count < 20 {
            line += literal(node)
            nodes.append(node)
            next = cmark_node_next(node)
        }
        guard line.hasPrefix("[!"), line.hasSuffix("]"),
            let alert = DocumentBlock.Alert(rawValue: line.dropFirst(2).dropLast().lowercased())
        else { return nil }
        if let next {
            let type = cmark_node_get_type(next)
            guard type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK else { return nil }
            nodes.append(next)
        } else if cmark_node_next(first) == nil {
            return nil
        }
        skipped.formUnion(nodes)
        return alert
    }

    private mutating func refer(to name: String) {
        builder.mark("fnref-\(name)")
        begin(.sup, .anchor("fn-\(name)"))
        builder.add(name)
        end()
    }

    private mutating func enter(footnote node: Node) {
        builder.closeScopes(downTo: 0)
        builder.beginBlock()
        if footnotes == 0 { builder.add(.rule) }
        footnotes += 1
        builder.mark("fn-\(footnotes)")
        open(.init(frame: .item(builder.newNumber(), .number(footnotes))))
    }

    // MARK: Lines

    private mutating func begin(_ style: Span.Style, _ target: Target? = nil) {
        inline.append(builder.inline.count)
        if builder.inline.count < DocumentBuilder.Bound.scopes {
            builder.inline.append(.init(tag: nil, style: style, target: target))
        }
    }

    private mutating func end() {
        guard let count = inline.popLast(), builder.inline.count > count else { return }
        builder.inline.removeSubrange(count...)
    }

    // MARK: Extensions

    private mutating func enter(extension node: Node) {
        if has(node, "strikethrough") {
            begin(.strike)
        } else if has(node, "table") {
            builder.beginBlock()
            scopes.append(builder.scopes.count)
            guard builder.table == nil else { return }
            builder.table = .init()
            builder.open(.init(isTable: true))
        } else if has(node, "table_row") || has(node, "table_header") {
            if builder.table?.isInCell == false { builder.beginRow() }
        } else if has(node, "table_cell") {
            guard builder.table?.isInCell == false else { return }
            builder.beginCell(alignment(of: node), isHeader: isHeader(node))
        }
    }

    private mutating func leave(extension node: Node) {
        if has(node, "strikethrough") {
            end()
        } else if has(node, "table") {
            close()
        } else if has(node, "table_cell") {
            builder.inline = []
            if builder.scopes.last?.isTable == true { builder.endCell() } else { builder.add(" ") }
        }
    }

    private func isHeader(_ cell: Node) -> Bool {
        cmark_node_parent(cell).map { cmark_gfm_extensions_get_table_row_is_header($0) != 0 } ?? false
    }

    private func alignment(of cell: Node) -> Prose.Alignment {
        guard let row = cmark_node_parent(cell), let table = cmark_node_parent(row),
            let all = cmark_gfm_extensions_get_table_alignments(table)
        else { return .start }
        var place = 0
        var before = cmark_node_previous(cell)
        while let cell = before {
            place += 1
            before = cmark_node_previous(cell)
        }
        guard place < Int(cmark_gfm_extensions_get_table_columns(table)) else { return .start }
        return switch all[place] {
        case UInt8(ascii: "c"): .center
        case UInt8(ascii: "r"): .end
        default: .start
        }
    }

    // MARK: Reading

    private func has(_ node: Node, _ type: String) -> Bool {
        cmark_node_get_type_string(node).map { String(cString: $0) == type } ?? false
    }

    private func literal(_ node: Node) -> String { text(cmark_node_get_literal(node)) }

    private func text(_ bytes: UnsafePointer<CChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }
}
