import CAdwaita
import Foundation
import StargazerCore

/// A made-up item with a picture that is made from its number.
struct SamplePicture: ItemFacts, CatalogContent {
    let number: Int
    let isFace: Bool

    private static let ratios = [1.5, 1, 0.66, 1.78, 1.33, 0.75, 4, 0.3]
    private static let titles = [
        "Harbor at Dawn", "A Very Long Title That Has No Room on One Line", "Oak", "Две лошади", "Salt, Wind and Light",
    ]

    var title: String { "\(Self.titles[number % Self.titles.count]) \(number)" }
    var webURL: URL? { URL(string: "https://pictures.example/\(number)") }
    var words: [String] { [title] }
    var links: [ItemLink] { [] }
    func value(of key: SortKey) -> SortValue? { nil }

    /// Every fiftieth cannot be had.
    func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        let ratio = Self.ratios[number % Self.ratios.count]
        let url = URL(string: "https://pictures.example/\(number % 50 == 7 ? "missing" : "\(number)/\(ratio)")")
        let picture = PictureContent(url: url, shape: isFace ? .round : .ratio(ratio), name: title)
        return ItemContent(id: id, facts: self, picture: picture, more: self)
    }

    func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent { self }

    func content(_ favorites: Set<ItemID>) -> ItemContent {
        let id = ItemID(catalog: CatalogKind(rawValue: "samples"), host: "pictures.example", id: "\(number)")
        let flags = ItemFlags(isFavorite: favorites.contains(id))
        return ItemContent(
            Item(id: id, facts: self), flags: flags, formats: Formats(locale: Locale(identifier: "en_US")),
            now: .distantPast)
    }

    /// What is behind an address: hills in the colors of the number.
    static let data: @Sendable (URL, Int) async -> Data? = { address, pixels in
        let parts = address.pathComponents.dropFirst()
        guard let number = parts.first.flatMap({ Int($0) }), let ratio = parts.last.flatMap({ Double($0) }) else {
            return nil
        }
        let side = Double(pixels) / 2
        return drawing(number, width: Int(side * max(1, ratio)), height: Int(side / min(1, ratio)))
    }

    private static func drawing(_ number: Int, width: Int, height: Int) -> Data {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height)),
            let pixels = gdk_pixbuf_get_pixels(pixbuf)
        else { return Data() }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let tint = (0..<3).map { 90 + Double(number * (37 + 29 * $0) % 120) }
        for y in 0..<height {
            let depth = Double(y) / Double(height)
            for x in 0..<width {
                let across = Double(x) / Double(width)
                let hills = (0..<3).filter {
                    depth > 0.45 + 0.17 * Double($0) + 0.1 * sin(across * 5 + Double(number + $0 * 2))
                }
                let shade = 1.25 - 0.3 * Double(hills.count) - (hills.isEmpty ? depth * 0.5 : 0)
                for (channel, value) in tint.enumerated() {
                    pixels[y * stride + x * 3 + channel] = UInt8(min(255, max(0, value * shade)))
                }
            }
        }
        var (buffer, length): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
        guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &length, "png", nil, nil, nil) != 0, let buffer else {
            return Data()
        }
        defer { g_free(buffer) }
        return Data(bytes: buffer, count: Int(length))
    }
}
