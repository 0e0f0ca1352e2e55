import Foundation
import StargazerCore
import StargazerStandIn
import StargazerUI

/// A catalog that looks like none of the application's: cells, orders of its own, a key, and a way on from each item.
enum Minerals {
    /// - Parameter scenario: a fault or a mood of the server; where nobody is let in, no key was entered.
    static func registration(under scenario: StandInScenario?) -> CatalogRegistration {
        let catalog = MineralCatalog(
            key: APIKey(
                host: MineralCatalog.host, page: URL(string: "https://minerals.invalid/keys"),
                secret: scenario == .unauthorized ? nil : Secret(MineralStandIn.key)),
            transport: MineralStandIn(scenario: scenario), time: .system)
        return CatalogRegistration(catalog, MineralPresentation())
    }
}
