import StargazerLibrary

/// What a window shows first: what it was asked to open, and otherwise what the last window showed.
struct FirstView {
    private(set) var source: ListSource?
    private(set) var catalog: CatalogKind?
    /// The text of the search in place of the last one; nil for the last one.
    private(set) var text: String?

    init(_ state: WindowState, _ request: OpenRequest?) {
        (source, catalog) = (state.source, state.catalog)
        switch request {
        case .search(let text, let kind): (source, catalog, self.text) = (nil, kind ?? catalog, text)
        case .newSearch: (source, text) = (nil, "")
        case .source(let source):
            self.source = source
            if case .search(let kind) = source { catalog = kind }
        case .item, .reference, .invalidLink, nil: break
        }
    }
}

/// Requests from the command line, the desktop and other programs. A request wins over what the window shows or would
/// restore, whether it comes with the start of the process or later.
extension WindowModel {
    /// Whether the content pane begins with an item that no row of the list leads to. Nothing but the user replaces it.
    public var showsItemFromElsewhere: Bool { shownListItem == nil && !showsNothing }

    public func handle(_ request: OpenRequest) {
        switch request {
        case .search(let text, let kind):
            show(.search(kind ?? catalog))
            search.searchAgain(recent: text)
        case .newSearch:
            show(.search(catalog))
            search.clear()
        case .source(let source): show(source)
        case .item(let item): open(item)
        case .reference(let reference): open(reference)
        case .invalidLink: break
        }
    }

    /// Opens the item of the request that the window was created for, and saves its list for the next start.
    func open(first request: OpenRequest?) {
        switch request {
        case .item, .reference: request.map(handle)
        case .search, .newSearch, .source: stateSaver.update { ($0.source, $0.catalog) = (listSource, catalog) }
        case .invalidLink, nil: break
        }
        if case .search = request { sendsFirstSearch = true }
    }

    /// Sends what the window shows first. Call it after the first paint.
    public func begin() {
        if sendsFirstSearch { return search.submit() }
        if !listSource.isFavorites, restoredSavedSearch == nil { search.resume() }
    }
}
