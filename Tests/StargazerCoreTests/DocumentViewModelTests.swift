import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct DocumentViewModelTests {
    private let time = ManualTime()
    private let documents = ScriptedDocuments()
    private let model: DocumentViewModel

    init() {
        let catalog = ScriptedCatalog(documents: documents)
        model = DocumentViewModel(
            catalogs: Catalogs([catalog]), time: time.source, formats: .sample(), cache: PageCaches().documents)
    }

    private func document(_ text: String) -> Document { Document(blocks: [DocumentBlock(.paragraph(RichText(text)))]) }

    private var isFailed: Bool {
        if case .failed = model.phase { true } else { false }
    }

    @Test func `previewing sends no request, and opening sends one`() async {
        model.preview(.sample(1))
        await settle()
        #expect(model.phase == .none && documents.requested == [])
        model.open(.sample(1))
        model.open(.sample(1))
        #expect(model.phase == .loading(isSlow: false))
        await documents.respond(0, .success(document("one")))
        await eventually { model.phase == .shown(document("one")) }
        model.open(.sample(1))
        model.preview(.sample(1))
        #expect(documents.requested == [.sample(1)])
    }

    @Test func `a response for an old item never shows for a new one`() async {
        model.open(.sample(1))
        await eventually { documents.requested.count == 1 }
        model.preview(.sample(2))
        #expect(model.phase == .none)
        await documents.respond(0, .success(document("one")))
        await settle()
        #expect(model.phase == .none)
        model.open(.sample(2))
        await eventually { documents.requested.count == 2 }
        model.open(.sample(3))
        await documents.respond(2, .success(document("three")))
        await eventually { model.phase == .shown(document("three")) }
        await documents.respond(1, .success(document("two")))
        await settle()
        #expect(model.phase == .shown(document("three")))
    }

    @Test func `a document is cached for five minutes`() async {
        model.open(.sample(1))
        await documents.respond(0, .success(document("one")))
        await eventually { model.phase == .shown(document("one")) }
        model.open(.sample(2))
        await documents.respond(1, .success(nil))
        await eventually { model.phase == .absent }
        model.preview(.sample(1))
        #expect(model.phase == .shown(document("one")))
        model.open(.sample(2))
        #expect(model.phase == .absent && documents.requested.count == 2)
        await time.advance(by: .seconds(300), sleepers: 0)
        model.open(.sample(2))
        await eventually { documents.requested.count == 3 }
    }

    @Test func `a document that was read earlier shows while it is requested again, and stays when that fails`() async {
        model.open(.sample(1))
        await documents.respond(0, .success(document("one")))
        await eventually { model.phase == .shown(document("one")) }
        model.preview(.sample(2))
        await time.advance(by: .seconds(301), sleepers: 0)
        model.preview(.sample(1))
        #expect(model.phase == .shown(document("one")) && documents.requested.count == 1)
        model.open(.sample(1))
        await documents.respond(1, .failure(.offline))
        await settle()
        #expect(model.phase == .shown(document("one")))
    }

    @Test func `only a document that has words can be searched or opened on its own page`() {
        let failure = FailureContent(failure: .offline, query: "", service: "Test")
        for phase in [
            DocumentPhase.none, .loading(isSlow: true), .absent, .failed(failure), .shown(Document(blocks: [])),
        ] {
            #expect(!phase.hasText, "\(phase)")
        }
        #expect(DocumentPhase.shown(document("one")).hasText)
    }

    @Test func `a missing document is not a failure`() async {
        model.open(.sample(1))
        await documents.respond(0, .success(nil))
        await eventually { model.phase == .absent }
    }

    @Test func `a failure is shown and can be retried`() async {
        model.open(.sample(1))
        await documents.respond(0, .failure(.offline))
        await eventually { isFailed }
        model.tryAgain()
        #expect(model.phase == .loading(isSlow: false))
        await documents.respond(1, .success(document("one")))
        await eventually { model.phase == .shown(document("one")) }
        model.tryAgain()
        await settle()
        #expect(documents.requested.count == 2)
    }

    @Test func `at the end of a limit the request is repeated once`() async {
        func limit() -> CatalogFailure {
            .rateLimited(RateLimit(bucket: "core", limit: 60, resetsAt: time.now.addingTimeInterval(10)))
        }
        model.open(.sample(1))
        await documents.respond(0, .failure(limit()))
        await eventually { isFailed }
        await time.advance(by: .seconds(10))
        await documents.respond(1, .failure(limit()))
        await eventually { isFailed }
        await time.advance(by: .seconds(10))
        await eventually { time.sleepers == 0 }
        await settle()
        #expect(documents.requested.count == 2)
    }

    @Test func `the document stays while it is loaded again, and when that fails`() async {
        model.open(.sample(1))
        await documents.respond(0, .success(document("one")))
        await eventually { model.phase == .shown(document("one")) }
        model.refresh()
        await eventually { documents.requested.count == 2 }
        #expect(model.phase == .shown(document("one")))
        await documents.respond(1, .failure(.offline))
        await settle()
        #expect(model.phase == .shown(document("one")))
        model.refresh()
        await documents.respond(2, .success(document("new")))
        await eventually { model.phase == .shown(document("new")) }
    }

    private func code(_ runs: [CodeRun], firstUncolored: Int?) -> Document {
        var code = DocumentCode("let a = 1", language: "swift")
        code.runs = runs
        var document = Document(blocks: [DocumentBlock(.code(code))])
        document.firstUncolored = firstUncolored
        return document
    }

    @Test func `colors of code that were not ready in time follow, and are cached`() async {
        let (plain, colored) = (code([], firstUncolored: 0), code([CodeRun(3, .keyword)], firstUncolored: nil))
        model.open(.sample(1))
        await documents.respond(0, .success(plain))
        await eventually { model.phase == .shown(plain) }
        await documents.color(0, colored)
        await eventually { model.phase == .shown(colored) }
        model.preview(.sample(2))
        model.preview(.sample(1))
        await settle()
        #expect(model.phase == .shown(colored) && documents.colorRequests == 1)
    }

    @Test func `late colors do not show in place of another document`() async {
        model.open(.sample(1))
        await documents.respond(0, .success(code([], firstUncolored: 0)))
        await eventually { documents.colorRequests == 1 }
        model.open(.sample(2))
        await documents.respond(1, .success(document("two")))
        await eventually { model.phase == .shown(document("two")) }
        await documents.color(0, code([CodeRun(3, .keyword)], firstUncolored: nil))
        await settle()
        #expect(model.phase == .shown(document("two")))
    }

    @Test func `loading counts as slow after half a second`() async {
        model.open(.sample(1))
        await time.advance(by: .milliseconds(500))
        await eventually { model.phase == .loading(isSlow: true) }
        await documents.respond(0, .success(nil))
        await eventually { model.phase == .absent }
    }

    @Test func `a catalog without documents has none`() async {
        let model = DocumentViewModel(
            catalogs: Catalogs([ScriptedCatalog()]), time: time.source, formats: .sample(),
            cache: PageCaches().documents)
        model.open(.sample(1))
        #expect(model.phase == .none)
    }
}

