import Foundation
import GRDB
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// A document whose text is stored shows it until the server sends another one.
@MainActor struct StoredTextTests {
    private let time = ManualTime()
    private let documents = ScriptedDocuments()
    private let store = DocumentDatabase.inMemory()
    private let model: DocumentViewModel

    init() async {
        model = DocumentViewModel(
            catalogs: Catalogs([ScriptedCatalog(documents: documents)]), time: time.source, formats: .sample(),
            cache: PageCaches().documents, store: store)
        let yesterday = time.now.addingTimeInterval(-86_400)
        await store.save([StoredDocument(id: .sample(1), text: "stored", version: "v1", fetchedAt: yesterday)])
    }

    private func document(_ text: String) -> Document { Document(blocks: [DocumentBlock(.paragraph(RichText(text)))]) }

    /// A document that the server has just sent.
    private func sent(_ text: String) -> Document {
        var document = document(text)
        document.source = DocumentSource(text: text, version: "v2")
        return document
    }

    private func shows(_ text: String) async {
        await eventually("“\(text)”") { self.model.phase == .shown(self.document(text)) }
    }

    @Test func `the stored text shows with its day, then the newer one`() async {
        model.preview(.sample(1))
        await settle()
        #expect(model.phase == .none, "moving the selection reads nothing")
        model.open(.sample(1))
        await shows("stored")
        #expect(model.savedDay == Formats.sample().dayOfYear(time.now.addingTimeInterval(-86_400), now: time.now))
        #expect(documents.requested == [.sample(1)])
        await documents.respond(0, .success(sent("newer")))
        await shows("newer")
        #expect(model.savedDay == nil)
    }

    @Test func `a day of another year has the year`() {
        let formats = Formats.sample()
        let day = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(formats.dayOfYear(day, now: day) == "November 14")
        #expect(formats.dayOfYear(day, now: day.addingTimeInterval(60 * 86_400)) == "November 14, 2023")
    }

    @Test(
        arguments: [
            .failure(.offline), .failure(.timedOut), .failure(.server(status: 502)), .failure(.gone), .success(nil),
            .failure(.rateLimited(RateLimit(bucket: "core", limit: 60, resetsAt: .distantFuture))),
        ] as [ScriptedDocuments.Response])
    func `the stored text shows instead of a failure, and stays`(_ response: ScriptedDocuments.Response) async {
        model.open(.sample(1))
        await documents.respond(0, response)
        while model.phase == .none || model.phase == .loading(isSlow: false) { await Task.yield() }
        #expect(model.phase == .shown(document("stored")) && model.savedDay != nil)
        await settle()
        model.itemFound(false)
        #expect(model.phase == .shown(document("stored")) && model.savedDay != nil)
        // The same page again.
        model.preview(.sample(2))
        model.prefetch(.sample(1))
        await shows("stored")
    }

    @Test func `a rest on the row shows it, whether a request is sent or not`() async {
        model.prefetch(.sample(1))
        await documents.respond(0, .failure(.notSent))
        await shows("stored")
        #expect(!model.isStoredTextOverdue)
        await time.advance(by: .milliseconds(500))
        await eventually { model.isStoredTextOverdue }
        model.preview(.sample(2))
        #expect(model.phase == .none && model.savedDay == nil && !model.isStoredTextOverdue)
        await settle()
        #expect(model.phase == .none)
    }

    @Test func `an older response does not take the day away, also on another page`() async {
        model.open(.sample(1))
        await shows("stored")
        await documents.respond(0, .success(document("older")))
        await settle()
        #expect(model.phase == .shown(document("stored")) && model.savedDay != nil)
        model.preview(.sample(2))
        model.open(.sample(1))
        await shows("stored")
        #expect(model.savedDay != nil)
    }

    @Test func `a text that shows gives way to the stored one when the server loses it`() async {
        model.open(.sample(2))
        await documents.respond(0, .success(sent("read")))
        await shows("read")
        await store.save([StoredDocument(id: .sample(2), text: "stored", version: "v2", fetchedAt: time.now)])
        model.refresh()
        await documents.respond(1, .success(nil))
        await shows("stored")
        #expect(model.savedDay != nil)
    }

    @Test func `a newer text is requested when the network is back`() async {
        model.open(.sample(1))
        await documents.respond(0, .failure(.offline))
        await shows("stored")
        await settle()
        model.retry(after: .connected)
        await documents.respond(1, .success(sent("newer")))
        await shows("newer")
        model.retry(after: .connected)
        #expect(documents.requested.count == 2)
    }

    @Test func `an item without a stored text is reported, and has none if the server has none`() async {
        await store.save([StoredDocument(id: .sample(3), text: "", version: "", fetchedAt: time.now)])
        var missed: [ItemID] = []
        model.missed = { missed.append($0.id) }
        for number in [2, 3] {
            model.open(.sample(number))
            await documents.respond(number - 2, .success(nil))
            await eventually { model.phase == .absent }
        }
        model.open(.sample(1))
        await shows("stored")
        model.preview(.sample(2))
        model.open(.sample(2))
        await eventually { model.phase == .absent }
        #expect(missed == [.sample(2), .sample(3), .sample(2)])
        #expect(documents.requested == [.sample(2), .sample(3), .sample(1)], "known for five minutes")
    }

    @Test func `only a text of the kind that is stored is read`() async {
        let notes = DocumentViewModel(
            .releaseNotes, catalogs: Catalogs([ScriptedCatalog(documents: documents)]), time: time.source,
            formats: .sample(), cache: PageCaches().documents, store: store)
        notes.open(.sample(1))
        await documents.respond(0, .success(nil))
        await eventually { notes.phase == .absent }
    }

    // MARK: Where the text is from

    @Test func `path and branch are stored`() async throws {
        let folder = try TemporaryFolder()
        var text = readme(1, "words")
        await folder.documents.save([text])
        #expect(await folder.documents.document(of: documentID(1)) == text)
        for (path, branch) in [("docs/README.md", "feature/x"), ("README", nil)] {
            (text.path, text.branch) = (path, branch)
            await folder.documents.save([text])
            #expect(await folder.documents.document(of: documentID(1)) == text)
        }
    }
}
