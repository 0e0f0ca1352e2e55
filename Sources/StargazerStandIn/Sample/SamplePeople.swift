import Foundation
import Synchronization

/// All people of the sample data: those with a table entry, the owners of the sample repositories, and generated ones.
final class SamplePeople: Sendable {
    private static let firstRepository = 700_000_000
    /// The most repositories that a person owns.
    private static let maxRepositories = 64
    /// A prime that does not divide the number of people, so steps of this size visit each person once.
    private static let stride = 7_919

    let written: [SamplePerson]
    let generated: GeneratedPeople
    private let listed: [SampleRepository]
    private let repositories: GeneratedRepositories
    private let isOrganization: @Sendable (String) -> Bool
    private let owners = Mutex<Owners?>(nil)
    private let searched = Mutex<[SamplePerson]?>(nil)

    private struct Owners: Sendable {
        var repositories: [String: [Int]] = [:]
        var logins: [String] = []
        var byID: [Int: String] = [:]
    }

    init(
        listed: [SampleRepository], generated repositories: GeneratedRepositories, hasOddItems: Bool,
        isOrganization: @escaping @Sendable (String) -> Bool
    ) {
        self.listed = listed
        self.repositories = repositories
        self.isOrganization = isOrganization
        written = PeopleTable.people(ListedPeople.table + (hasOddItems ? "\n" + OddPeople.table : ""))
        generated = GeneratedPeople(reference: repositories.reference)
    }

    /// Returns the person with that current login. Case is ignored.
    func person(login: String) -> SamplePerson? {
        let wanted = login.lowercased()
        if let person = written.first(where: { $0.login == wanted }) { return person.isGone ? nil : person }
        return generated.find(login: wanted) ?? StarCollectors.person(login: wanted) ?? owner(wanted)
    }

    func person(id: Int) -> SamplePerson? {
        if let person = written.first(where: { $0.id == id }) { return person.isGone ? nil : person }
        if let person = generated[id - GeneratedPeople.firstID] ?? StarCollectors.person(id: id) { return person }
        return allOwners.byID[id].flatMap(owner)
    }

    /// Returns the ID of an account by its login. Unknown logins have an ID too, but no account.
    func id(of login: String) -> Int {
        let wanted = login.lowercased()
        return written.first { $0.login == wanted }?.id ?? generated.find(login: wanted)?.id
            ?? SampleOwner.id(of: login)
    }

    /// The people that searches look through, made for the first search.
    var candidates: [SamplePerson] {
        if let known = searched.withLock({ $0 }) { return known }
        let people =
            written + allOwners.logins.compactMap(owner) + (0..<GeneratedPeople.named).compactMap { generated[$0] }
        searched.withLock { $0 = people }
        return people
    }

    /// Returns the follower at a position.
    /// - Parameter gone: The number of first followers that have left. As many new ones are at the end.
    func follower(_ number: Int, of person: SamplePerson, after gone: Int = 0) -> SamplePerson? {
        guard (0..<min(person.followers, GeneratedPeople.count - gone)).contains(number) else { return nil }
        return generated[Self.followerNumber(number + gone, of: person)]
    }

    private static func followerNumber(_ number: Int, of person: SamplePerson) -> Int {
        (person.ordinal * 31 + 1 + number * stride) % GeneratedPeople.count
    }

    /// Returns whether one person is in the lists of the other.
    func follows(_ one: SamplePerson, _ other: SamplePerson) -> Bool {
        let number = one.index - GeneratedPeople.firstIndex
        let isFollower = (0..<min(other.followers, GeneratedPeople.count)).contains {
            Self.followerNumber($0, of: other) == number
        }
        return isFollower || (0..<one.following).contains { followed($0, by: one)?.id == other.id }
    }

    /// Returns the followed person at a position. People with a table entry come first, in turn.
    func followed(_ number: Int, by person: SamplePerson) -> SamplePerson? {
        guard (0..<min(person.following, GeneratedPeople.count)).contains(number) else { return nil }
        let liked = written.filter { !$0.isGone && $0.followers > 800 && $0.index != person.index }
        if number < liked.count, person.ordinal % 3 != 0 || number < 4 {
            return liked[(person.ordinal + number) % liked.count]
        }
        // A followed account sometimes follows back.
        if number % 3 == 2, let friend = follower(number, of: person) { return friend }
        return generated[(person.ordinal * 17 + 5 + number * Self.stride) % GeneratedPeople.count]
    }