@MainActor struct DocumentSearchTests {
    private let find = DocumentSearch()
    private let document = Document(blocks: [
        DocumentBlock(.heading(1, RichText("Stars"))),
        DocumentBlock(.paragraph(RichText("Über 100 stars, no STARS é"))),
        DocumentBlock(.code(DocumentCode("let star = 1"))),
        DocumentBlock(.table(DocumentTable(rows: [[RichText("a"), RichText("starry")]], hasHeader: false))),
    ])

    @Test func `search ignores case and accents and wraps around`() async {
        find.search(in: document)
        find.search(for: "star")
        await eventually { find.matches.count == 5 }
        #expect(find.matches.map(\.block) == [0, 1, 1, 2, 3])
        #expect(find.matches[1].range == 9..<13)
        #expect(find.matches[4].text == 1 && find.matches[4].range == 0..<4)
        #expect(find.current == 0)
        find.selectMatch(forward: false)
        #expect(find.current == 4)
        find.selectMatch(forward: true)
        find.selectMatch(forward: true)
        #expect(find.current == 1)
        find.search(for: "uber")
        await eventually { find.matches.count == 1 }
        #expect(find.matches[0].range == 0..<4)
        find.search(for: " ")
        #expect(find.matches.isEmpty && find.current == nil)
    }

    @Test func `typing on stays in the paragraph of the selected match`() async {
        find.search(in: document)
        find.search(for: "star")
        await eventually { find.matches.count == 5 }
        find.selectMatch(forward: true)
        find.search(for: "stars")
        await eventually { find.matches.count == 3 }
        #expect(find.current == 1)
    }

    @Test func `colors that come later keep the current match`() async {
        var colored = document
        colored.color(2, [CodeRun(3, .keyword)])
        find.search(in: document)
        find.search(for: "star")
        await eventually { find.matches.count == 5 }
        find.selectMatch(forward: true)
        find.search(in: colored)
        await settle()
        #expect(find.current == 1 && find.matches.count == 5)
    }

    @Test func `another document is searched for the same words`() async {
        find.search(for: "star")
        find.search(in: document)
        await eventually { find.matches.count == 5 }
        find.search(in: Document(blocks: []))
        await eventually { find.matches.isEmpty }
        #expect(find.current == nil)
    }

    @Test func `the number of matches is limited`() async {
        let many = Document(blocks: [DocumentBlock(.paragraph(RichText(String(repeating: "ab ", count: 2_000))))])
        #expect(await DocumentSearch.matches(of: "b", in: many).count == DocumentSearch.limit)
    }
}
