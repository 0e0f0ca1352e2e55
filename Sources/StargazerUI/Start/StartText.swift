import GtkBridge
import StargazerCore

enum StartText {
    static var recent: String { tr("Recent Searches") }
    static var viewed: String { tr("Recently Viewed") }
    static var favorites: String { tr("Latest Favorites") }
    static var examples: String { tr("Searches to Try") }
    static var topics: String { tr("Trending Topics") }
    static var clear: String { trc("recent searches and what was viewed", "Clear") }
    static var clearHistory: String { tr("Clear Recent Searches and Viewed Items") }
    static var showAll: String { trc("what is trending", "Show All") }
    static var showTrending: String { tr("Show Trending") }
    static var waiting: String { tr("Loading trending items") }
    static var nothing: String { tr("Nothing is trending right now.") }

    /// Returns the name of the button that changes what is trending: "Trending: This Week, Rust".
    static func trendingChoice(_ choice: String) -> String { tr("Trending: %1$s").filled(choice) }

    static func period(_ period: TrendingPeriod) -> String {
        switch period {
        case .day: tr("Today")
        case .week: tr("This Week")
        case .month: tr("This Month")
        }
    }

    /// Returns the choice of a filter that is off: "Language: Any".
    static func any(_ name: String) -> String { tr("%1$s: Any").filled(name) }

    static func chips(_ chips: [QueryChip], of presentation: any CatalogPresentation) -> String {
        chips.map { FilterText.chip($0, of: presentation) }.joined(separator: " · ")
    }
}