    // MARK: Repositories

    /// Returns the person's repositories by ID. Where asked for, the most recently pushed ones come first.
    func repositories(of person: SamplePerson) -> [SampleRepository] {
        let ids = allOwners.repositories[person.login.lowercased()] ?? []
        if !ids.isEmpty {
            return ids.compactMap { id in listed.first { $0.id == id } ?? repositories[id]?.materialized }
        }
        return (0..<min(person.repositories, Self.maxRepositories)).map { repository($0, of: person) }
    }

    func repository(id: Int) -> SampleRepository? {
        let (place, number) = (id - Self.firstRepository).quotientAndRemainder(dividingBy: Self.maxRepositories)
        guard id >= Self.firstRepository else { return nil }
        let person =
            written.indices.contains(place) ? written[place] : generated[place - GeneratedPeople.firstIndex]
        guard let person, number < person.repositories else { return nil }
        return repository(number, of: person)
    }

    func repository(fullName: String) -> SampleRepository? {
        let parts = fullName.split(separator: "/").map(String.init)
        guard parts.count == 2, let person = person(login: parts[0]), person.index >= 0 else { return nil }
        return repositories(of: person).first { $0.name.lowercased() == parts[1].lowercased() }
    }

    private func repository(_ number: Int, of person: SamplePerson) -> SampleRepository {
        let id = Self.firstRepository + person.index * Self.maxRepositories + number
        let seed = Seed(person.id)
        let base = GeneratedRepository(
            id: id, subject: (seed.pick(1, below: 97) + number) % Vocabulary.subjects.count,
            number: (seed.pick(2, below: GeneratedRepositories.perSubject) + number * 53)
                % GeneratedRepositories.perSubject,
            reference: repositories.reference)
        return SampleRepository(
            id: id, owner: person.login, name: base.name, summary: base.summary, stars: base.stars, forks: base.forks,
            issues: base.issues, language: base.language, license: base.license, homepage: base.homepage,
            topics: base.topics, created: base.created, pushed: base.pushed, isArchived: base.isArchived)
    }

    // MARK: Owners of the sample repositories

    private func owner(_ login: String) -> SamplePerson? {
        let all = allOwners
        guard let ids = all.repositories[login.lowercased()],
            let spelled = all.byID[SampleOwner.id(of: login)]
        else { return nil }
        let owned = ids.compactMap { id in listed.first { $0.id == id } }
        let seed = Seed(SampleOwner.id(of: login))
        let stars = owned.reduce(0) { $0 + $1.stars }
        let isOrganization = isOrganization(spelled)
        return SamplePerson(
            index: -1, id: SampleOwner.id(of: login), login: spelled, isOrganization: isOrganization,
            repositories: ids.count, gists: isOrganization ? 0 : seed.pick(1, below: 30),
            followers: min(stars / 9 + seed.pick(2, below: 60), GeneratedPeople.count),
            following: isOrganization ? 0 : seed.pick(3, below: 60),
            created: (owned.map(\.created).min() ?? repositories.reference - 100_000_000) - 40_000_000)
    }

    /// Computed on first use, since it visits all repositories.
    private var allOwners: Owners {
        owners.withLock { found in
            if let found { return found }
            var owners = Owners()
            let all =
                listed.map { ($0.owner, $0.id) }
                + repositories.ids.compactMap { id in repositories[id].map { ($0.owner, id) } }
            for (login, id) in all {
                let key = login.lowercased()
                if owners.repositories[key] == nil {
                    owners.logins.append(login)
                    owners.byID[SampleOwner.id(of: login)] = login
                }
                owners.repositories[key, default: []].append(id)
            }
            found = owners
            return owners
        }
    }
}

/// Accounts named `stars-NUMBER`, with that many public stars: the same ones as those of a token of this text.
enum StarCollectors {
    private static let prefix = "stars-"
    private static let firstID = 300_000_000
    private static let counts = 0..<100_000_000

    static func person(login: String) -> SamplePerson? {
        guard login.hasPrefix(prefix), let count = Int(login.dropFirst(prefix.count)), counts.contains(count),
            login == "\(prefix)\(count)"
        else { return nil }
        return SamplePerson(
            index: -1, id: firstID + count, login: login, name: "Stella Collins",
            bio: "Collects stars", created: SampleTable.month("2012-02"))
    }

    static func person(id: Int) -> SamplePerson? { person(login: "\(prefix)\(id - firstID)") }

