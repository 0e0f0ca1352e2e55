import Foundation
import TestSupport

@testable import StargazerCore

/// The account's stars with a favorites model, a library of `ada` and an account that tests control.
@MainActor struct StarsFixture {
    let library: MemoryLibrary
    let favoritesModel: FavoritesModel
    let stars: GitHubStars

    init(
        _ favorites: [Favorite] = [], account: ScriptedAccount, time: ManualTime, isSignedIn: Bool = true
    ) async {
        library = MemoryLibrary(favorites, account: "ada")
        favoritesModel = await .sample(library, time)
        stars = GitHubStars(account: account, favoritesModel: favoritesModel, formats: .sample())
        stars.attach(library: library)
        if isSignedIn { stars.signedIn(as: "ada") }
    }
}

extension ScriptedAccount {
    /// The writes sent so far, such as `+1 -1`.
    var written: String {
        calls.compactMap { call in
            if case .setStarred(let isStarred, let id) = call { return "\(isStarred ? "+" : "-")\(id.id)" }
            return nil
        }.joined(separator: " ")
    }
}

extension Favorite {
    static func starred(_ number: Int, _ isStarred: Bool? = true) -> Favorite {
        var favorite = Favorite.sample(number)
        favorite.isStarredOnServer = isStarred
        return favorite
    }
}
