import Foundation
import StargazerCore
import StargazerLibrary

extension FavoritesFacets {
    /// Counts the values of these favorites.
    /// - Parameter account: the server whose stars count; nil for those of any server.
    init(of favorites: [Favorite], account: String?) {
        var counts: [QualifierName: [String: Int]] = [:]
        func count(_ name: QualifierName, _ value: String?) {
            if let value { counts[name, default: [:]][value, default: 0] += 1 }
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for favorite in favorites {
            let attributes = favorite.item.facts.attributes
            count(.language, attributes.language)
            count(.license, attributes.license)
            for topic in attributes.topics { count(.topic, topic) }
            count(.added, "\(calendar.component(.year, from: favorite.addedAt))")
            count(.archived, attributes.isArchived.map { "\($0)" })
            count(.fork, attributes.isFork.map { $0 ? "only" : "false" })
            if favorite.isStarredOnServer == true, account ?? favorite.id.host == favorite.id.host {
                count(.state, "starred")
            } else if favorite.id.host == account, favorite.id.catalog == .repositories {
                count(.state, "only-here")
            }
            if favorite.isGone { count(.state, "gone") }
        }
        self.init(total: favorites.count, counts: counts)
    }
}
