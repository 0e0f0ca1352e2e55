import Foundation

/// One picture of the sample data of both sites: what it shows, and what is said of it.
struct SamplePicture: Sendable {
    let number: Int
    let title: String
    let caption: String
    let tags: [String]
    let author: SampleAuthor
    let width: Int
    let height: Int
    /// Seconds since 1970.
    let postedAt: Int

    /// Each word of a question begins some word of what is said of it, or is the author's name after an at sign.
    func matches(_ words: [String]) -> Bool {
        let text = "\(title) \(caption) \(tags.joined(separator: " ")) \(author.name)".lowercased()
        let known = text.split { !$0.isLetter && !$0.isNumber }
        return words.allSatisfy { word in
            if word.hasPrefix("@") { return word.dropFirst() == author.login }
            return known.contains { $0.hasPrefix(word) }
        }
    }
}

struct SampleAuthor: Sendable, Hashable {
    let login: String
    let name: String
    let place: String
}

/// A few hundred pictures, made of words; those with something odd about them come first.
struct SamplePictures: Sendable {
    let all: [SamplePicture]

    static let count = 520
    static let authors = [
        SampleAuthor(login: "harborlight", name: "Harbor Light", place: "Bergen, Norway"),
        SampleAuthor(login: "lenatoth", name: "Léna Tóth", place: "Pécs, Hungary"),
        SampleAuthor(login: "tinytheater", name: "Tiny Theater", place: "Leeds, England"),
        SampleAuthor(login: "quietfields", name: "Quiet Fields", place: ""),
        SampleAuthor(login: "mirastudio", name: "مِیرا", place: "تهران"),
        SampleAuthor(login: "paperboats", name: "Paper Boats", place: "Valparaíso, Chile"),
    ]

    /// - Parameter reference: what dates count back from, in seconds since 1970.
    init(reference: Int) {
        all = (1...Self.count).map { Self.picture($0, reference: reference) }
    }

    func find(_ words: String) -> [SamplePicture] {
        let words = words.lowercased().split(separator: " ").map(String.init)
        return all.filter { $0.matches(words) }
    }

    /// Words that begin so, of what pictures show; those that most of them show come first.
    static func tags(beginningWith start: String) -> [String] {
        (lights + subjects).filter { $0.hasPrefix(start.lowercased()) && !start.isEmpty }
    }

    /// Tags of pictures that have this one as well.
    func tags(with tag: String) -> [String] {
        let tag = tag.lowercased()
        var seen: Set = [tag]
        return all.filter { $0.tags.contains(tag) }.flatMap(\.tags).filter { seen.insert($0).inserted }
    }

    private static func picture(_ number: Int, reference: Int) -> SamplePicture {
        let seed = Seed(number &* 7_919)
        let word = { (list: [String], which: Int) in list[seed.pick(which, below: list.count)] }
        // At least every fifth is golden: whoever looks for that finds enough for several batches, and an end.
        let light = number % 5 == 0 ? "golden" : word(lights, 1)
        let (subject, place) = (word(subjects, 2), word(places, 3))
        let shape = shapes[seed.pick(4, below: shapes.count)]
        let odd = odds[number]
        return SamplePicture(
            number: number, title: odd ?? "\(light.capitalized) \(subject) \(place)",
            caption: number % 3 == 0 ? "" : "A \(light) \(subject), seen \(place). Drawn for the sample data.",
            tags: [light, subject, String(place.split(separator: " ").last ?? "")]
                + (number == 1 ? (1...70).map { "tag\($0)" } : [])
                + (HostileMedia(rawValue: number).map { ["\($0)"] } ?? []),
            author: authors[seed.pick(5, below: authors.count)], width: shape.0, height: shape.1,
            postedAt: reference - 3_600 * (number * number / 8 + number))
    }

    /// What people write, and what strangers might.
    private static let odds: [Int: String] = [
        5:
            "Golden hour, and then some: a title that goes on for so long that no cell of any grid has room for all of it",
        7: "", 9: "<b>Not bold</b> & \"quoted\"", 11: "غروب طلایی بر فراز دریا", 13: "日没の灯台 🌅",
    ]
    private static let lights = ["golden", "silver", "misty", "violet", "frosty", "crimson", "pale", "starlit"]
    private static let subjects = [
        "lighthouse", "heron", "bicycle", "teapot", "mountain", "ferry", "orchard", "tram", "fox", "bridge", "kite",
        "garden", "cat", "comet", "harbor", "balloon",
    ]
    private static let places = [
        "by the sea", "in the rain", "at dawn", "under snow", "over the hills", "in the old town", "at night",
        "after the storm",
    ]
    private static let shapes = [(320, 180), (320, 240), (280, 280), (240, 320), (340, 140), (360, 202)]
}
