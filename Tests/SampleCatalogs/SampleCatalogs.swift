package import StargazerStandIn
package import StargazerUI

/// The catalogs that live in the tests alone: they show what a catalog costs, and that nothing knows which there are.
package enum SampleCatalogs {
    private static let all: [@Sendable (StandInScenario?) -> CatalogRegistration] = [
        // The registration: one line for each.
        Minerals.registration
    ]

    /// - Parameter scenario: a fault or a mood of their servers.
    package static func registrations(under scenario: StandInScenario? = nil) -> [CatalogRegistration] {
        all.map { $0(scenario) }
    }
}
