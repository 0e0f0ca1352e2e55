import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Signing in and out with an account and a keyring that tests control.
@MainActor struct AccountFixture {
    static let good = "ghp_good"

    let time = ManualTime()
    let account = ScriptedAccount()
    let store: ScriptedTokenStore
    let library: MemoryLibrary
    let stars: GitHubStars
    let outbox: OutboxSender
    let model: AccountViewModel
    let refusals: AsyncStream<Credential>.Continuation

    init(storedToken: StoredToken? = nil, favorites: [Favorite] = []) {
        store = ScriptedTokenStore(storedToken.map { ["test": $0] } ?? [:])
        library = MemoryLibrary(favorites)
        let writer = LibraryWriter.attached(to: library)
        let favoritesModel = FavoritesModel(library: library, writer: writer, time: time.source)
        (outbox, stars) = GitHubStars.sample(account, favoritesModel, writer, time)
        let (stream, continuation) = AsyncStream.makeStream(of: Credential.self)
        refusals = continuation
        model = AccountViewModel(
            account: account, store: store, refusals: stream, stars: stars, outbox: outbox, time: time.source,
            formats: .sample())
    }

    static func token(_ text: String = good, login: String = "ada") -> StoredToken {
        StoredToken(secret: Secret(text), login: login)
    }

    static func credential(_ text: String = good) -> Credential { Credential(secret: Secret(text), host: "test") }

    /// Signs in with a typed token.
    func signIn(_ text: String = good) async {
        model.start()
        await eventually("signed out") { model.phase == .signedOut(SignedOutContent()) }
        model.signIn(typed: text)
        await eventually("signed in") { content != nil }
    }

    var content: AccountContent? {
        if case .signedIn(let content) = model.phase { return content }
        return nil
    }

    var signedOut: SignedOutContent? {
        if case .signedOut(let content) = model.phase { return content }
        return nil
    }
}
