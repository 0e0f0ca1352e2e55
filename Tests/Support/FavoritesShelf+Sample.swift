public import StargazerCore

extension FavoritesShelf {
    /// The library has answered.
    public var isLoaded: Bool { revision > 0 }

    /// A shelf that the library has answered, and that knows the samples.
    public static func sample(_ library: MemoryLibrary, _ time: ManualTime) async -> FavoritesShelf {
        let shelf = FavoritesShelf(library: library, time: time.source)
        await shelf.knowSamples(of: library)
        await eventually("the shelf is loaded") { shelf.isLoaded }
        return shelf
    }

    /// What the library knows of the samples 1 to 20 and 99 is known here for as long as the library lives, as if a
    /// screen showed them.
    public func knowSamples(of library: MemoryLibrary) async {
        let interest = interest()
        library.keep(interest)
        await interest.learn((1...20).map { .sample($0) } + [.sample(99)], anew: true)
    }
}
