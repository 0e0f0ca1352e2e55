import Foundation
import StargazerCore

/// The files of an image from which a window selects one: https://html.spec.whatwg.org/multipage/images.html
struct PictureSelection {
    /// The attributes of the `source` elements before the image.
    let elements: [[String: String]]
    let image: [String: String]
    /// Returns the URL of an address in the document; nil if it cannot be loaded.
    let url: (String) -> URL?

    /// The width of a text, in logical pixels. Files are selected for this width alone.
    static let textWidth = 760.0
    /// The width of the page around a text, which media queries ask for.
    private static let pageWidth = 1_000.0
    private static let maxSources = 8
    /// The types that the application decodes.
    private static let types: Set<String> = [
        "image/png", "image/jpeg", "image/jpg", "image/gif", "image/webp", "image/svg+xml",
    ]

    /// Returns the files of the first element that fits and can be shown, by ascending density.
    func sources(isDark: Bool) -> [PictureVariant] {
        for element in elements where isFitting(element, isDark: isDark) {
            let sources = sources(of: element)
            if !sources.isEmpty { return sources }
        }
        return sources(of: image)
    }

    private func isFitting(_ element: [String: String], isDark: Bool) -> Bool {
        let type = (element["type"] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return (type.isEmpty || Self.types.contains(type))
            && Self.matches(media: element["media"] ?? "", isDark: isDark)
    }

    /// Returns the files of the `srcset` and `src` attributes.
    private func sources(of attributes: [String: String]) -> [PictureVariant] {
        var candidates = Self.candidates(attributes["srcset"] ?? "")
        let hasWidths = candidates.contains { $0.width != nil }
        if let source = attributes["src"], !hasWidths, !candidates.contains(where: { $0.density == 1 }) {
            candidates.append(Candidate(address: source))
        }
        let width = Self.sourceWidth(attributes["sizes"])
        var sources: [PictureVariant] = []
        for candidate in candidates.prefix(Self.maxSources) {
            let density = candidate.width.map { $0 / width } ?? candidate.density
            guard let url = url(candidate.address), !sources.contains(where: { $0.density == density }) else {
                continue
            }
            sources.append(PictureVariant(url: url, density: density))
        }
        return sources.sorted { $0.density < $1.density }
    }

    // MARK: The srcset attribute

    struct Candidate: Equatable {
        var address: String
        var density = 1.0
        /// The width of the file in pixels; nil if its density is stated.
        var width: Double?
    }

    /// Parses a `srcset` attribute. An address ends at white space; commas at its end separate candidates.
    static func candidates(_ text: String) -> [Candidate] {
        var candidates: [Candidate] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return candidates }
            var address = rest.prefix { !$0.isWhitespace }
            rest = rest[address.endIndex...]
            var descriptors = ""
            if address.last == "," {
                while address.last == "," { address.removeLast() }
            } else {
                descriptors = takeDescriptors(from: &rest)
            }
            if let candidate = candidate(String(address), descriptors) { candidates.append(candidate) }
        }
    }

    /// Takes everything up to a comma that is not in parentheses.
    private static func takeDescriptors(from rest: inout Substring) -> String {
        var depth = 0
        let end = rest.firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == "," && depth <= 0
        }
        let descriptors = rest[..<(end ?? rest.endIndex)]
        rest = rest[descriptors.endIndex...]
        return String(descriptors)
    }

    private static func candidate(_ address: String, _ descriptors: String) -> Candidate? {
        var candidate = Candidate(address: address)
        for descriptor in descriptors.split(whereSeparator: \.isWhitespace) {
            guard let number = Double(descriptor.dropLast()), number > 0, number.isFinite else { return nil }
            switch descriptor.last {
            case "x": candidate.density = number
            case "w": candidate.width = number
            case "h": break
            default: return nil
            }
        }
        return candidate
    }

    /// Returns the width that a picture has by its `sizes` attribute, in logical pixels.
    private static func sourceWidth(_ sizes: String?) -> Double {
        for size in (sizes ?? "").split(separator: ",") {
            let words = size.split(whereSeparator: \.isWhitespace)
            guard let length = words.last, matches(media: words.dropLast().joined(separator: " "), isDark: false) else {
                continue
            }
            if length.hasSuffix("px"), let width = Double(length.dropLast(2)), width >= 1 { return width }
            if length.hasSuffix("vw"), let share = Double(length.dropLast(2)), share >= 1 {
                return textWidth * min(share, 100) / 100
            }
        }
        return textWidth
    }

    // MARK: Media queries

    /// Whether a list of media queries matches. An empty one does; what is not known does not.
    static func matches(media: String, isDark: Bool) -> Bool {
        let queries = media.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return queries.allSatisfy(\.isEmpty) || queries.contains { matches(query: $0, isDark: isDark) }
    }

    private static func matches(query: String, isDark: Bool) -> Bool {
        var parts = query.replacing("(", with: " (").replacing(" and ", with: " ").split(
            whereSeparator: \.isWhitespace)[...]
        let isNegated = parts.first == "not"
        if isNegated || parts.first == "only" { parts.removeFirst() }
        var matches = true
        if let type = parts.first, !type.hasPrefix("(") {
            matches = type == "all" || type == "screen"
            parts.removeFirst()
        }
        for feature in parts.joined(separator: " ").split(separator: "(") {
            guard let isTrue = Self.isTrue(feature.filter { $0 != ")" }, isDark: isDark) else { return false }
            matches = matches && isTrue
        }
        return matches != isNegated
    }

    /// Whether a media feature applies; nil if it is not known.
    private static func isTrue(_ feature: String, isDark: Bool) -> Bool? {
        let parts = feature.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let name = parts.first, parts.count == 2 else { return nil }
        let length = parts[1].hasSuffix("px") ? Double(parts[1].dropLast(2)) : nil
        switch name {
        case "prefers-color-scheme": return parts[1] == (isDark ? "dark" : "light")
        case "min-width": return length.map { pageWidth >= $0 }
        case "max-width": return length.map { pageWidth <= $0 }
        default: return nil
        }
    }
}
