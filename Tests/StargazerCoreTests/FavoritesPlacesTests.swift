import Foundation
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct FavoritesPlacesTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()

    private func page(
        _ favorites: [Favorite], isSignedIn: Bool = true
    ) async -> (model: FavoritesViewModel, scene: StarsFixture) {
        let scene = await StarsFixture(favorites, account: account, time: time, isSignedIn: isSignedIn)
        let model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars), catalogs: [],
            formats: .sample(),
            time: time.source)
        model.shown(true)
        return (model, scene)
    }

    private func rows(_ model: FavoritesViewModel) -> [String] { model.shownIDs }

    @Test func `places are offered once a star on the server is known`() async {
        let (model, scene) = await page([.sample(1), .sample(2), .sample(3)])
        await eventually { rows(model) == ["3", "2", "1"] }
        #expect(!model.offersPlaces)
        model.placeChanged(.onServer)
        #expect(model.place == .all, "there is nothing to choose from")
        scene.library.change { $0[0].isStarredOnServer = true }
        await eventually { model.offersPlaces }
        model.placeChanged(.onServer)
        await eventually { rows(model) == ["3"] }
        guard case .rows(let content) = model.phase else {
            Issue.record("no rows: \(model.phase)")
            return
        }
        #expect((content.count.shown, content.count.total) == (1, 3))
        model.placeChanged(.onlyHere)
        await eventually { rows(model) == ["2", "1"] }
        model.filterChanged("name1")
        await eventually { rows(model) == ["1"] }
        model.placeChanged(.all)
        model.filterChanged("")
        await eventually { rows(model) == ["3", "2", "1"] }
    }

    @Test func `an empty place is distinguished from no favorites, with the filter text`() async {
        let (model, _) = await page([.starred(1)])
        await eventually { model.offersPlaces }
        model.placeChanged(.onlyHere)
        await eventually { model.phase == .nothingIn(.onlyHere, filter: "") }
        #expect(model.showsCount, "the way back must stay in sight")
        model.placeChanged(.onServer)
        model.filterChanged("zzz")
        await eventually { model.phase == .nothingIn(.onServer, filter: "zzz") }
        model.placeChanged(.all)
        await eventually { model.phase == .noMatch(filter: "zzz") }
    }

    @Test func `the place choice goes with the last star on the server, and all favorites show`() async {
        let (model, scene) = await page([.sample(1), .starred(2)])
        await eventually { model.offersPlaces }
        model.placeChanged(.onServer)
        await eventually { rows(model) == ["2"] }
        scene.library.change { $0[0].isStarredOnServer = nil }
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.place == .all && !model.offersPlaces)
    }

    @Test func `while signed out there is no place choice and all favorites show`() async {
        let (model, scene) = await page([.sample(1), .starred(2)])
        await eventually { model.offersPlaces }
        model.placeChanged(.onlyHere)
        await eventually { rows(model) == ["1"] }
        scene.signOut()
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.place == .all && !model.offersPlaces)
        await scene.signIn()
        await eventually { model.offersPlaces }
    }

    @Test func `without an account there is no place choice, whatever the library contains`() async {
        let (model, _) = await page([.starred(1), .sample(2)], isSignedIn: false)
        await eventually { rows(model) == ["2", "1"] }
        #expect(!model.offersPlaces)
    }
}
