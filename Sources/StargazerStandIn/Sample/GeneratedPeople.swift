import Foundation

/// People computed from a number: an account can have thousands of followers that use no memory until shown.
///
/// Searches find the first person of each name.
struct GeneratedPeople: Sendable {
    static let firstID = 200_000_000
    static let firstIndex = 1_000
    private static let series = 10

    /// The time that "days ago" counts from, in seconds since 1970.
    let reference: Int

    static var named: Int { Vocabulary.adjectives.count * givenNames.count }
    static var count: Int { named * series }

    subscript(number: Int) -> SamplePerson? {
        guard (0..<Self.count).contains(number) else { return nil }
        let (series, name) = number.quotientAndRemainder(dividingBy: Self.named)
        let given = Self.givenNames[name % Self.givenNames.count]
        let surname = Vocabulary.adjectives[name / Self.givenNames.count]
        let seed = Seed(Self.firstID + number)
        let login = "\(given)-\(surname)" + (series == 0 ? "" : "-\(Self.suffix(series))")
        let spoken = "\(given.capitalized) \(surname.capitalized)"
        return SamplePerson(
            index: Self.firstIndex + number, id: Self.firstID + number, login: login,
            name: seed.pick(1, below: 8) == 0 ? nil : spoken,
            company: seed.pick(2, below: 3) == 0 ? Self.companies[seed.pick(3, below: Self.companies.count)] : nil,
            location: seed.pick(4, below: 4) == 0 ? nil : Self.cities[seed.pick(5, below: Self.cities.count)],
            blog: seed.pick(6, below: 4) == 0 ? "https://\(given).example.org" : "",
            bio: seed.pick(7, below: 3) == 0 ? nil : bio(seed), repositories: seed.pick(8, below: 13),
            gists: seed.pick(9, below: 5), followers: 900 / (1 + seed.pick(10, below: 300)) + seed.pick(11, below: 40),
            following: seed.pick(12, below: 80), created: reference - (seed.pick(13, below: 5_000) + 20) * 86_400)
    }

    func find(login: String) -> SamplePerson? {
        let parts = login.lowercased().split(separator: "-").map(String.init)
        guard (2...3).contains(parts.count), let given = Self.givenNames.firstIndex(of: parts[0]),
            let surname = Vocabulary.adjectives.firstIndex(of: parts[1])
        else { return nil }
        let first = surname * Self.givenNames.count + given
        let series = parts.count == 2 ? 0 : (1..<Self.series).first { String(Self.suffix($0)) == parts[2] }
        return series.flatMap { self[first + $0 * Self.named] }
    }

    private static func suffix(_ series: Int) -> Int { 7 + series * 9 }

    private func bio(_ seed: Seed) -> String {
        let subject = Vocabulary.subjects[seed.pick(14, below: Vocabulary.subjects.count)].title
        let noun = Vocabulary.nouns[seed.pick(15, below: Vocabulary.nouns.count)]
        let templates = [
            "Software engineer working on \(subject)", "Interested in \(subject) and tea",
            "Maintainer of a small \(noun) for \(subject)", "Wrote a popular \(noun). Still answers questions about it",
            "Mostly \(subject)",
        ]
        return templates[seed.pick(16, below: templates.count)]
    }

    private static let companies = [
        "Meridian Labs", "Stellwerk", "Sunbird Health", "@lantern-works", "Coastline", "Fjällteknik AB", "Tiny Bakery",
        "University of the North",
    ]
    private static let cities = [
        "Berlin, Germany", "Lisbon, Portugal", "Nairobi, Kenya", "Osaka, Japan", "Bogotá, Colombia", "Tartu, Estonia",
        "Chennai, India", "Reykjavík, Iceland", "Montréal, Canada", "Wellington, New Zealand", "Kraków, Poland",
        "Cairo, Egypt",
    ]
    private static let givenNames = """
        aiko alma anton aya bela carla cyrus dara dilan edda elio emre fatou felix freya gaia hana hugo ida ilya jonas \
        joy kaia kofi lena leo lior luca maja malik mira nadia niko olga omar paul petra quinn rafael rosa ruben sana \
        sven tara theo uma vera yusuf
        """.split(separator: " ").map(String.init)
}
