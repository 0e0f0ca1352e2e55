import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

struct ResultListTests {
    private let formats = Formats.sample()

    private func formatted(_ batch: ResultBatch) -> FormattedBatch {
        FormattedBatch(batch: batch, rows: batch.items.map { ItemContent($0, formats: formats, now: Date()) })
    }

    private func list(_ first: ResultBatch, _ more: ResultBatch...) -> ResultList {
        var list = ResultList(first: formatted(first))
        for batch in more { list.append(formatted(batch)) }
        return list
    }

    private func content(_ list: ResultList, resultLimit: Int? = 1_000) -> ResultsContent {
        list.content(formats: formats, catalogResultLimit: resultLimit, footer: nil)
    }

    @Test func `a repeated item shows once, at its first position`() {
        let list = list(.sample([1, 2, 2, 3], total: 6, next: "2"), .sample([3, 4, 1, 5], total: 6))
        #expect(list.rows.map(\.id.id) == ["1", "2", "3", "4", "5"])
        #expect(content(list).count.shown == 5)
        #expect(content(list).count.shownText == "5")
    }

    @Test func `the count is formatted and consistent`() {
        let count = content(list(.sample(1...100, total: 48_211, isIncomplete: true, next: "2"))).count
        #expect((count.shown, count.total) == (100, 48_211))
        #expect((count.shownText, count.totalText) == ("100", "48,211"))
        #expect(count.isIncomplete)
        #expect(count.resultLimit == 1_000)
    }

    @Test func `there is no result limit when all results are available`() {
        #expect(content(list(.sample(1...3, total: 1_000, next: "2"))).count.resultLimit == nil)
        #expect(content(list(.sample(1...3, total: 5_000, next: "2")), resultLimit: nil).count.resultLimit == nil)
    }

    @Test func `a search that was incomplete once stays incomplete`() {
        let list = list(.sample([1], total: 3, isIncomplete: true, next: "2"), .sample([2], total: 3))
        #expect(content(list).count.isIncomplete)
    }

    @Test func `items that could not be read are counted`() {
        var (first, second) = (ResultBatch.sample([1], next: "2"), ResultBatch.sample([2]))
        (first.unreadable, second.unreadable) = (1, 2)
        #expect(content(list(first, second)).count.unreadable == .sample(3))
        #expect(content(list(.sample([1]))).count.unreadable == nil)
    }

    @Test func `the latest total counts and is never below the number shown`() {
        #expect(content(list(.sample([1], total: 9, next: "2"), .sample([2], total: 8))).count.total == 8)
        #expect(content(list(.sample([1], total: 9, next: "2"), .sample([2], total: nil))).count.total == 9)
        #expect(content(list(.sample([1, 2, 3], total: 2))).count.total == 3)
        #expect(content(list(.sample([1]))).count.total == nil)
    }

    @Test func `the footer shows how the list ends`() {
        #expect(content(list(.sample([1], next: "2"))).footer == .loadMore)
        #expect(content(list(.sample([1]))).footer == .none)
        let resultLimit = list(.sample([1], total: 48_211, end: .resultLimit(limit: 1_000)))
        #expect(content(resultLimit).footer == .resultLimit(limit: "1,000", total: "48,211"))
        #expect(content(resultLimit, resultLimit: nil).count.resultLimit == 1_000)
        #expect(
            content(list(.sample([1], end: .resultLimit(limit: 50)))).footer == .resultLimit(limit: "50", total: nil))
    }
}
