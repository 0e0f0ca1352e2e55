import Foundation
import StargazerCore
import StargazerLibrary
import StargazerStandIn
import StargazerUI

/// A catalog unlike the application's own: cells, its own sort orders, an API key, and related lists for each item.
enum Minerals {
    /// - Parameter scenario: a fault or a state of the server. With `.unauthorized`, no key has been entered.
    static func registration(under scenario: StandInScenario?) -> CatalogRegistration {
        let catalog = MineralCatalog(
            key: ServiceAPIKey(
                host: MineralCatalog.host, page: URL(string: "https://minerals.invalid/keys"),
                secret: scenario == .unauthorized ? nil : Secret(MineralStandIn.key)),
            transport: MineralStandIn(scenario: scenario), time: .system)
        return CatalogRegistration(catalog, MineralPresentation())
    }
}
