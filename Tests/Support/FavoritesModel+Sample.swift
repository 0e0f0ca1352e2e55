public import StargazerCore
package import StargazerLibrary

extension LibraryWriter {
    /// Returns a queue whose changes go to this library.
    package static func attached(to library: any Library) -> LibraryWriter {
        let writer = LibraryWriter()
        writer.attach(library)
        return writer
    }
}

extension FavoritesModel {
    /// The last change of all, if it removed favorites and is on disk.
    public var lastRemoval: UserChange? {
        guard let report = undo.report, report.step == .done, report.change.kind == .favoritesRemoved else {
            return nil
        }
        return report.change
    }

    /// Whether the library has answered.
    public var isLoaded: Bool { revision > 0 }

    /// Returns a loaded favorites model that tracks the sample items.
    package static func sample(
        _ library: MemoryLibrary, _ time: ManualTime, writer: LibraryWriter = LibraryWriter()
    ) async -> FavoritesModel {
        let favoritesModel = FavoritesModel(library: library, writer: writer, time: time.source)
        await favoritesModel.trackSamples(of: library)
        await eventually("the shelf is loaded") { favoritesModel.isLoaded }
        return favoritesModel
    }

    /// Tracks the sample items 1 to 20 and 99 while the library lives, as if a screen showed them.
    public func trackSamples(of library: MemoryLibrary) async {
        let trackedItems = trackedItems()
        library.keep(trackedItems)
        await trackedItems.load((1...20).map { .sample($0) } + [.sample(99)], startingOver: true)
    }
}
