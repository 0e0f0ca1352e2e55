import Foundation
import StargazerCore
import StargazerLibrary

/// The effect of HTML elements in a document. Unknown elements have none, and their text is shown as text.
extension DocumentBuilder {
    mutating func add(htmlBlock html: String) {
        let tokens = HTMLTokens.all(in: html, filtersTags: true)
        var outcomes = FilteredTags.outcomes(in: tokens)[...]
        isInHTMLBlock = true
        for token in tokens { add(token, filtered: &outcomes) }
        isInHTMLBlock = false
        endLeaf()
    }

    /// - Parameter outcomes: what becomes of this and the following tags of `FilteredTags`.
    mutating func add(_ token: HTMLToken, filtered outcomes: inout ArraySlice<FilteredTags.Outcome>) {
        if let skippedElement {
            if case .filtered(skippedElement, let source) = token, source.hasPrefix("</") { self.skippedElement = nil }
            return
        }
        switch token {
        case .text(let text): add(htmlText: text)
        case .open(let tag, let attributes): open(tag, attributes)
        case .close(let tag): close(tag)
        case .filtered(let tag, let source):
            switch outcomes.popFirst() {
            case .shown: add(htmlText: source)
            case .skipped: skippedElement = tag
            case .hidden, nil: break
            }
        }
    }

    /// Ends a paragraph, heading or HTML block, and the inline elements opened in it. Those of an HTML block go on.
    mutating func endLeaf() {
        skippedElement = nil
        lacksFilm = nil
        if isPreformatted {
            if !preformatted.isEmpty, preformatted.last != "\n" { preformatted += "\n" }
        } else {
            flush()
            endSummary()
        }
        inline.removeAll { $0.depth == nil }
    }

    /// Starts a paragraph, which goes on with the text of an open preformatted element.
    mutating func beginParagraph() {
        if !isPreformatted { return beginBlock() }
        if !preformatted.isEmpty { preformatted += "\n" }
    }

    /// Starts a block, which ends any open paragraph or preformatted element.
    mutating func beginBlock() {
        if isPreformatted { closeScopes(downTo: scopes.count - 1) }
        flush()
        while scopes.last?.tag == "p" {
            // What is open in a paragraph that has no end tag goes on in the next one.
            for index in inline.indices where inline[index].depth == scopes.count {
                inline[index].depth = scopes.count - 1
            }
            closeScopes(downTo: scopes.count - 1)
        }
    }

    var isPreformatted: Bool { scopes.last?.isPreformatted == true }

    private mutating func add(htmlText text: String) {
        add(isPreformatted ? text : text.replacing("\n", with: " "))
    }

    /// Elements that a browser shows apart from the words around them.
    private static let separateElements: Set<String> = [
        "audio", "button", "canvas", "desc", "foreignobject", "head", "math", "meter", "object", "optgroup", "option",
        "progress", "select", "svg", "template", "text",
    ]

    private static let styles: [String: TextSpan.Style] = [
        "b": .strong, "strong": .strong, "i": .emphasis, "em": .emphasis, "cite": .emphasis, "var": .emphasis,
        "dfn": .emphasis, "s": .strike, "del": .strike, "strike": .strike, "code": .code, "tt": .code, "samp": .code,
        "kbd": .key, "sub": .sub, "sup": .sup, "u": .underline, "ins": .underline, "small": .small, "mark": .mark,
    ]

    private static let containers: Set<String> = [
        "p", "div", "center", "section", "article", "header", "footer", "main", "nav", "aside", "figure", "figcaption",
        "address", "fieldset", "legend", "form", "dl", "dt", "body", "html", "caption", "hgroup", "search", "dialog",
        "menu", "dir",
    ]

    private mutating func open(_ tag: String, _ attributes: [String: String]) {
        if let anchor = attributes["id"] ?? attributes["name"] { mark(anchor) }
        if isPreformatted {
            if tag == "br" { breakLine() }
            return
        }
        switch tag {
        case _ where Self.separateElements.contains(tag): add(" ")
        case "br": breakLine()
        case "hr":
            beginBlock()
            add(.rule)
        case "img": add(image: attributes)
        case "picture":
            // Its sources are not those of a film without an end.
            lacksFilm = nil
            pictureSources = []
        case "video":
            add(" ")
            lacksFilm = true
            addFilm(attributes)
        case "source" where lacksFilm != nil: addFilm(attributes)
        case "source": pictureSources?.append(attributes)
        case "a":
            // A link is in no other link, so this one ends a link without an end.
            if let place = lastInline(tag) { inline.remove(at: place) }
            begin(InlineScope(tag: tag, style: [], target: attributes["href"].flatMap(baseURLs.target)))
        case "q": add("“")
        case _ where Self.styles[tag] != nil:
            begin(InlineScope(tag: tag, style: Self.styles[tag] ?? [], target: nil))
        case "h1", "h2", "h3", "h4", "h5", "h6":
            beginBlock()
            let level = tag.last?.wholeNumberValue ?? 1
            open(Scope(tag: tag, alignment: Self.alignment(attributes), role: .heading(level)))
        case _ where Self.containers.contains(tag):
            beginBlock()
            open(Scope(tag: tag, alignment: tag == "center" ? .center : Self.alignment(attributes)))
        case "blockquote":
            beginBlock()
            open(Scope(tag: tag, frame: .quote(nextID())))
        case "pre":
            beginBlock()
            preformatted = ""
            open(Scope(tag: tag, isPreformatted: true, language: attributes["lang"] ?? ""))
        case "ul", "ol", "li", "dd": openList(tag, attributes)
        case "details", "summary": openFold(tag, attributes)
        case "table", "thead", "tbody", "tfoot", "tr", "td", "th": openTable(tag, attributes)
        default: break
        }
    }

