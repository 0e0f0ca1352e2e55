import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Small random changes of files, which depend on the seed and the number alone.
@Suite("Hostile imports", .timeLimit(.minutes(25)))
struct HostileImportTests {
    private static let count = 3_000
    private static let texts = [
        "\u{0}", "\u{202E}", "\"", "\\", "{", "}", "[", "]", "<", ">", "</DL>", "<DL>", "<!--", "-->", "&#x110000;",
        "&#0;",
        "null", "1e999", "-1", "\u{FEFF}", "\\ud800", "HREF=", "'", "TAGS=\"", "\u{FFFD}", "9223372036854775808",
    ]

    private func changed(_ text: String, _ random: inout FuzzRandom) -> Data {
        var bytes = Array(text.utf8)
        for _ in 0...random.below(4) {
            let place = random.below(bytes.count + 1)
            switch random.below(5) {
            case 0: bytes.insert(contentsOf: Array(random.pick(Self.texts).utf8), at: place)
            case 1: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.below(30)))
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.below(200))], at: place)
            default: if random.chance(4) { bytes = Array(bytes.prefix(place)) }
            }
            if bytes.isEmpty { bytes = [0x20] }
        }
        return Data(bytes)
    }

    @Test func `no file breaks the import, and a refused one changes nothing`() async throws {
        let favorites = (1...2).map { favorite($0) }
        let own = #"""
            {"format":"stargazer-favorites","version":2,"tags":[{"name":"a","color":"red"}],
             "saved_searches":[{"name":"s","source":"favorites","text":"x","order":{"key":"name","direction":"ascending"}}],
             "favorites":[{"catalog":"repositories","host":"h","id":"1","title":"o/n","tags":["a"],"note":"n",
             "added_at":"2026-01-02T03:04:05Z","repository":{"owner":"o","name":"n"}}]}
            """#
        let samples = ImportSamples.all.map(\.1) + [own]
        var outcomes: [String: Int] = [:]
        for number in 0..<Self.count {
            var random = FuzzRandom(seed: 11, number: number)
            let data = changed(random.pick(samples), &random)
            let file: ImportFile
            do { file = try await ImportSamples.read(data) } catch {
                #expect(error is FileFailure, "number \(number)")
                outcomes["refused", default: 0] += 1
                continue
            }
            let library = inMemory()
            try await library.importFavorites(favorites)
            let plan = try await ImportPlan(file, in: library)
            let result = try await library.importContent(plan.content) { _ in true }
            #expect(result.new == plan.new, "number \(number)")
            let all = try await library.exported()
            #expect(all.favorites.count == 2 + plan.new, "number \(number)")
            for text in all.tags.map(\.name) + all.searches.map(\.name) {
                #expect(CleanText.line(text, limit: .max) == text, "number \(number)")
            }
            outcomes["imported", default: 0] += 1
        }
        #expect((outcomes["imported"] ?? 0) > 100 && (outcomes["refused"] ?? 0) > 100, "\(outcomes)")
    }
}
