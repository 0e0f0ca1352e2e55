/// What becomes of the answers to the first batch and to those after it.
extension SearchViewModel {
    func found(_ first: FormattedBatch, for query: SearchQuery) {
        let found = ResultList(query: query, first: first)
        state.list = found.rows.isEmpty ? nil : found
        flag(&state.list)
        state.stage = found.rows.isEmpty ? .empty(query: query.text) : .shown(notice: nil)
        render()
        noteIfDeserved()
        shelf.refresh(first.batch.items)
    }

    /// Results stay, under a notice, while the failure may pass by itself; else the failure takes their place.
    func failed(_ failure: CatalogFailure, _ query: SearchQuery, isAutomatic: Bool) {
        guard failure != .cancelled else { return putBack() }
        if !failure.mayPassByItself { state.list = nil }
        let retry = { [weak self] in
            guard let self else { return }
            begin(wantedQuery ?? query, isDeliberate: isDeliberate, isAutomatic: true)
        }
        countdown.tell(failure, query: query.text, retry: isAutomatic ? nil : retry) { [weak self] content in
            guard let self else { return }
            state.stage = state.list == nil ? .failed(content) : .shown(notice: content)
            render()
        }
    }

    /// A search that nobody here ended came to nothing: as if it had not been begun.
    private func putBack() {
        searchedQuery = state.list?.query
        state.stage = state.list == nil ? .start : .shown(notice: nil)
        render()
    }

    func noteIfDeserved() {
        guard isDeliberate, case .shown = state.stage, let query = state.list?.query, query == searchedQuery else {
            return
        }
        history.note(query.text)
    }

    /// - Parameter mayGoOn: a batch of nothing but repetitions is followed by one more, not by the whole search.
    func loadBatch(mayGoOn: Bool = true, isAutomatic: Bool = false) {
        guard case .shown = state.stage, !countdown.isRunning, let list = state.list, case .more(let cursor) = list.end
        else { return }
        state.batch = .loading
        render()
        let (ticket, query) = (ticket, list.query)
        searching = Task { [weak self, catalog, formats, time] in
            let answer = await catalog.formattedBatch(of: query, after: cursor, formats: formats, time: time)
            guard let self, !Task.isCancelled, ticket == self.ticket else { return }
            switch answer {
            case .success(let next): found(next, mayGoOn: mayGoOn)
            case .failure(let failure): batchFailed(failure, query, isAutomatic: isAutomatic)
            }
        }
    }

    private func found(_ next: FormattedBatch, mayGoOn: Bool) {
        guard let isNew = state.list?.append(next) else { return }
        flag(&state.list)
        state.batch = .idle
        shelf.refresh(next.batch.items)
        if !isNew, mayGoOn { loadBatch(mayGoOn: false) }
        render()
    }

    private func batchFailed(_ failure: CatalogFailure, _ query: SearchQuery, isAutomatic: Bool) {
        guard failure != .cancelled else {
            state.batch = .idle
            return render()
        }
        let retry = { [weak self] in
            guard let self else { return }
            // A list goes on in the size it began with.
            if var wanted = wantedQuery, let searched = searchedQuery {
                wanted.batchSize = searched.batchSize
                if wanted != searched { return begin(wanted) }
            }
            loadBatch(isAutomatic: true)
        }
        countdown.tell(failure, query: query.text, retry: isAutomatic ? nil : retry) { [weak self] content in
            guard let self else { return }
            state.batch = .failed(content)
            render()
        }
    }
}
