import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct StarImportTests {
    private let library = MemoryLibrary()
    private let account = ScriptedAccount()

    private func model() -> StarImportViewModel { .sample(account, library) }

    @Test func `all pages are imported, and existing favorites are counted separately`() async {
        try? await library.add(.sample(3))
        account.offerStars(25)
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(24), existing: .sample(1)) }
        #expect(library.favorites.count == 25)
        #expect(library.favorites.allSatisfy { $0.isStarredOnServer == true })
        #expect(library.log.dropFirst() == ["bring 10", "bring 10", "bring 5"])
        #expect(account.pages == [nil, "2", "3"])
    }

    @Test(arguments: [40, nil]) func `the progress shows the number imported, and the length of the list`(
        stars: Int?
    ) async {
        account.offerStars(40)
        account.hold()
        let model = model()
        model.start(login: "ada", stars: stars)
        for loaded in [0, 10, 20] {
            await eventually {
                model.phase
                    == .running(
                        loaded: .sample(loaded), of: stars.map { .sample($0) },
                        fraction: stars.map { Double(loaded) / Double($0) }) && account.heldCount == 1
            }
            await account.releaseOne()
        }
        account.release()
        await eventually { model.phase == .finished(new: .sample(40), existing: .sample(0)) }
    }

    @Test func `an account without stars finishes immediately`() async {
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(0), existing: .sample(0)) }
    }

    @Test func `cancelling keeps imported stars and sends no more requests, and starting resumes`() async {
        account.offerStars(35)
        account.hold()
        let model = model()
        model.start(login: "ada")
        await account.releaseOne()
        await account.releaseOne()
        await eventually { account.heldCount == 1 && library.favorites.count == 20 }
        model.cancel()
        #expect(model.phase == .cancelled(loaded: .sample(20)))
        await eventually { account.heldCount == 0 }
        await settle()
        #expect(library.favorites.count == 20)
        #expect(model.phase == .cancelled(loaded: .sample(20)))
        account.release()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(35), existing: .sample(0)) }
        #expect(account.pages == [nil, "2", "3", "3", "4"])
    }

    @Test func `another window resumes an import that ended with its window`() async {
        account.offerStars(25)
        account.hold()
        weak var gone: StarImportViewModel?
        do {
            let first = model()
            gone = first
            first.start(login: "ada")
            await account.releaseOne()
            await eventually { library.favorites.count == 10 && account.heldCount == 1 }
        }
        await eventually("the first is gone") { gone == nil && account.heldCount == 0 }
        account.release()
        let second = model()
        second.start(login: "ada")
        await eventually { second.phase == .finished(new: .sample(25), existing: .sample(0)) }
        #expect(account.pages == [nil, "2", "2", "3"])
    }

    @Test func `another login starts with its own first page`() async {
        account.offerStars(25)
        account.hold()
        let model = model()
        model.setLogin("ada")
        model.start(login: "ada")
        await account.releaseOne()
        await eventually { account.heldCount == 1 && library.favorites.count == 10 }
        model.setLogin(nil)
        #expect(model.phase == .idle)
        await eventually("the question is given up") { account.heldCount == 0 }
        account.release()
        model.setLogin("bob")
        model.start(login: "bob")
        await eventually { model.phase == .finished(new: .sample(15), existing: .sample(10)) }
        #expect(account.pages == [nil, "2", nil, "2", "3"])
    }

    @Test func `five interruptions at any point give the exact count`() async {
        account.offerStars(300, size: 25)
        let model = model()
        for round in 0..<5 {
            account.hold()
            model.start(login: "ada")
            for _ in 0...(round % 3) { await account.releaseOne() }
            await eventually { account.heldCount == 1 }
            model.cancel()
            await eventually { account.heldCount == 0 }
        }
        account.release()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(300), existing: .sample(0)) }
        #expect(library.favorites.count == 300)
    }

    @Test func `overlapping pages are counted once`() async {
        account.replyStarred { cursor in
            let numbers = cursor == nil ? 1...10 : 8...15
            return .success(
                StarredBatch(
                    items: numbers.map { StarredItem(item: .sample($0), starredAt: nil) },
                    end: cursor == nil ? .more(BatchCursor("2")) : .complete))
        }
        let model = model()
        model.start(login: "ada")
        await eventually { model.phase == .finished(new: .sample(15), existing: .sample(0)) }
    }

    @Test func `starting during an import does nothing`() async {
        account.offerStars(20)
        account.hold()
        let model = model()
        model.start(login: "ada")
        await eventually { account.heldCount == 1 }
        model.start(login: "ada")
        await settle()
        #expect(account.pages == [nil])
        model.dismiss()
        #expect(model.isRunning)
        account.release()
        await eventually { !model.isRunning }
    }

    @Test func `a response after cancelling changes nothing`() async {
        let late = ScriptedAccount(ignoresCancellation: true)
        late.replyStarred { _ in
            .success(StarredBatch(items: [StarredItem(item: .sample(1), starredAt: nil)], end: .complete))
        }
        late.hold()
        let model = StarImportViewModel(
            ScriptedStarLists(), account: late, writer: .attached(to: library), network: UnmeteredNetwork(),
            formats: .sample())
        model.start(login: "ada")
        await eventually { late.heldCount == 1 }
        model.cancel()
        late.release()
        await settle()
        #expect(model.phase == .cancelled(loaded: .sample(0)))
        #expect(library.favorites.isEmpty)
    }

    @Test(arguments: [nil, LibraryFailure.diskFull])
    func `a write that ends after cancelling sends no more requests, and its stars are counted`(
        failure: LibraryFailure?
    ) async {
        account.offerStars(30)
        library.hold()
        let model = model()
        model.start(login: "ada")
        await eventually("the first batch is being written") { library.holdsWrite }
        model.cancel()
        #expect(model.phase == .cancelled(loaded: .sample(0)))
        if let failure { library.failNext(failure) }
        library.release()
        await eventually("the stars are counted") {
            model.phase == .cancelled(loaded: .sample(failure == nil ? 10 : 0))
        }
        await settle()
        #expect(library.favorites.count == (failure == nil ? 10 : 0))
        #expect(account.pages == [nil])
    }

    @Test(arguments: [nil, LibraryFailure.diskFull])
    func `a write that ends after signing out reports nothing and sends no more requests`(
        failure: LibraryFailure?
    ) async {
        account.offerStars(30)
        let model = model()
        model.setLogin("ada")
        await eventually { model.offer != nil }
        library.hold()
        model.start(login: "ada")
        await eventually("the first batch is being written") { library.holdsWrite }
        model.setLogin(nil)
        if let failure { library.failNext(failure) }
        library.release()
        await settle()
        #expect(model.phase == .idle && model.offer == nil)
        #expect(account.pages == [nil])
    }

    @Test func `a write that ends after cancelling and starting again does not change the count of the new import`()
        async
    {
        account.offerStars(30)
        library.hold()
        let model = model()
        model.start(login: "ada")
        await eventually("the first batch is being written") { library.holdsWrite }
        model.cancel()
        account.hold()
        model.start(login: "ada")
        library.release()
        await eventually("the new import goes on after the first batch") { account.heldCount == 1 }
        #expect(model.phase == .running(loaded: .sample(10), of: nil, fraction: nil))
        account.release()
        await eventually { model.phase == .finished(new: .sample(30), existing: .sample(0)) }
        #expect(account.pages == [nil, "2", "3"])
    }

    // MARK: The offer

    @Test func `the import is offered after signing in until it is complete`() async {
        account.offerStars(40)
        let model = model()
        #expect(model.offer == nil)
        model.setLogin("ada")
        await eventually { model.offer == StarImportOffer(loaded: nil) }
        account.hold()
        model.start(login: "ada", stars: 40)
        #expect(model.offer == nil, "they come already")
        await account.releaseOne()
        await eventually { model.phase == .running(loaded: .sample(10), of: .sample(40), fraction: 0.25) }
        model.cancel()
        await eventually { model.offer == StarImportOffer(loaded: .sample(10)) }
        account.release()
        model.start(login: "ada")
        await eventually { if case .finished = model.phase { true } else { false } }
        await settle()
        #expect(model.offer == nil)
        model.setLogin("bob")
        await eventually { model.offer == StarImportOffer(loaded: nil) }
        model.setLogin(nil)
        #expect(model.offer == nil)
    }

    @Test func `the offer of an account that has signed out meanwhile does not show`() async {
        let model = model()
        model.setLogin("ada")
        model.setLogin(nil)
        await settle()
        #expect(model.offer == nil)
    }
}