    private mutating func begin(_ scope: InlineScope) {
        var scope = scope
        if isInHTMLBlock { scope.depth = scopes.count }
        if inline.count < Limit.scopes { inline.append(scope) }
    }

    /// Returns the index of the last open inline element of this name, unless Markdown around it is still open.
    private func lastInline(_ tag: String) -> Int? {
        inline.lastIndex { $0.tag == tag || $0.tag == nil }.flatMap { inline[$0].tag == nil ? nil : $0 }
    }

    private mutating func openList(_ tag: String, _ attributes: [String: String]) {
        switch tag {
        case "ul", "ol":
            beginBlock()
            let start = tag == "ol" ? Int(attributes["start"] ?? "") ?? 1 : nil
            let numbering = ListNumbering(type: attributes["type"]) ?? .decimal
            open(
                Scope(
                    tag: tag, list: ListState(id: nextID(), number: start, isTight: true, numbering: numbering)))
        case "li":
            let list = scopes.lastIndex { $0.list != nil }
            close("li", above: list)
            beginBlock()
            if let list, let value = attributes["value"].flatMap({ Int($0) }), scopes[list].list?.number != nil {
                scopes[list].list?.number = value
            }
            openItem(tag: tag, numbering: ListNumbering(type: attributes["type"]))
        default:
            beginBlock()
            open(Scope(tag: tag, frame: .item(nextID(), .none)))
        }
    }

    private mutating func openFold(_ tag: String, _ attributes: [String: String]) {
        beginBlock()
        guard tag == "details", table == nil, unnamedFold == nil else {
            open(Scope(tag: tag, role: tag == "summary" && table == nil ? .summary : nil))
            return
        }
        let id = nextID()
        open(Scope(tag: tag, frame: .fold(id), fold: UnnamedFold(id: id, isOpen: attributes["open"] != nil)))
    }

    private mutating func openTable(_ tag: String, _ attributes: [String: String]) {
        switch tag {
        case "table":
            beginBlock()
            // A table in another table's cell becomes part of that cell's text.
            let isOuter = table == nil
            if isOuter { table = TableState() }
            let alignment = isOuter ? Self.alignment(attributes) : nil
            open(Scope(tag: tag, alignment: alignment, isTable: isOuter))
        case "thead", "tbody", "tfoot":
            table?.beginsGroup = true
        case "tr":
            guard table != nil, !isInInnerTable else { return flush() }
            for tag in ["td", "th", "tr"] { close(tag, above: scopes.lastIndex(where: \.isTable)) }
            beginRow()
            open(Scope(tag: tag, cellAlignment: Self.alignment(attributes)))
        default:
            guard table != nil else { return beginBlock() }
            guard !isInInnerTable else { return add(" ") }
            close("td", above: scopes.lastIndex(where: \.isTable))
            close("th", above: scopes.lastIndex(where: \.isTable))
            let row = scopes.last { $0.tag == "tr" }?.cellAlignment
            beginCell(Self.alignment(attributes) ?? row ?? (tag == "th" ? .center : .start), isHeader: tag == "th")
            table?.columnSpan = min(max(Int(attributes["colspan"] ?? "") ?? 1, 1), Limit.columns)
            // Zero stands for all other rows.
            let rows = Int(attributes["rowspan"] ?? "") ?? 1
            table?.rowSpan = rows == 0 ? Limit.cells : min(max(rows, 1), Limit.cells)
            open(Scope(tag: tag, isCell: true))
        }
    }

    /// Whether rows and cells become part of a cell's text: in a table in a cell, and in a table of Markdown.
    private var isInInnerTable: Bool {
        guard let inner = scopes.last(where: { $0.isTable || $0.tag == "table" }) else { return false }
        return !inner.isTable || inner.tag == nil
    }

    /// Ends a table of HTML that has no open cell and contains no open Markdown.
    mutating func endTableWithoutEnd() {
        guard table?.isInCell == false, let place = scopes.lastIndex(where: \.isTable),
            scopes[place...].allSatisfy({ $0.tag != nil })
        else { return }
        closeScopes(downTo: place)
    }

