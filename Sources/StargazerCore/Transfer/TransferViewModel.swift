public import Foundation
public import Observation

/// The one state of taking favorites out and in; what ended is there to be said once.
public enum TransferPhase: Equatable, Sendable {
    case idle
    case working
    case exported(NumberContent, name: String)
    /// `known` were favorites before.
    case imported(new: NumberContent, known: NumberContent)
    /// `name` is the file's.
    case exportFailed(FavoritesFileFailure, name: String)
    case importFailed(FavoritesFileFailure, name: String)
    /// The file is good, but the library could not keep what is in it.
    case notKept(LibraryFailure)
}

/// Takes the favorites out into a file and in again.
@MainActor @Observable public final class TransferViewModel {
    public private(set) var phase = TransferPhase.idle

    @ObservationIgnored private let shelf: FavoritesShelf
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let writes = LibraryWrites()

    public init(shelf: FavoritesShelf, formats: Formats, time: TimeSource) {
        self.shelf = shelf
        self.formats = formats
        self.time = time
    }

    public func attach(library: any Library) { writes.attach(library) }

    /// There will be no library: an import is refused.
    public func refuse(_ failure: LibraryFailure) { writes.refuse(failure) }

    /// Writes all favorites, whatever the page shows of them. Does nothing while another transfer is under way.
    public func exportFavorites(to place: URL, as kind: FavoritesFileKind) {
        let favorites = shelf.favorites
        work { [time, formats] in
            do throws(FavoritesFileFailure) {
                try await FavoritesDisk.write(favorites, as: kind, to: place, now: time.now())
                return .exported(NumberContent(favorites.count, formats: formats), name: place.lastPathComponent)
            } catch {
                return .exportFailed(error, name: place.lastPathComponent)
            }
        }
    }

    /// Adds what is in the file, all of it or nothing. Does nothing while another transfer is under way.
    public func importFavorites(from place: URL) {
        work { [writes, formats] in
            let favorites: [Favorite]
            do throws(FavoritesFileFailure) {
                favorites = try await FavoritesDisk.read(place)
            } catch {
                return .importFailed(error, name: place.lastPathComponent)
            }
            let result = await withCheckedContinuation { continuation in
                writes.add { library throws(LibraryFailure) in
                    try await library.takeIn(favorites)
                } done: { result in
                    continuation.resume(returning: result)
                }
            }
            switch result {
            case .success(let new):
                return .imported(
                    new: NumberContent(new, formats: formats),
                    known: NumberContent(favorites.count - new, formats: formats))
            case .failure(let failure): return .notKept(failure)
            }
        }
    }

    /// What ended has been said.
    public func dismiss() {
        if phase != .working { phase = .idle }
    }

    private func work(_ work: @escaping @MainActor () async -> TransferPhase) {
        guard phase != .working else { return }
        phase = .working
        Task { [weak self] in
            let ended = await work()
            self?.phase = ended
        }
    }
}
