import StargazerLibrary

/// Replaces the scope of a list of favorites when its tag gets another name, or when the scope is not available.
struct FavoritesScopeResolver {
    /// The tags at the last look.
    private var tags: [Tag] = []
    /// Whether the scope of a tag that is gone shows nothing, and not all favorites.
    var keepsTag = false
    /// The scope of the start, while the account that it needs is not known yet.
    private var awaited: FavoritesScope?
    private var hadAccount = false

    /// Forgets what belongs to the previous scope, when another one is chosen.
    mutating func scopeChosen() { awaited = nil }

    /// Follows the tags of a list to their new names, or to the tags that they were merged into.
    /// - Returns: the same list while the tags are being changed; all favorites when there is no such tag, or for
    ///   untagged favorites when there are no tags.
    @MainActor mutating func followTags(
        of scope: FavoritesScope, text: String, in model: TagsModel
    ) -> (scope: FavoritesScope, text: String) {
        guard let tags = model.loaded?.map(\.tag), !model.isChanging else { return (scope, text) }
        var newNames: [String: String] = [:]
        for tag in self.tags where !tags.contains(where: { $0.name == tag.name }) {
            let other = tags.first { $0.id == tag.id } ?? model.mergeTarget(of: tag.name)
            newNames[ItemFilter.folded(tag.name)] = other?.name
        }
        self.tags = tags
        let place = RetaggedSearch.Place(source: ListSource.favorites(scope).text, text: text)
            .renamingTags { newNames[ItemFilter.folded($0)] }
        guard case .favorites(let new)? = ListSource(text: place.source) else { return (scope, text) }
        switch new {
        case .tag(let name) where !keepsTag && !tags.contains(where: { $0.name == name }): return (.all, place.text)
        case .untagged where tags.isEmpty: return (.all, place.text)
        default: return (new, place.text)
        }
    }

    /// Returns the scope to show once the library has answered: all favorites instead of a scope that is not available.
    /// A scope that needs an account is shown as soon as it is available, if no account was signed in before.
    mutating func availableScope(
        instead scope: FavoritesScope, hasAccount: Bool, isAvailable: (FavoritesScope) -> Bool
    ) -> FavoritesScope {
        hadAccount = hadAccount || hasAccount
        guard isAvailable(scope) else {
            awaited = scope == .notStarred && !hadAccount ? scope : nil
            return .all
        }
        guard let awaited, isAvailable(awaited) else { return scope }
        self.awaited = nil
        return awaited
    }
}
