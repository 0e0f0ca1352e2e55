import CCmark
import Foundation
import StargazerCore
import Synchronization

/// Reads Markdown as GitHub writes it, off the caller's actor.
struct MarkdownReader: Sendable {
    /// One document at a time: the parser's extensions change what the whole process shares. It says whether they are
    /// known to the parser yet.
    private static let parser = Mutex(false)

    /// - Parameter text: what is beyond a megabyte is left out, and the document says so.
    @concurrent func document(_ text: String, places: DocumentPlaces) async -> Document {
        let (text, isCut) = Self.bounded(text)
        var walk = MarkdownWalk(places: places)
        return Self.parser.withLock { isReady in
            if !isReady { cmark_gfm_core_extensions_ensure_registered() }
            isReady = true
            return Self.parsed(text) { root in walk.run(root, isCut: isCut) } ?? Document(blocks: [])
        }
    }

    /// A text in another notation, line by line as it was written.
    @concurrent func plain(_ text: String, places: DocumentPlaces) async -> Document {
        let (text, isCut) = Self.bounded(text)
        var builder = DocumentBuilder(places: places)
        if !text.trimmed.isEmpty { builder.add(code: text, language: "") }
        return builder.finish(isCut: isCut)
    }

    private static func bounded(_ text: String) -> (String, isCut: Bool) {
        guard text.utf8.count > DocumentBuilder.Bound.bytes else { return (text, false) }
        let bytes = text.utf8.prefix(DocumentBuilder.Bound.bytes)
        // At the end of a line, which is the end of a character as well.
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        return (String(decoding: bytes[..<end], as: UTF8.self), true)
    }

    private static func parsed<Result>(_ text: String, _ read: (OpaquePointer) -> Result) -> Result? {
        let options = CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8
        guard let parser = cmark_parser_new(options) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        guard let root = cmark_parser_finish(parser) else { return nil }
        defer { cmark_node_free(root) }
        return read(root)
    }
}
