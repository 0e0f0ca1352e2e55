package import StargazerCore

/// A catalog and how it looks: all that the application is told of one.
package struct CatalogRegistration: Sendable {
    package let catalog: any Catalog
    package let face: any CatalogFace

    package init(_ catalog: any Catalog, _ face: any CatalogFace) { (self.catalog, self.face) = (catalog, face) }
}
