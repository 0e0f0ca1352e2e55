import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct CatalogPreferencesViewModelTests {
    private let settings = MemorySettings()
    private let current: CurrentPreferences
    private let model: CatalogPreferencesViewModel

    init() {
        current = CurrentPreferences(settings: settings)
        model = CatalogPreferencesViewModel(current: current, catalog: ScriptedCatalog().profile)
    }

    @Test(
        arguments: [
            ("", .notANumber), ("   ", .notANumber), ("abc", .notANumber), ("1e9", .notANumber), ("1.5", .notANumber),
            ("-1", .notANumber), ("+5", .notANumber), ("5 0", .notANumber), ("٥٠", .notANumber), ("５０", .notANumber),
            ("0x10", .notANumber), ("½", .notANumber), ("0", .outOfRange), ("101", .outOfRange),
            (String(repeating: "9", count: 10_000), .outOfRange),
        ] as [(String, BatchSizeProblem)])
    func `an invalid number is rejected and not saved`(text: String, problem: BatchSizeProblem) {
        model.batchSizeTyped(text)
        #expect(model.batchSizeProblem == problem)
        #expect(!model.canApplyBatchSize)
        #expect(model.batchSizeText == text)
        model.applyBatchSize()
        #expect(settings.preferences() == Preferences())
        #expect(model.batchSizeText == text)
    }

    @Test(arguments: [("1", 1), ("100", 100), ("50", 50), (" 20\n", 20), ("007", 7)])
    func `a valid number is saved only when it is applied`(text: String, size: Int) {
        current.change { $0.batchSizes[.repositories] = 30 }
        model.batchSizeTyped(text)
        #expect(model.batchSizeProblem == nil)
        #expect(model.canApplyBatchSize)
        #expect(settings.preferences().batchSizes[.repositories] == 30)
        model.applyBatchSize()
        #expect(settings.preferences().batchSizes[.repositories] == size)
        #expect(model.batchSizeText == String(size))
        #expect(!model.canApplyBatchSize)
    }

    @Test func `the number in use cannot be applied`() {
        #expect(model.batchSizeText == "100")
        #expect(model.batchSizeProblem == nil)
        #expect(!model.canApplyBatchSize)
        model.batchSizeTyped("10")
        model.batchSizeTyped("100")
        #expect(!model.canApplyBatchSize)
    }

    @Test func `a number changed elsewhere shows at once, but does not replace typed text`() async {
        settings.save(Preferences(batchSizes: [.repositories: 20]))
        await eventually { model.batchSizeText == "20" }
        model.batchSizeTyped("7")
        settings.save(Preferences(batchSizes: [.repositories: 30]))
        await eventually { current.value.batchSizes[.repositories] == 30 }
        #expect(model.batchSizeText == "7")
        #expect(model.canApplyBatchSize)
        // Typing the number in use ends the edit.
        model.batchSizeTyped("30")
        settings.save(Preferences(batchSizes: [.repositories: 40]))
        await eventually { model.batchSizeText == "40" }
    }

    @Test func `each catalog has its own number within its own range`() {
        let other = ScriptedCatalog(CatalogKind(rawValue: "people"), batchSizes: 5...50).profile
        let people = CatalogPreferencesViewModel(current: current, catalog: other)
        #expect(people.batchSizeText == "50")
        #expect(people.batchSizes == 5...50)
        people.batchSizeTyped("100")
        #expect(people.batchSizeProblem == .outOfRange)
        people.batchSizeTyped("5")
        people.applyBatchSize()
        #expect(people.batchSizeText == "5")
        #expect(model.batchSizeText == "100")
        current.change { $0.batchSizes[other.kind] = 1_000 }
        #expect(people.batchSizeText == "50", "what is out of range by now is brought into it")
    }

    @Test func `other preferences do not change a typed number`() {
        model.batchSizeTyped("7")
        current.change { $0.searchesWhileTyping = false }
        #expect(settings.preferences().batchSizes.isEmpty)
        #expect(model.batchSizeText == "7")
    }

    @Test func `a rating takes effect immediately for its catalog only`() {
        let (mild, wild) = (ContentRating(rawValue: "mild"), ContentRating(rawValue: "wild"))
        let profile = CatalogProfile(
            kind: CatalogKind(rawValue: "pictures"), host: "pictures", service: "Pictures", batchSizes: 1...10,
            ratings: [mild, wild])
        let pictures = CatalogPreferencesViewModel(current: current, catalog: profile)
        #expect(pictures.ratings == [mild, wild] && pictures.rating == mild)
        #expect(model.ratings.isEmpty && model.rating == nil)
        pictures.allow(wild)
        #expect(pictures.rating == wild)
        #expect(settings.preferences().ratings == [profile.kind: wild])
    }
}
