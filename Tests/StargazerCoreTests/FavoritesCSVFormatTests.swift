import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

struct FavoritesCSVFormatTests {
    private let table = FavoritesCSVFormat(codecs: .sample)

    private let annotated = edgeCaseFavorites.map {
        AnnotatedFavorite($0, tags: ["=a", "b, \"c\""], note: "@two\nlines")
    }

    /// A reader for RFC 4180 that is independent of the writer.
    private func read(_ data: Data) -> [[String]] {
        var rows: [[String]] = [[]]
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        let scalars = Array(String(decoding: data, as: UTF8.self).unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "\"" where isQuoted && index + 1 < scalars.count && scalars[index + 1] == "\"":
                cell.append("\"")
                index += 1
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                rows[rows.count - 1].append(String(cell))
                cell = .init()
            case "\r" where !isQuoted: break
            case "\n" where !isQuoted:
                rows[rows.count - 1].append(String(cell))
                cell = .init()
                rows.append([])
            default: cell.append(scalar)
            }
            index += 1
        }
        return rows.dropLast()
    }

    @Test func `every favorite is a line with as many cells as the header`() {
        let rows = read(table.csv(annotated))
        #expect(rows.count == edgeCaseFavorites.count + 1)
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(rows[0].prefix(4) == ["\u{FEFF}catalog", "host", "id", "title"])
        #expect(rows[2][3] == "日本/語")
        #expect(rows[2][7] == "漢字 と かな")
        #expect(Array(rows[5][7].unicodeScalars) == Array("line\nbreak\r\nand\ttab \\ / \u{0} \u{2028}".unicodeScalars))
        #expect(Array(rows[4][7].unicodeScalars) == Array("🏳️‍🌈 :rocket: e\u{301}\"\u{301}".unicodeScalars))
        #expect(
            rows[16][8...] == [
                "1", "2", "3", "C++", "x y", "MIT", "http://h.example/", "https://w.example/o/n.git",
                "https://a.example/1?v=4&s=2", "1970-01-01T00:00:01.500Z", "2023-11-14T22:13:20.007Z", "true", "true",
                "true", "true", "true", "'=a\nb, \"c\"", "'@two\nlines",
            ])
    }

    @Test func `no cell begins like a formula`() {
        let rows = read(table.csv(annotated))
        let starts = rows.flatMap { $0 }.compactMap(\.unicodeScalars.first)
        #expect(!starts.contains { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) })
        #expect(rows.dropFirst().map { $0[7] }.contains("'=1+1"))
    }

    @Test func `lines end in CRLF, and unknown values are empty`() {
        let text = String(decoding: table.csv([AnnotatedFavorite(edgeCaseFavorites[0])]), as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.count == 3)
        #expect(lines[2].isEmpty)
        #expect(lines[1].hasPrefix("repositories,api.github.com,1,bare/nothing,,2023-11-14T22:13:19.678Z,,,0,0,0,"))
    }
}
