import GtkBridge
import StargazerCore
import StargazerLibrary

enum ResultsFilterText {
    static var filterName: String { tr("Filter Loaded Results") }
    static var placeholder: String { tr("Filter loaded results") }
    static var noneHeading: String { tr("No Matches") }

    static func count(_ count: CountContent) -> String {
        trn("%1$s of %2$s loaded results matches", "%1$s of %2$s loaded results match", count.shown)
            .filled(count.shownText, count.totalText ?? "")
    }

    static func none(_ filter: String, footer: ListFooter) -> String {
        let words = CleanText.line(filter)
        return mayHaveMore(footer)
            ? tr("No loaded results match “%1$s”. Load more to continue.").filled(words)
            : tr("No matches for “%1$s”.").filled(words)
    }

    static func mayHaveMore(_ footer: ListFooter) -> Bool {
        switch footer {
        case .loadMore, .loading, .failed: true
        case .none, .resultLimit: false
        }
    }
}
