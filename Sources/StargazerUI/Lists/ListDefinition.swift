import GtkBridge
import StargazerCore
import StargazerLibrary

/// What the window shows of a source: its names, icon and parts of its page. Everything else is in the list's model.
struct ListDefinition {
    /// The name below a heading of the sidebar.
    let name: String
    /// The name by itself.
    let title: String
    /// The name among others of all kinds, as screen readers read it.
    let spokenTitle: String
    /// The name of an icon; nil for tags, which have dots.
    let icon: String?
    let parts: @MainActor (ListPageContext) -> ListPageParts

    private init(
        _ name: String, title: String? = nil, spoken: String? = nil, icon: String?,
        parts: @escaping @MainActor (ListPageContext) -> ListPageParts = ListPageParts.favorites
    ) {
        self.name = name
        self.title = title ?? name
        spokenTitle = spoken ?? self.title
        self.icon = icon
        self.parts = parts
    }

    static func of(_ source: ListSource) -> ListDefinition {
        switch source {
        case .search(let kind):
            let catalog = CatalogPresentations.registered[kind]
            return ListDefinition(catalog.name, icon: catalog.icon) { .search(of: kind, $0) }
        case .favorites(.all):
            return ListDefinition(SidebarText.all, title: SidebarText.allFavorites, icon: "starred-symbolic")
        case .favorites(.catalog(let kind)):
            let catalog = CatalogPresentations.registered[kind]
            return ListDefinition(catalog.name, title: SidebarText.favorites(of: catalog.name), icon: catalog.icon)
        case .favorites(.notStarred): return ListDefinition(StarText.notStarred, icon: "non-starred-symbolic")
        case .favorites(.tag(let name)): return ListDefinition(name, spoken: TagsText.name(name), icon: nil)
        case .favorites(.untagged): return ListDefinition(TagsText.untagged, icon: nil)
        case .favorites(.updates): return ListDefinition(UpdatesText.title, icon: "software-update-available-symbolic")
        // Its page is that of its own source.
        case .savedSearch: return ListDefinition(SavedSearchText.title, icon: "folder-saved-search-symbolic")
        }
    }
}

@MainActor struct ListPageContext {
    let source: ListSource
    let window: WindowModel
    let ui: UIBuilder
    let root: Handle
    let frame: ListPageFrame
    let pictures: PictureStore
    /// Starts the sample catalog; nil when this is the sample catalog.
    let openSample: (@MainActor () -> Void)?
}

/// The parts of a list page that depend on the kind of list.
@MainActor struct ListPageParts {
    let content: any ListPageContent
    let presentation: any QualifierPresentation
    let placeholder: String
    var batchSize: BatchSizeViewModel?
    var sources: SourceRow?

    static func search(of kind: CatalogKind, _ page: ListPageContext) -> ListPageParts {
        let (window, app) = (page.window, page.window.app)
        let search = window.search(of: kind) ?? window.search
        let chooseSource: @MainActor (String) -> Void = { [weak window] in window?.chooseSource($0) }
        let services = app.sources.services(of: kind)
        let catalog = CatalogPresentations.registered[search.profile]
        return ListPageParts(
            content: SearchListContent(
                model: search, of: app, frame: page.frame, ui: page.ui, pictures: page.pictures,
                openSample: page.openSample,
                hasFavorites: { [weak window] in window?.sources.favoritesCount(in: .all)?.number ?? 0 > 0 },
                chooseSource: chooseSource),
            presentation: catalog,
            placeholder: services.count > 1 ? SearchText.placeholder(for: search.profile.service) : catalog.placeholder,
            batchSize: search.batchSize,
            sources: SourceRow(services, current: search.profile.service, choose: chooseSource))
    }

    static func favorites(_ page: ListPageContext) -> ListPageParts {
        let window = page.window
        let content = FavoritesListContent(
            model: window.favorites, of: window.app, sources: window.sources,
            shape: ListPage.shape(of: page.source, in: window.app.catalogs), frame: page.frame, root: page.root,
            pictures: page.pictures,
            search: { [weak window] text, kind in
                window?.show(.search(kind))
                window?.search.searchAgain(recent: text)
            })
        return ListPageParts(
            content: content, presentation: FavoritesQualifierText(), placeholder: FavoritesText.placeholder)
    }
}
