import Foundation
@testable import StargazerLibrary
import TestSupport

@testable import StargazerCore

/// The account's stars with a favorites model, a library of `ada` and an account that tests control.
@MainActor struct StarsFixture {
    let library: MemoryLibrary
    let favoritesModel: FavoritesModel
    let stars: GitHubStars
    let outbox: OutboxSender

    init(
        _ favorites: [Favorite] = [], account: ScriptedAccount, time: ManualTime, isSignedIn: Bool = true
    ) async {
        await self.init(
            MemoryLibrary(favorites, account: "ada"), account: account, time: time, isSignedIn: isSignedIn)
    }

    init(_ library: MemoryLibrary, account: ScriptedAccount, time: ManualTime, isSignedIn: Bool = false) async {
        self.library = library
        let writer = LibraryWriter.attached(to: library)
        favoritesModel = await .sample(library, time, writer: writer)
        (outbox, stars) = GitHubStars.sample(account, favoritesModel, writer, time)
        if isSignedIn { await signIn() }
    }

    /// - Parameter waits: whether what can be sent is sent before.
    func signIn(as login: String = "ada", waits: Bool = true) async {
        outbox.signedIn(as: login)
        stars.signedIn(as: login)
        if waits { await outbox.settled() }
    }

    func signOut(isRefused: Bool = false) {
        outbox.signedOut(isRefused: isRefused)
    }
}

extension GitHubStars {
    static func sample(
        _ account: ScriptedAccount, _ favoritesModel: FavoritesModel, _ writer: LibraryWriter, _ time: ManualTime
    ) -> (OutboxSender, GitHubStars) {
        let outbox = OutboxSender(account: account, writer: writer, time: time.source, formats: .sample())
        let stars = GitHubStars(account: account, favoritesModel: favoritesModel, outbox: outbox, writer: writer)
        return (outbox, stars)
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
