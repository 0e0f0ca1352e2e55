import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// Returns a document as text for comparison: a line per block, starting with its frames.
func outline(_ document: Document) -> String {
    var before: [DocumentBlock.Frame] = []
    return document.blocks.map { block in
        defer { before = block.frames }
        let frames = block.frames.enumerated().map { place, frame in
            mark(frame, isNew: place >= before.count || before[place] != frame)
        }
        return (frames + [words(block.content)]).joined(separator: " ")
    }.joined(separator: "\n")
}

/// Reads a README at the root of a repository of octocat.
func read(_ text: String) async -> Document {
    await MarkdownReader().document(text, baseURLs: .sample) ?? Document(blocks: [])
}

func expect(_ text: String, shows wanted: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let shown = outline(await read(text))
    #expect(shown == wanted, sourceLocation: sourceLocation)
}

extension DocumentBaseURLs {
    static let sample = DocumentBaseURLs(
        ReadmePayload(
            path: "README.md", sha: nil, encoding: nil, content: nil,
            htmlUrl: "https://github.com/octocat/hello/blob/main/README.md",
            downloadUrl: "https://raw.githubusercontent.com/octocat/hello/main/README.md"))
}

private func mark(_ frame: DocumentBlock.Frame, isNew: Bool) -> String {
    switch frame {
    case .quote: return ">"
    case .alert(_, let alert): return "!\(alert.rawValue)"
    case .fold: return "+"
    case .item(_, let marker):
        guard isNew else { return "|" }
        return switch marker {
        case .bullet(let level): String(repeating: "-", count: level + 1)
        case .number(let number, let style): "\(style.text(number))."
        case .task(let isDone): isDone ? "[x]" : "[ ]"
        case .none: ":"
        }
    }
}

private func words(_ content: DocumentBlock.Content) -> String {
    switch content {
    case .heading(let level, let prose): "h\(level) " + words(prose)
    case .paragraph(let prose): "p " + words(prose)
    case .code(let code): "code \(code.language)|" + code.text.replacing("\n", with: "⏎")
    case .table(let table):
        "table\(table.hasHeader ? "*" : "")\(table.alignment == .center ? "<c>" : "") "
            + table.rows.map { $0.map(words).joined(separator: " | ") }.joined(separator: " // ")
    case .rule: "rule"
    case .alertTitle(let alert): "title \(alert.rawValue)"
    case .summary(let prose, _, let isOpen): "summary\(isOpen ? " open" : "") " + words(prose)
    }
}

func words(_ prose: RichText) -> String {
    let marks: [(TextSpan.Style, String)] = [
        (.strong, "**"), (.emphasis, "*"), (.strike, "~~"), (.code, "`"), (.key, "⌨"), (.sub, "~"), (.sup, "^"),
        (.underline, "_"), (.small, "°"), (.mark, "="),
    ]
    let text = prose.spans.map { span in
        var text = span.text
        if let picture = span.picture {
            text = "![\(text)](\(picture.url?.absoluteString ?? ""))"
            if let width = picture.width { text += "{\(Int(width))}" }
            if let share = picture.share { text += "{\(Int(share * 100))%}" }
            if let side = picture.side { text += "{\(side)}" }
            for source in picture.sources.dropFirst() { text += "{\(source.density)x \(source.url.absoluteString)}" }
            if let dark = picture.darkURL { text += "{dark \(dark.absoluteString)}" }
        }
        for (style, mark) in marks where span.style.contains(style) { text = mark + text + mark }
        switch span.target {
        case .web(let address)?: text = "[\(text)](\(address))"
        case .mail(let address)?: text = "[\(text)](mailto:\(address))"
        case .anchor(let name)?: text = "[\(text)](#\(name))"
        case nil: break
        }
        return text.replacing("\n", with: "⏎")
    }.joined()
    let alignment =
        switch prose.alignment {
        case .start: ""
        case .left: "<l> "
        case .center: "<c> "
        case .right: "<r> "
        }
    return alignment + text
}
