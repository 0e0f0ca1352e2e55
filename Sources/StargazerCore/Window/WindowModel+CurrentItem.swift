/// Pages that begin at the current page, going back, and the actions on the current item.
extension WindowModel {
    /// Opens a document page.
    public func go(to kind: DocumentKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    /// Opens an item from the current page.
    public func go(to item: Item) {
        app.viewed(item)
        navigation.go(to: item)
        isShowingContent = true
    }

    /// Opens a related list from the current page.
    public func go(to kind: RelationKind, of item: Item) {
        navigation.go(to: kind, of: item)
        isShowingContent = true
    }

    /// Opens the page of new and lost followers, when the current item is the account itself.
    /// - Returns: whether the page was opened.
    public func goToChanges() -> Bool {
        guard let current, app.follows?.isOwn(current) == true else { return false }
        navigation.go(toChangesIn: GitHubFollows.trackedRelation, of: current)
        isShowingContent = true
        return true
    }

    /// Opens the comparison of the current item with another.
    /// - Returns: whether the item can be compared.
    public func goToComparison() -> Bool {
        guard let current,
            (try? app.catalogs.catalog(of: current.id))?.relations?.comparableLists(of: current).isEmpty == false
        else { return false }
        navigation.go(toComparisonOf: current)
        isShowingContent = true
        return true
    }

    /// Goes back to the page at this depth.
    public func goBack(to depth: Int) { navigation.goBack(to: depth) }

    /// Goes back one page; in a folded window, from the first page to the list.
    /// - Returns: whether there was anything to go back from.
    public func goBack() -> Bool {
        if isShowingContent || !isFolded, navigation.goBack() { return true }
        guard isFolded, isShowingContent else { return false }
        isShowingContent = false
        return true
    }

    /// Toggles the current item as a favorite.
    public func toggleFavorite() {
        guard let current else { return }
        // The favorites still show a removed item until the library has answered; pressing again meanwhile must not add
        // it back.
        if showsFavorites, !app.favoritesModel.willBeFavorite(current.id), favorites.containsItem(current.id) {
            return
        }
        app.favoritesModel.toggle(current)
    }

    /// Toggles the account's own star. Does not change the favorite.
    public func toggleStarOnServer() {
        guard let current, let stars = app.stars, let isStarred = stars.state(of: current.id) else { return }
        stars.setStarred(!isStarred, current)
    }

    /// Follows or unfollows the current item.
    public func toggleFollow() {
        guard let current, let follows = app.follows, let isFollowed = follows.states[current.id]?.isFollowed else {
            return
        }
        follows.setFollowed(!isFollowed, current)
    }
}
