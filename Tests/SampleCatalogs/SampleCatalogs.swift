package import StargazerStandIn
package import StargazerUI

/// Catalogs that exist only in tests. They show what a catalog requires, and that no other code lists the catalogs.
package enum SampleCatalogs {
    private static let all: [@Sendable (StandInScenario?) -> CatalogRegistration] = [
        // The registrations, one line per catalog.
        Minerals.registration
    ]

    /// - Parameter scenario: a fault or a state of their servers.
    package static func registrations(under scenario: StandInScenario? = nil) -> [CatalogRegistration] {
        all.map { $0(scenario) }
    }
}
