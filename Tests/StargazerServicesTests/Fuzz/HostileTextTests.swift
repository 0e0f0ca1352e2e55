import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Texts that would freeze the window if they were laid out unchanged.
struct HostileTextTests {
    @Test func `a hundred descriptions of fifty kilobytes become short lines`() {
        let items = (0..<100).map { number in
            Item.sample(number) { repository in
                var random = FuzzRandom(seed: 100, number: number)
                repository.summary = HostileValues.mixedScripts(bytes: 50_000, &random)
                repository.name = repository.summary ?? ""
                repository.language = repository.summary
            }
        }
        let formats = Formats.sample()
        let start = ContinuousClock.now
        let rows = items.map { ItemContent($0, formats: formats, now: ResponseSamples.now) }
        let duration = (ContinuousClock.now - start) / .milliseconds(1)
        Recordings.log("hostile texts: a hundred rows of three texts of 50 kB formatted in \(duration) ms")
        for (row, item) in zip(rows, items) {
            #expect(row.summary.unicodeScalars.count <= 353 && row.name.unicodeScalars.count <= 201)
            #expect(row.fullSummary.unicodeScalars.count <= 1_003)
            #expect(row.name.hasSuffix("…"))
            #expect(isPrefix(row.name.dropLast(), of: item.repository?.name ?? ""))
        }
    }

    /// Whether a truncated line ends between two characters of the whole line.
    private func isPrefix(_ cut: Substring, of whole: String) -> Bool {
        let line = CleanText.line(whole, limit: 50_000)
        return zip(cut, line).allSatisfy { $0 == $1 }
    }

    @Test func `truncating takes the same time for longer texts`() {
        // Each text is ten times as long as the one before, and only its start is read.
        for length in [10_000, 100_000, 1_000_000] {
            let text = String(repeating: "\u{5E9}\u{1F468}\u{200D}\u{301}", count: length / 4)
            let start = ContinuousClock.now
            let line = CleanText.description(text)
            let duration = (ContinuousClock.now - start) / .milliseconds(1)
            Recordings.log("hostile texts: \(length) scalars cut in \(duration) ms")
            #expect(line.unicodeScalars.count <= 1_003)
        }
    }
}
