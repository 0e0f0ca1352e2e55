import Foundation
import StargazerCore
import StargazerLibrary
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
