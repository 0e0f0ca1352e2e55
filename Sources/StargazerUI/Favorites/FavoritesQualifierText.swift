import GtkBridge
import StargazerCore

/// The texts of the qualifiers for favorites.
struct FavoritesQualifierText: QualifierPresentation {
    func description(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .added:
            QualifierDescription(
                tr("Date Added"), tr("By date added to Favorites"),
                phrase: trc("chip; a date or a range of dates follows", "Added: %1$s"))
        case .tag: QualifierDescription(tr("Tag"), tr("With this tag"), values: ["none": tr("No tags")])
        case .has: QualifierDescription(trc("filter", "Note"), tr("With a note"), values: ["note": tr("With a note")])
        case .state: StarText.qualifier
        case .fork:
            QualifierDescription(
                tr("Forks"), tr("Whether it is a fork"),
                values: ["true": tr("Include forks"), "only": tr("Only forks"), "false": tr("No forks")])
        default: CatalogPresentations.registered.description(of: qualifier)
        }
    }
}
