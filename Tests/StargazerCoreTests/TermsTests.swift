import Foundation
import TestSupport
import Testing

@testable import StargazerCore

/// Words that a service offers to search for.
@MainActor struct TermsTests {
    private func bench(_ terms: ScriptedTerms, queries: [String] = []) async -> SearchBench {
        let bench = await SearchBench(
            catalog: ScriptedCatalog(terms: terms, hasTrending: true), queries: queries)
        bench.catalog.reply { _ in .success(ResultBatch(items: [.sample(1)], total: 1, end: .complete)) }
        let history = bench.history
        if !queries.isEmpty { await eventually("the history is there") { !history.queries.isEmpty } }
        return bench
    }

    private func texts(_ bench: SearchBench) -> [String] {
        bench.model.offers.map {
            switch $0 {
            case .recent(let text): "recent \(text)"
            case .trending(let text): text
            }
        }
    }

    @Test func `searches made before come first, then what many search for, each once and cleaned`() async {
        let terms = ScriptedTerms(trending: .success(["Golden", " ", "snow\nfall", "golden", "harbor"]))
        let bench = await bench(terms, queries: ["harbor", "a", "b", "c"])
        #expect(bench.model.offers == [])
        bench.model.resume()
        let recent = bench.history.queries.prefix(3).map { "recent \($0)" }
        await eventually("what is offered") { texts(bench).count > 3 }
        let known = bench.history.queries.prefix(3)
        #expect(texts(bench) == recent + ["Golden", "snow fall", "harbor"].filter { !known.contains($0) })
        bench.model.queryChanged("x")
        #expect(bench.model.offers == [])
    }

    @Test func `what is trending is asked for once an hour, and five minutes after a failure`() async {
        let terms = ScriptedTerms(trending: .failure(.offline))
        let time = ManualTime()
        let model = TermsViewModel(terms, time: time.source)
        model.want()
        model.want()
        await eventually { terms.asked.count == 1 }
        await settle()
        model.want()
        await settle()
        #expect(terms.asked.count == 1 && model.trending == [])
        terms.set(trending: .success(["snow"]))
        await time.advance(by: .seconds(300), sleepers: 0)
        model.want()
        await eventually { model.trending == ["snow"] }
        await time.advance(by: .seconds(3_599), sleepers: 0)
        model.want()
        await settle()
        #expect(terms.asked.count == 2)
        await time.advance(by: .seconds(1), sleepers: 0)
        model.want()
        await eventually { terms.asked.count == 3 }
    }

    @Test func `no more than ten are taken, and none longer than a line has room for`() async {
        let terms = ScriptedTerms(
            trending: .success((0..<5_000).map { "\($0) " + String(repeating: "long", count: 500) }))
        let model = TermsViewModel(terms, time: ManualTime().source)
        model.want()
        await eventually { model.trending.count == 10 }
        #expect(model.trending.allSatisfy { $0.unicodeScalars.count <= 61 })
    }

    private func suggestions(_ bench: SearchBench) -> SuggestionsViewModel {
        SuggestionsViewModel(
            search: bench.model, shelf: bench.shelf, formats: .sample(), time: bench.time.source)
    }

    private func type(_ text: String, _ bench: SearchBench, _ model: SuggestionsViewModel) {
        bench.model.queryChanged(text)
        model.typed(text)
    }

    @Test func `after a rest the service is asked what the text may become, once for each text`() async {
        let terms = ScriptedTerms(matching: ["ca": ["cat", "camel"], "cat": ["cat", "cats"]])
        let bench = await bench(terms)
        bench.preferences.change { $0.searchesWhileTyping = false }
        let model = suggestions(bench)
        type("c", bench, model)
        type("ca", bench, model)
        #expect(terms.asked == [])
        await bench.time.advance(by: SuggestionsViewModel.rest)
        await eventually { model.all == [.term("cat"), .term("camel")] }
        // What was offered for less stays while it fits.
        type("cat", bench, model)
        #expect(model.all == [])
        await bench.time.advance(by: SuggestionsViewModel.rest)
        await eventually { model.all == [.term("cats")] }
        type("ca", bench, model)
        await bench.time.advance(by: SuggestionsViewModel.rest)
        await eventually { model.all == [.term("cat"), .term("camel")] }
        #expect(terms.asked == ["ca", "cat"])
    }

    @Test func `what is typed next gives up the question before, and an answer that comes late offers nothing`() async {
        let terms = ScriptedTerms(matching: ["snow": ["snowman"]])
        let bench = await bench(terms)
        bench.preferences.change { $0.searchesWhileTyping = false }
        let model = suggestions(bench)
        type("sn", bench, model)
        await bench.time.advance(by: .milliseconds(150))
        type("snow", bench, model)
        await bench.time.advance(by: .milliseconds(150))
        await settle()
        #expect(terms.asked == [])
        model.close()
        await bench.time.advance(by: .seconds(1), sleepers: 0)
        await settle()
        #expect(terms.asked == [] && model.all == [])
    }

    @Test func `a term that is taken is searched for, and its list stays while answers come`() async {
        let terms = ScriptedTerms(matching: ["sno": ["snow"]])
        let bench = await bench(terms)
        let model = suggestions(bench)
        type("sno", bench, model)
        // The search waits as well.
        await bench.time.advance(by: SuggestionsViewModel.rest, sleepers: 2)
        await eventually { model.all == [.term("snow")] }
        model.answerCame()
        #expect(model.all == [.term("snow")])
        #expect(model.take(.term("snow")) == nil)
        #expect(bench.model.text == "snow" && model.all == [])
        await eventually { bench.catalog.texts.last == "snow" }
    }
}
