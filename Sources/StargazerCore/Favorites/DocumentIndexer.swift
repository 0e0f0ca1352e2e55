import Observation
import StargazerLibrary

/// Keeps the index of the documents in step with the library, in the background.
///
/// Each commit gives the items that it changes new stamps. Seconds after the first of several commits, the indexer
/// compares the stamps part by part and indexes what differs. Documents of items that the library no longer has are
/// removed; not before the next start when the library was replaced by a copy, which the user may take back.
@MainActor @Observable final class DocumentIndexer {
    /// Changes in quick succession are indexed together.
    static let delay = Duration.seconds(5)
    /// How often the index is asked how far it is.
    static let progressInterval = Duration.seconds(1)
    nonisolated private static let batchSize = 500

    /// How far the index is that is built again; nil while it is complete.
    private(set) var rebuilding: (done: Int, total: Int)?
    /// The number of comparisons that have ended. Each may read much of both stores.
    private(set) var comparisons = 0
    @ObservationIgnored private var keepsOthers = false
    @ObservationIgnored private let documents: any DocumentStore
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(_ documents: any DocumentStore, time: TimeSource) {
        self.documents = documents
        self.time = time
    }

    isolated deinit {
        following?.cancel()
        watching?.cancel()
    }

    /// Watches an index that is built again, until it is complete.
    private func watchIndex() {
        watching?.cancel()
        watching = Task { [weak self, documents, time] in
            while !Task.isCancelled {
                let usage = await documents.usage()
                guard let self, !Task.isCancelled else { return }
                guard usage.pending > 0 else {
                    if rebuilding != nil { rebuilding = nil }
                    return
                }
                rebuilding = (usage.items - usage.pending, usage.items)
                do { try await time.sleep(Self.progressInterval) } catch { return }
            }
        }
    }

    /// Keeps all texts until the process ends.
    func keepTexts() { keepsOthers = true }

    /// Follows a library instead of the last one.
    func follow(_ library: any FavoritesStore) {
        following?.cancel()
        watchIndex()
        following = Task { [weak self, documents, time] in
            var changes = library.changes().makeAsyncIterator()
            repeat {
                do { try await time.sleep(Self.delay) } catch { return }
                await Self.update(documents, from: library, keepsOthers: self?.keepsOthers ?? true)
                self?.comparisons += 1
                self?.watchIndex()
            } while await changes.next() != nil
        }
    }

    /// Compares once. A read that fails ends it; the next change of the library compares again.
    /// - Parameter keepsOthers: whether texts of items that the library does not have stay.
    @concurrent
    static func update(
        _ documents: any DocumentStore, from library: any FavoritesStore, keepsOthers: Bool = false
    ) async {
        do throws(LibraryFailure) {
            guard await documents.stampSummary() != (try await library.stampSummary()) else { return }
            var last: ItemID?
            while !Task.isCancelled {
                let stamps = try await library.stamps(after: last, limit: batchSize)
                let outdated = await documents.outdated(stamps, after: last, keepsOthers: keepsOthers)
                if !outdated.isEmpty { await documents.index(try await library.documentFields(of: outdated)) }
                guard let next = stamps.last?.id else { return }
                last = next
            }
        } catch {}
    }
}
