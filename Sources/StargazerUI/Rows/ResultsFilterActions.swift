import StargazerCore

/// The buttons of a list that is filtered to nothing.
@MainActor enum ResultsFilterActions {
    /// Offers more rows if there may be any, and to clear the filter.
    static func buttons(
        _ footer: ListFooter, loadMore: @escaping @MainActor () -> Void, tryAgain: @escaping @MainActor () -> Void,
        clear: @escaping @MainActor () -> Void
    ) -> [StatusView.Action] {
        let more: StatusView.Action? =
            switch footer {
            case .loadMore: .init(label: RowText.loadMore, isSuggested: true, run: loadMore)
            case .failed: .init(label: FailureText.tryAgain, isSuggested: true, run: tryAgain)
            case .none, .loading, .resultLimit: nil
            }
        return [more].compactMap(\.self) + [.init(label: FavoritesText.clearFilter, run: clear)]
    }
}
