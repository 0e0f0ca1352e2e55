import Foundation
import Logging
import StargazerCore

/// Parses Markdown in a separate process, `stargazer-markdown`.
///
/// No C parser takes linear time for every input, and a hostile text may take it over. Therefore the process is in a
/// sandbox, and this side limits its time and its output. A process reads one text and exits.
struct MarkdownWorker: Sendable {
    /// Bytes of events, as in `main.c`.
    static let maxOutput = 8 << 20

    /// The program's path.
    let path: String
    /// Kills a process that its own alarm and processor limit did not stop.
    var deadline = Duration.seconds(10)

    static var installed: MarkdownWorker { MarkdownWorker(path: WorkerProcess.installed("stargazer-markdown")) }

    /// Runs the worker and blocks the calling thread until it ends.
    /// - Returns: the events; nil if the worker could not start, failed, or hit a limit.
    func events(of text: String, _ cancellation: WorkerCancellation) -> [UInt8]? {
        guard let process = WorkerProcess(path) else { return nil }
        let events = process.output(for: Data(text.utf8), limit: Self.maxOutput, deadline: deadline, cancellation)
        let status = process.end()
        if events == nil || status != 0 {
            Logger(label: "markdown").info("the worker failed", metadata: ["status": "\(status)"])
        }
        return status == 0 ? events : nil
    }
}

/// Reads GitHub-flavored Markdown. Each document has its own thread.
struct MarkdownReader: Sendable {
    private let worker: MarkdownWorker
    private let highlighter: CodeHighlighter

    init(worker: MarkdownWorker = .installed, highlighter: CodeHighlighter = .installed) {
        self.worker = worker
        self.highlighter = highlighter
    }

    /// Parses Markdown. Text that exceeds the worker's limits is shown unformatted (`Document.isUnformatted`).
    /// - Parameters:
    ///   - text: cut off after a megabyte, which the document records.
    ///   - keepsLineBreaks: whether a line of the text is one of the document. Such texts have no front matter.
    /// - Returns: nil if the task was cancelled, which stops the worker.
    func document(
        _ text: String, baseURLs: DocumentBaseURLs, keepsLineBreaks: Bool = false
    ) async -> Document? {
        let (whole, isCut) = Self.bounded(text, to: DocumentBuilder.Limit.bytes)
        let (frontMatter, text) = keepsLineBreaks ? ([], whole) : FrontMatter.split(whole)
        return await WorkerProcess.onThread("document") { [worker, highlighter] cancellation in
            let events = worker.events(of: text, cancellation)
            if cancellation.isRequested { return nil }
            if let events {
                var converter = MarkdownConverter(
                    events, baseURLs: baseURLs, keepsLineBreaks: keepsLineBreaks, frontMatter: frontMatter)
                let document = converter.document(isCut: isCut) { cancellation.isRequested }
                if let document { return highlighter.highlighted(document, cancellation) }
                if cancellation.isRequested { return nil }
            }
            let (start, isCutHere) = Self.bounded(whole, to: DocumentBuilder.Limit.unformattedBytes)
            var document = Self.plainDocument(start, isCut: isCut || isCutHere, baseURLs)
            document.isUnformatted = true
            return document
        }
    }

    /// Returns text in another format, HTML or lines as they are; nil if the task was cancelled.
    func document(_ text: String, in format: TextFormat, baseURLs: DocumentBaseURLs) async -> Document? {
        let (text, isCut) = Self.bounded(text, to: DocumentBuilder.Limit.bytes)
        return await WorkerProcess.onThread("document") { [highlighter] cancellation in
            var builder = DocumentBuilder(baseURLs: baseURLs)
            switch format {
            case .html: builder.add(htmlBlock: text)
            case .markup(let language): LightMarkup.read(text, language, into: &builder)
            case .markdown, .lines: builder.add(lines: text)
            }
            let document = builder.finish(isCut: isCut)
            return cancellation.isRequested ? nil : highlighter.highlighted(document, cancellation)
        }
    }

    /// Returns a document with the colors that were not ready in time; nil if the task was cancelled.
    func colored(_ document: Document) async -> Document? {
        await WorkerProcess.onThread("colors") { [highlighter] cancellation in
            let colored = highlighter.finished(document, cancellation)
            return cancellation.isRequested ? nil : colored
        }
    }

    private static func plainDocument(_ text: String, isCut: Bool, _ baseURLs: DocumentBaseURLs) -> Document {
        var builder = DocumentBuilder(baseURLs: baseURLs)
        if !text.trimmed.isEmpty { builder.add(code: text, language: "") }
        return builder.finish(isCut: isCut)
    }

    /// Cuts a text to this many bytes of UTF-8, at the end of its last complete line, or of a character.
    static func bounded(_ text: String, to count: Int) -> (String, isCut: Bool) {
        let bytes = text.utf8
        guard bytes.count > count else { return (text, false) }
        let limit = bytes.index(bytes.startIndex, offsetBy: count)
        var end = bytes[..<limit].lastIndex(of: UInt8(ascii: "\n")) ?? limit
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return (String(decoding: bytes[..<end], as: UTF8.self), true)
    }
}
