import Foundation
import Logging
import StargazerCore

/// Finds the comments, strings, keywords and so on in the code of a document, in a separate process, `stargazer-code`.
///
/// The regular expressions of GtkSourceView may be busy with a hostile line for seconds. Therefore the process is in a
/// sandbox, and this side limits its time and its output. The block that ends the process shows without colors.
struct CodeHighlighter: Sendable {
    /// Bytes of code that get colors in a document.
    static let maxInput = 50_000
    /// A block with a longer line, in bytes, gets no colors.
    static let maxLine = 300
    /// Bytes of runs, as in `main.c`.
    static let maxOutput = 1 << 20
    /// After so many processes that died, the remaining blocks show without colors.
    static let maxDeaths = 2
    /// The number of runs that get a color in a part of a code block.
    static let maxRuns = 2_000

    /// The program's path.
    let path: String
    /// The document waits this long for its colors. A usual README takes 50 ms.
    var deadline = Duration.milliseconds(300)
    /// What is not ready by then has this long. The processes have limits of their own.
    var finalDeadline = Duration.seconds(20)

    static var installed: CodeHighlighter { CodeHighlighter(path: WorkerProcess.installed("stargazer-code")) }

    /// Returns the document with the colors that are ready at the deadline. Runs the worker and blocks the calling
    /// thread until it ends.
    func highlighted(_ document: Document, _ cancellation: WorkerCancellation) -> Document {
        let colored = colored(document, from: 0, within: deadline, cancellation)
        var result = Document(
            blocks: colored.blocks, anchors: document.anchors, isCut: document.isCut, webURL: document.webURL)
        result.firstUncolored = colored.firstUncolored
        return result
    }

    /// The same for the colors that were not ready then.
    func finished(_ document: Document, _ cancellation: WorkerCancellation) -> Document {
        guard let first = document.firstUncolored else { return document }
        var result = colored(document, from: first, within: finalDeadline, cancellation)
        result.firstUncolored = nil
        return result
    }

    private func colored(
        _ document: Document, from first: Int, within limit: Duration, _ cancellation: WorkerCancellation
    ) -> Document {
        let parts = Self.parts(of: document).filter { $0.blocks.lowerBound >= first }
        guard !parts.isEmpty, !cancellation.isRequested else { return document }
        let (all, isLate) = runs(of: parts.map { (language: $0.language, text: $0.text) }, within: limit, cancellation)
        var result = document
        for (part, runs) in zip(parts, all) {
            var runs = runs[...]
            for index in part.blocks {
                guard case .code(let code) = document.blocks[index].content else { continue }
                result.color(index, Self.take(code.text.unicodeScalars.count, from: &runs))
                // The line feed between two parts.
                _ = Self.take(1, from: &runs)
            }
        }
        result.firstUncolored = isLate && all.count < parts.count ? parts[all.count].blocks.lowerBound : nil
        return result
    }

    /// Returns the runs up to the deadline; none of a text that a process dies of. Another process reads the rest.
    private func runs(
        of parts: [(language: String, text: String)], within limit: Duration, _ cancellation: WorkerCancellation
    ) -> (all: [[CodeRun]], isLate: Bool) {
        let end = SuspendingClock.now + limit
        var result: [[CodeRun]] = []
        for _ in 0..<Self.maxDeaths where result.count < parts.count {
            guard let process = WorkerProcess(path) else { break }
            let rest = parts[result.count...]
            let (output, isClosed) = process.partialOutput(
                for: Self.input(rest), limit: Self.maxOutput, end: end, cancellation)
            let status = process.end()
            result += Self.runs(in: output, of: rest.map(\.text))
            if status == 0 { break }
            Logger(label: "code").info("the worker failed", metadata: ["status": "\(status)"])
            guard isClosed, status > 128 else { break }
            result.append([])
        }
        return (result, SuspendingClock.now >= end)
    }

    /// The code that the document states a language for.
    private static func parts(of document: Document) -> [(language: String, text: String, blocks: Range<Int>)] {
        var parts: [(language: String, text: String, blocks: Range<Int>)] = []
        var count = 0
        for (index, block) in document.blocks.enumerated() {
            guard case .code(let code) = block.content, !code.language.isEmpty else { continue }
            count += code.text.utf8.count
            guard count <= maxInput else { break }
            if !code.isFirst, let last = parts.last, last.blocks.upperBound == index {
                parts[parts.count - 1].text += "\n" + code.text
                parts[parts.count - 1].blocks = last.blocks.lowerBound..<index + 1
            } else {
                parts.append((code.language, code.text, index..<index + 1))
            }
        }
        return parts.filter { part in
            !part.text.utf8.split(separator: UInt8(ascii: "\n")).contains { $0.count > maxLine }
        }
    }

    // MARK: The format of main.c

    private static func input(_ parts: ArraySlice<(language: String, text: String)>) -> Data {
        var data = Data()
        for text in parts.flatMap({ [$0.language, $0.text] }) {
            for shift in stride(from: 0, to: 32, by: 8) { data.append(UInt8(text.utf8.count >> shift & 0xFF)) }
            data.append(contentsOf: text.utf8)
        }
        return data
    }

    /// Returns the runs of each text, up to the first that is not as `main.c` writes it.
    private static func runs(in output: [UInt8], of texts: [String]) -> [[CodeRun]] {
        var bytes = output[...]
        func number() -> Int? {
            guard bytes.count >= 4 else { return nil }
            defer { bytes = bytes.dropFirst(4) }
            return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        var result: [[CodeRun]] = []
        for text in texts {
            guard let count = number(), count <= bytes.count / 5 else { return result }
            var runs: [CodeRun] = []
            var rest = text.unicodeScalars.count
            for _ in 0..<count {
                guard let length = number(), let kind = bytes.popFirst(), length > 0, length <= rest else {
                    return result
                }
                rest -= length
                let run = CodeRun(length, CodeRun.Kind(rawValue: kind))
                if let last = runs.last, last.kind == run.kind {
                    runs[runs.count - 1].length += length
                } else {
                    runs.append(run)
                }
            }
            result.append(runs)
        }
        return result
    }

    /// Removes the runs of the first characters and returns those that have a color, with what is between them.
    private static func take(_ count: Int, from runs: inout ArraySlice<CodeRun>) -> [CodeRun] {
        var taken: [CodeRun] = []
        var rest = count
        while rest > 0, var run = runs.popFirst() {
            if run.length > rest {
                runs = [CodeRun(run.length - rest, run.kind)] + runs
                run.length = rest
            }
            rest -= run.length
            taken.append(run)
        }
        taken = Array(taken.prefix(maxRuns))
        while let last = taken.last, last.kind == nil { taken.removeLast() }
        return taken
    }
}
