import Foundation

extension DocumentDownloadViewModel {
    /// Saves the texts of a batch and records what else came.
    ///
    /// A stored text is never replaced by none: the server may have lost the item or its text, and the copy is then all
    /// that is left.
    /// - Returns: whether all of it is saved.
    func save(
        _ batch: DocumentTextBatch, of requests: [DocumentTextRequest], _ rows: [ItemID: FavoriteRowID]
    ) async -> Bool {
        let now = time.now()
        var texts: [StoredDocument] = []
        for request in requests {
            let id = request.item.id
            switch batch.results[id] {
            case nil: continue
            case .text(let text, let version)?:
                texts.append(StoredDocument(id: id, text: text, version: version, fetchedAt: now))
            case .some(.none), .gone?:
                // An empty text: it is not requested again for 30 days.
                if request.version == nil {
                    texts.append(StoredDocument(id: id, text: "", version: "", fetchedAt: now))
                }
            case .unchanged?: break
            case .failed?:
                if let row = rows[id] { queue.set(.skipped, of: row) }
                continue
            }
        }
        let isSaved = texts.isEmpty ? true : await documents.save(texts) == texts.count
        let saved = Set(texts.map(\.id))
        for request in requests {
            let id = request.item.id
            guard let row = rows[id], let result = batch.results[id] else { continue }
            if case .failed = result { continue }
            if !saved.contains(id) {
                await documents.recordCheck(of: id, at: now)
            } else if !isSaved {
                continue
            }
            queue.set(.stored(checkedAt: now), of: row)
        }
        return isSaved
    }

    /// Saves that these items can have no text, as if the server had answered so: they do not count as missing at the
    /// next start.
    func saveAbsence(of items: [(row: FavoriteRowID, item: Item)]) async {
        guard !items.isEmpty else { return }
        let versions = await documents.versions(of: items.map(\.item.id))
        let isSaved = await save(
            DocumentTextBatch(
                Dictionary(items.map { ($0.item.id, .none) }, uniquingKeysWith: { first, _ in first }), pause: 0),
            of: items.map { DocumentTextRequest($0.item, version: versions[$0.item.id]?.version) },
            Dictionary(items.map { ($0.item.id, $0.row) }, uniquingKeysWith: { first, _ in first }))
        if !isSaved { for item in items { queue.set(.skipped, of: item.row) } }
    }

    /// Saves the text of a favorite that the user has opened.
    func opened(_ id: ItemID, _ source: DocumentSource) {
        guard phase != .off else { return }
        let document = StoredDocument(id: id, text: source.text, version: source.version, fetchedAt: time.now())
        Task { [documents] in await documents.save([document]) }
    }
}
