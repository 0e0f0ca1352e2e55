package import StargazerCore

/// A catalog and its presentation: all that the application knows about it.
package struct CatalogRegistration: Sendable {
    package let catalog: any Catalog
    package let presentation: any CatalogPresentation

    package init(_ catalog: any Catalog, _ presentation: any CatalogPresentation) {
        (self.catalog, self.presentation) = (catalog, presentation)
    }
}