    static func isOne(_ person: SamplePerson) -> Bool { counts.contains(person.id - firstID) }
}

/// People with a table entry, all invented.
enum ListedPeople {
    static let table = """
        golden|Gwen Golden|Harbor Observatory|Lisbon, Portugal|https://golden.example.org|gwen@example.org|24|9|1234|57|\
        2011-03|
            Writes small tools for long nights. Maintainer of too many parsers
        ada-lovelight|Ada Lovelight|Meridian Labs|London|ada.example.org|-|41|18|21410|112|2008-04|
            Notes on engines that weave numbers as looms weave leaves
        grace-harbor|Grace Harbor|@lantern-works|Arlington, Virginia|https://harbor.example.org|grace@example.org|33|7|\
        15880|64|2009-06|
            Compilers, ships, and the occasional moth
        linnea-nord|Linnea Nordström|Fjällteknik AB|Göteborg, Sweden|https://linnea.example.org|-|28|12|9870|203|2012-01|
            Maps, fonts and everything between two pixels
        kenji-starfield|Kenji Hoshino|-|Kyoto, Japan|https://hoshino.example.org|kenji@example.org|19|31|7420|88|2013-05|
            星とコードのあいだで暮らしています
        amara-okoye|Amara Okoye|Sunbird Health|Lagos, Nigeria|https://okoye.example.org|-|37|4|6350|141|2014-02|
            Data for clinics that have no data team :stethoscope:
        mateo-rios|Mateo Ríos|-|Valparaíso, Chile|-|-|52|26|4310|320|2010-11|
            Synthesizers in the browser, salsa in the kitchen
        noor-alsamawi|Noor Al-Samawi|@cedar-atlas|Amman, Jordan|https://noor.example.org|noor@example.org|16|2|2980|45|\
        2016-09|
            Typefaces that read from both sides
        ines-lantern|Inês Lantern|@lantern-works|Porto, Portugal|https://ines.example.org|-|22|5|2140|76|2015-07|
            Keeps the lights on, literally
        oskar-quartz|Oskar Quartz|Stellwerk|Wien, Österreich|https://quartz.example.org|-|11|3|870|29|2017-03|
            Timetables, trams and type theory
        priya-tide|Priya Tide|Coastline|Chennai, India|https://tide.example.org|priya@example.org|30|14|1910|97|2013-10|
            Weather models on very small computers
        sam-everwood|Sam Everwood|-|Wellington, New Zealand|https://everwood.example.org|-|9|1|640|51|2018-08|
            Gardener of one forest of trees, all of them balanced
        lantern-works|Lantern Works|-|Porto, Portugal|https://lantern.example.org|hello@example.org|36|0|3260|0|2014-05|\
        organization
            Open tools for small power grids
        cedar-atlas|Cedar Atlas|-|Beirut, Lebanon|https://atlas.example.org|-|14|0|980|0|2016-01|organization
            Maps that belong to the people on them
        golden-hour|Golden Hour Collective|-|Everywhere|https://goldenhour.example.org|-|18|0|2410|0|2017-06|organization
            Free software for photographers
        sample-stargazer|Sam Stargazer|-|Hamburg, Germany||-|7|0|42|5|2015-04|
            Astronomy and open source
        nobody-follows|Nora Quiet|-|-||-|0|0|0|0|2025-12|
            New here
        nothing-said|-|-|-||-|2|0|3|1|2019-02|
        robin-vale_acme|Robin Vale|Acme|Leeds, England||-|4|0|17|9|2023-09|
            Build tools at Acme
        new-lantern|Rina Lantern|-|Ghent, Belgium|https://rina.example.org|-|12|1|310|22|2016-04|former=old-lantern
            Embedded Linux and bicycle computers
        tomas-everhart|Tomáš Everhart|Stellwerk|Brno, Czechia|https://everhart.example.org|-|21|6|1480|64|2014-11|
            Audio software, railway timetables and sourdough
        """
}

/// Accounts that a client must handle: a deleted one and one with hostile facts. They are all invented.
enum OddPeople {
    static let table = """
        gone-lantern|-|-|-||-|0|0|0|0|2019-11|gone
        odd-person|<b>Odd</b> & \u{202E}drawkcab\u{202C} Ünïcödé 👩‍🚀 עברית|-|Somewhere\u{07}|javascript:alert(1)|-|1|0|\
        987654321|2|2008-02|
            :rocket: <script>alert(1)</script> زائرة من بعيد
        """
}
