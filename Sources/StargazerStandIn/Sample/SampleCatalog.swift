import Foundation

/// All repositories and people of the sample data, by ID and by name.
struct SampleCatalog: Sendable {
    let listed: [SampleRepository]
    let generated: GeneratedRepositories
    let people: SamplePeople
    private let persons: Set<String>
    private let indices: [String: Int]
    private let owners: Set<String>
    /// The names that repositories have got since, in lowercase, with their IDs.
    var laterNames: [String: Int] = [:]

    /// - Parameter hasOddItems: Whether to add the unusual and hostile items, which only tests need.
    init(reference: Date, hasOddItems: Bool = false) {
        let seconds = Int(reference.timeIntervalSince1970)
        let tables = hasOddItems ? Self.tables + [OddRepositories.table] : Self.tables
        let table = SampleTable(tables, reference: seconds)
        listed = table.repositories
        persons = table.people
        generated = GeneratedRepositories(reference: seconds)
        indices = Dictionary(
            listed.enumerated().map { ($1.fullName.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        owners = Set(listed.map { $0.owner.lowercased() })
        let organizations = owners.subtracting(persons)
        people = SamplePeople(listed: listed, generated: generated, hasOddItems: hasOddItems) {
            organizations.contains($0.lowercased())
        }
    }

    func repository(id: Int) -> SampleRepository? {
        listed.first { $0.id == id } ?? generated[id]?.materialized ?? people.repository(id: id)
    }

    /// Returns at most `count` IDs: known repositories first, then generated ones.
    func ids(first count: Int) -> [Int] { Array((listed.map(\.id) + generated.ids).prefix(count)) }

    /// Returns the repository with that name. Case is ignored.
    func repository(fullName: String) -> SampleRepository? {
        if let id = laterNames[fullName.lowercased()] { return repository(id: id) }
        if let place = indices[fullName.lowercased()] { return listed[place] }
        return generated.find(fullName: fullName)?.materialized ?? people.repository(fullName: fullName)
    }

    /// Returns the ID of the repository with that former name.
    func renamed(fullName: String) -> Int? {
        guard let now = Self.formerNames[fullName.lowercased()] else { return nil }
        return repository(fullName: now)?.id
    }

    func hasOwner(_ login: String) -> Bool {
        let login = login.lowercased()
        if owners.contains(login) { return true }
        let halves = login.split(separator: "-").map(String.init)
        return halves.count == 2 && Vocabulary.ownerFirsts.contains(halves[0])
            && Vocabulary.ownerSeconds.contains(halves[1])
    }

    func isOrganization(_ login: String) -> Bool {
        let login = login.lowercased()
        return owners.contains(login) && !persons.contains(login)
            || people.written.contains { $0.isOrganization && $0.login == login }
    }

    private static let tables = [
        ListedLanguageRepositories.table, ListedSystemRepositories.table, ListedApplicationRepositories.table,
        InventedRepositories.table, NewRepositories.table,
    ]

    private static let formerNames = [
        "apple/swift": "swiftlang/swift",
        "apple/swift-package-manager": "swiftlang/swift-package-manager",
        "docker/docker": "moby/moby",
    ]
}
