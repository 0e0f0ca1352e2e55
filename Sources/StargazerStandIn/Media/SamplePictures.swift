import Foundation

/// A sample picture of both media services, with its metadata.
struct SamplePicture: Sendable {
    let number: Int
    let title: String
    let caption: String
    let tags: [String]
    let author: SampleAuthor
    let shape: PictureShape
    /// Seconds since 1970.
    let postedAt: Int

    /// Whether each word is a prefix of a word in the metadata, or, after an at sign, the author's name.
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

/// Pictures with generated metadata: a few hundred, if not more are asked for.
struct SamplePictures: Sendable {
    let all: [SamplePicture]
    private let hasOddItems: Bool

    static let count = 520
    static let authors = [
        SampleAuthor(login: "harborlight", name: "Harbor Light", place: "Bergen, Norway"),
        SampleAuthor(login: "lenatoth", name: "Léna Tóth", place: "Pécs, Hungary"),
        SampleAuthor(login: "tinytheater", name: "Tiny Theater", place: "Leeds, England"),
        SampleAuthor(login: "quietfields", name: "Quiet Fields", place: ""),
        SampleAuthor(login: "mirastudio", name: "مِیرا", place: "تهران"),
        SampleAuthor(login: "paperboats", name: "Paper Boats", place: "Valparaíso, Chile"),
    ]

    /// - Parameters:
    ///   - reference: The time from which dates count back, in seconds since 1970.
    ///   - hasOddItems: Whether some pictures have unusual titles, many tags or invalid files.
    init(reference: Int, hasOddItems: Bool, count: Int = Self.count) {
        self.hasOddItems = hasOddItems
        all = (1...count).map { Self.picture($0, reference: reference, isOdd: hasOddItems) }
    }

    /// Returns the invalid file of a picture; nil for a picture with a valid file.
    func hostileMedia(_ number: Int) -> HostileMedia? { hasOddItems ? HostileMedia(rawValue: number) : nil }

    func find(_ words: String) -> [SamplePicture] {
        let words = words.lowercased().split(separator: " ").map(String.init)
        return all.filter { $0.matches(words) }
    }

    /// Returns the tags with this prefix, most frequent first.
    static func tags(beginningWith start: String) -> [String] {
        (lights + subjects).filter { $0.hasPrefix(start.lowercased()) && !start.isEmpty }
    }

    /// Returns the other tags of pictures that have this tag.
    func tags(with tag: String) -> [String] {
        let tag = tag.lowercased()
        var seen: Set = [tag]
        return all.filter { $0.tags.contains(tag) }.flatMap(\.tags).filter { seen.insert($0).inserted }
    }

    private static func picture(_ number: Int, reference: Int, isOdd: Bool) -> SamplePicture {
        let seed = Seed(number &* 7_919)
        let word = { (list: [String], which: Int) in list[seed.pick(which, below: list.count)] }
        // At least every fifth picture is golden, so a search for "golden" has several batches, and an end.
        let light = number % 5 == 0 ? "golden" : word(lights, 1)
        let (subject, place) = (word(subjects, 2), word(places, 3))
        let shape = PictureShape(rawValue: seed.pick(4, below: PictureShape.allCases.count)) ?? .wide
        let title = titles[number] ?? (isOdd ? oddTitles[number] : nil)
        var tags: [String] = [light, subject, String(place.split(separator: " ").last ?? "")]
        if isOdd {
            if number == 1 { tags += (1...70).map { "tag\($0)" } }
            if let hostile = HostileMedia(rawValue: number) { tags.append("\(hostile)") }
        }
        return SamplePicture(
            number: number, title: title ?? "\(light.capitalized) \(subject) \(place)",
            caption: number % 3 == 0 ? "" : "A \(light) \(subject) \(place).",
            tags: tags, author: authors[seed.pick(5, below: authors.count)], shape: shape,
            postedAt: reference - 3_600 * (min(number, count) * min(number, count) / 8 + number))
    }

    private static let titles: [Int: String] = [7: "", 11: "غروب طلایی بر فراز دریا", 13: "日没の灯台 🌅"]
    private static let oddTitles: [Int: String] = [
        5:
            "Golden hour, and then some: a title that goes on for so long that no cell of any grid has room for all of it",
        9: "<b>Not bold</b> & \"quoted\"",
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
}

/// Invalid or excessive files, by the number of the picture, which appears among the others: its metadata is valid.
enum HostileMedia: Int, CaseIterable {
    /// An HTML page with a picture's content type.
    case page = 251
    /// 20,000 by 20,000 pixels.
    case bomb = 252
    case truncated = 253
    case vector = 254
    /// More than 5,000 frames.
    case endless = 255
    /// A delay of zero between frames.
    case hasty = 256
    case missing = 257

    var response: APIResponse {
        switch self {
        case .page: BadPicture.page.response
        case .bomb: BadPicture.bomb.response
        case .vector: BadPicture.vector.response
        case .missing: BadPicture.missing.response
        case .truncated:
            APIResponse(
                status: 200, body: Data(PackageResources.gif_wide_1_gif.prefix(3_000)), contentType: "image/gif")
        case .endless: APIResponse(status: 200, body: PictureFile.endlessGIF, contentType: "image/gif")
        case .hasty: APIResponse(status: 200, body: PictureFile.hastyGIF, contentType: "image/gif")
        }
    }
}
