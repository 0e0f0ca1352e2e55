import Foundation
public import Observation
public import StargazerLibrary

/// The account's stars on its server. They follow changes of favorites, never the other way round.
@MainActor @Observable public final class GitHubStars {
    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let outbox: OutboxSender
    @ObservationIgnored private let writer: LibraryWriter

    /// - Parameter writer: the queue that the outbox is written by.
    package init(
        account: any GitHubAccount, favoritesModel: FavoritesModel, outbox: OutboxSender, writer: LibraryWriter
    ) {
        self.account = account
        self.favoritesModel = favoritesModel
        self.outbox = outbox
        self.writer = writer
        favoritesModel.outbox = outbox
    }

    public var problem: MutationFailure? { outbox.problems[.star] }

    /// The signed-in account's server; nil while signed out.
    public var host: String? { outbox.current?.host }

    /// Whether the account has starred the item, as last changed or loaded; nil without an account on its server.
    public func state(of id: ItemID) -> Bool? { favoritesModel.isStarred(id) }

    /// The same for a favorite as the library has it.
    public func state(of favorite: Favorite) -> Bool? {
        favoritesModel.isStarred(favorite.id, stored: favorite.isStarredOnServer)
    }

    /// Sets or removes the account's stars. Does not change the favorites.
    public func setStarred(_ isStarred: Bool, _ items: [Item]) { favoritesModel.setStarred(isStarred, items) }

    public func setStarred(_ isStarred: Bool, _ item: Item) { setStarred(isStarred, [item]) }

    public func tryAgain(_ problem: MutationFailure) { outbox.tryAgain(problem) }

    /// Loads the star state of an item into the library, once. Failures are not shown.
    public func loadState(of item: Item) {
        guard favoritesModel.canStar(item.id) else { return }
        outbox.loadState(.star, of: item) { [account] () throws(CatalogFailure) in
            try await account.isStarred(item)
        } learned: { [writer] isStarred in
            writer.add { library throws(LibraryFailure) in try await library.recordStar(isStarred, on: item) }
        }
    }

    /// Records who the account is, so that what waits for it is found under a new name too.
    /// - Parameter formerly: the login that its token was saved with.
    func record(_ account: Account, formerly: String? = nil) {
        guard let number = account.number else { return }
        let known = KnownAccount(
            host: self.account.host, number: number, login: account.login, avatarURL: account.avatarURL)
        writer.add { library throws(LibraryFailure) in try await library.recordAccount(known, formerly: formerly) }
    }

    /// Returns the picture of the account as of the last time it was asked for.
    func knownPicture(of login: String) async -> URL? {
        guard let library = await writer.library() else { return nil }
        // The server's answer brings the picture.
        return try? await library.knownAccount(login: login, host: account.host)?.avatarURL
    }

    /// The library has the stars of one account, and deletes those of any other.
    func signedIn(as login: String) {
        writer.add { [host = account.host] library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        }
    }
}
