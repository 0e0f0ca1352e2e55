import Foundation
import StargazerCore

/// Reads Markdown as GitHub writes it. Each document is read on a thread of its own: the tasks of the program share as
/// many threads as there are cores, and two long texts would hold them all.
struct MarkdownReader: Sendable {
    private let worker: MarkdownWorker

    init(worker: MarkdownWorker = .installed) { self.worker = worker }

    /// A text that cannot be parsed within the worker's limits is shown as it was written: `Document.isUnformatted`.
    /// - Parameter text: what is beyond a megabyte is left out, and the document says so.
    /// - Returns: nil if the task was cancelled, which stops the worker.
    func document(_ text: String, baseURLs: DocumentBaseURLs) async -> Document? {
        let (text, isCut) = Self.bounded(text, to: DocumentBuilder.Limit.bytes)
        return await onThread { [worker] cancellation in
            let events = worker.events(of: text, cancellation)
            if cancellation.isRequested { return nil }
            if let events {
                var converter = MarkdownConverter(events, baseURLs: baseURLs)
                let document = converter.document(isCut: isCut) { cancellation.isRequested }
                if let document { return document }
                if cancellation.isRequested { return nil }
            }
            let (start, isCutHere) = Self.bounded(text, to: DocumentBuilder.Limit.unformattedBytes)
            var document = Self.plainDocument(start, isCut: isCut || isCutHere, baseURLs)
            document.isUnformatted = true
            return document
        }
    }

    /// A text in another notation, line by line as it was written.
    /// - Returns: nil if the task was cancelled.
    func plain(_ text: String, baseURLs: DocumentBaseURLs) async -> Document? {
        let (text, isCut) = Self.bounded(text, to: DocumentBuilder.Limit.bytes)
        return await onThread { _ in Self.plainDocument(text, isCut: isCut, baseURLs) }
    }

    private func onThread(_ read: @escaping @Sendable (WorkerCancellation) -> Document?) async -> Document? {
        let cancellation = WorkerCancellation()
        let timer = Task { [deadline = worker.deadline] in
            try await Task.sleep(for: deadline)
            cancellation.stop()
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.current.name = "document"
                    continuation.resume(returning: read(cancellation))
                }
            }
        } onCancel: {
            cancellation.request()
        }
    }

    private static func plainDocument(_ text: String, isCut: Bool, _ baseURLs: DocumentBaseURLs) -> Document {
        var builder = DocumentBuilder(baseURLs: baseURLs)
        if !text.trimmed.isEmpty { builder.add(code: text, language: "") }
        return builder.finish(isCut: isCut)
    }

    private static func bounded(_ text: String, to count: Int) -> (String, isCut: Bool) {
        guard text.utf8.count > count else { return (text, false) }
        let bytes = text.utf8.prefix(count)
        // At the end of a line, which is the end of a character as well.
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        return (String(decoding: bytes[..<end], as: UTF8.self), true)
    }
}
