/// What happens to repositories and to the stars of collectors in the scenario `later`: 12 new stars, 5 removed ones,
/// 3 repositories archived, 2 renamed, 1 moved, 1 deleted, 1 blocked.
struct LaterRepositories {
    static let newStars = 12
    private static let unstarredStars = 5

    /// Those that the changes happen to: known repositories that are not archived.
    private let changed: [Int]
    private let catalog: SampleCatalog

    init(_ catalog: SampleCatalog) {
        self.catalog = catalog
        changed = Array(
            catalog.ids(first: 100).filter { catalog.repository(id: $0)?.isArchived == false }.prefix(13))
    }

    /// The names that repositories have got, in lowercase, with their IDs.
    var names: [String: Int] {
        let repositories = changed[10...].compactMap(catalog.repository(id:)).map(later)
        return Dictionary(uniqueKeysWithValues: repositories.map { ($0.fullName.lowercased(), $0.id) })
    }

    private func position(of id: Int) -> Int? { changed.firstIndex(of: id) }

    func isUnstarred(_ id: Int) -> Bool { position(of: id).map { $0 < Self.unstarredStars } ?? false }
    func isDeleted(_ id: Int) -> Bool { position(of: id) == 5 }
    func isBlocked(_ id: Int) -> Bool { position(of: id) == 6 }

    func later(_ repository: SampleRepository) -> SampleRepository {
        var repository = repository
        switch position(of: repository.id) {
        case 7?, 8?, 9?: repository.isArchived = true
        case 10?, 11?: repository.name += "-next"
        case 12?: repository.owner = "new-home"
        default: break
        }
        return repository
    }
}