    private mutating func close(_ tag: String) {
        if Self.separateElements.contains(tag), !isPreformatted { return add(" ") }
        if tag == "picture" { pictureSources = nil }
        if tag == "video", !isPreformatted {
            lacksFilm = nil
            return add(" ")
        }
        if tag == "q", !isPreformatted { return add("”") }
        if let place = lastInline(tag) {
            inline.remove(at: place)
            return
        }
        close(tag, above: scopes.lastIndex { $0.tag == nil })
    }

    /// Closes an element and all elements in it, unless it began outside this scope: a Markdown block, list or table.
    private mutating func close(_ tag: String, above boundary: Int?) {
        guard let place = scopes.lastIndex(where: { $0.tag == tag }), place > boundary ?? -1 else { return }
        closeScopes(downTo: place)
    }

    static func alignment(_ attributes: [String: String]) -> RichText.Alignment? {
        switch attributes["align"]?.lowercased() {
        case "center", "middle": .center
        case "right": .right
        case "left": .left
        case "justify": .start
        default: nil
        }
    }
}

/// Lists and pictures, which both Markdown and HTML have.
extension DocumentBuilder {
    // MARK: Lists

    /// Opens an item of the innermost list.
    /// - Parameter task: whether a task is done; nil if the item is not a task.
    /// - Parameter numbering: of this item alone; nil for that of its list.
    mutating func openItem(tag: String? = nil, task: Bool? = nil, numbering: ListNumbering? = nil) {
        if table?.isInCell == true {
            add(Self.bullet)
            open(Scope(tag: tag))
            return
        }
        let place = scopes.lastIndex { $0.list != nil }
        let level = scopes.count { $0.list != nil } - 1
        var marker = DocumentBlock.Marker.bullet(level: max(level, 0))
        if let place, let number = scopes[place].list?.number {
            marker = .number(number, numbering ?? scopes[place].list?.numbering ?? .decimal)
            scopes[place].list?.number = number < Int.max ? number + 1 : number
        }
        if let task { marker = .task(isDone: task) }
        open(Scope(tag: tag, frame: .item(nextID(), marker)))
    }

    /// Adds the block that a closed scope contained.
    mutating func end(_ scope: Scope) {
        if scope.isCell { endCell() }
        if scope.isTable, let table {
            self.table = nil
            var shown = document(of: table)
            shown.alignment = scope.alignment ?? alignment
            add(table: shown)
        }
        if scope.isPreformatted {
            var text = preformatted
            if text.hasPrefix("\n") { text.removeFirst() }
            preformatted = ""
            if !text.trimmed.isEmpty { add(code: text, language: CleanText.line(scope.language, limit: 30)) }
        }
    }

    // MARK: Pictures

    mutating func add(image attributes: [String: String]) {
        var picture = picture(attributes["src"] ?? "")
        let selection = PictureSelection(elements: pictureSources ?? [], image: attributes) { [baseURLs] address in
            baseURLs.pictureAddress(address)
        }
        picture.sources = selection.sources(isDark: false)
        let darkSources = selection.sources(isDark: true)
        if darkSources != picture.sources { picture.darkSources = darkSources }
        if pictureSources != nil { pictureSources = [] }
        if let width = Self.dimension(attributes["width"]), width.isShare {
            picture.share = min(width.number / 100, 1)
        } else {
            picture.width = Self.length(attributes["width"])
        }
        picture.height = Self.length(attributes["height"])
        // Any other alignment is that of a picture within a line.
        if let side = Self.alignment(attributes), [.left, .right].contains(side) { picture.side = side }
        add(picture, alternative: Self.alternative(attributes["alt"], attributes["title"]))
    }

    func picture(_ address: String) -> Picture {
        var picture = Picture(url: baseURLs.pictureAddress(address))
        switch picture.url?.fragment() {
        case "gh-dark-mode-only": picture.colorScheme = .dark
        case "gh-light-mode-only": picture.colorScheme = .light
        default: break
        }
        return picture
    }

    /// Returns a picture's alternative text, or else its title.
    static func alternative(_ alternative: String?, _ title: String?) -> String {
        [alternative, title].lazy.compactMap { $0?.trimmed }.first { !$0.isEmpty } ?? ""
    }

    /// Parses a length in pixels; nil if it is not a number or is larger than any screen.
    private static func length(_ text: String?) -> Double? {
        guard let dimension = dimension(text), !dimension.isShare, dimension.number < 10_000 else { return nil }
        return dimension.number
    }

    /// Parses an HTML dimension: a number, perhaps with a percent sign. What follows, such as `px;`, does not count.
    private static func dimension(_ text: String?) -> (number: Double, isShare: Bool)? {
        guard let text = text?.trimmed else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isWholeNumber || $0 == "." }
        guard digits.count < 10, let number = Double(digits), number > 0 else { return nil }
        return (number, text.dropFirst(digits.count).hasPrefix("%"))
    }
}
