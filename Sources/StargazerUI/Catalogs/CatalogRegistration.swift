package import StargazerCore

/// A catalog and how it looks: all that the application is told of one.
package struct CatalogRegistration: Sendable {
    package let catalog: any Catalog
    package let presentation: any CatalogPresentation

    package init(_ catalog: any Catalog, _ presentation: any CatalogPresentation) {
        (self.catalog, self.presentation) = (catalog, presentation)
    }
}
