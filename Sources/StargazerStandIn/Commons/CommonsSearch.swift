import Foundation

/// A search in the syntax of Wikimedia Commons: words, phrases and keywords. Each may be excluded by a hyphen.
struct CommonsSearch {
    private var words: [String] = []
    private var excluded: [String] = []
    private var keywords: [(name: String, value: String, isExcluded: Bool)] = []

    private static let names: Set = ["filetype", "filemime", "fileres", "haslicense", "haswbstatement"]

    init(_ text: String) {
        for piece in Self.pieces(text) {
            let isExcluded = piece.hasPrefix("-")
            let bare = isExcluded ? piece.dropFirst() : piece[...]
            let halves = bare.split(separator: ":", maxSplits: 1).map(String.init)
            if halves.count == 2, Self.names.contains(halves[0]) {
                keywords.append((halves[0], halves[1], isExcluded))
            } else {
                let text = bare.filter { $0 != "\"" }.lowercased()
                let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "@" }.map(String.init)
                if isExcluded { excluded += parts } else { words += parts }
            }
        }
    }

    var isForGIFs: Bool { keywords.contains { $0.name == "filemime" && !$0.isExcluded && $0.value.hasSuffix("gif") } }

    func find(in pictures: SamplePictures) -> [SamplePicture] {
        pictures.all.filter { picture in
            picture.matches(words) && !excluded.contains { picture.matches([$0]) }
                && keywords.allSatisfy { matches(picture, $0.name, $0.value) != $0.isExcluded }
        }
    }

    func sorted(_ found: [SamplePicture], by order: String) -> [SamplePicture] {
        switch order {
        case "create_timestamp_asc": found.sorted { $0.postedAt < $1.postedAt }
        case "create_timestamp_desc": found.sorted { $0.postedAt > $1.postedAt }
        default: found
        }
    }

    private func matches(_ picture: SamplePicture, _ name: String, _ value: String) -> Bool {
        switch name {
        // Every ninth picture is a drawing.
        case "filetype": value.split(separator: "|").contains(CommonsPayload.isDrawing(picture) ? "drawing" : "bitmap")
        case "filemime": isForGIFs
        case "fileres": hasSize(picture, value)
        case "haslicense": CommonsPayload.licenses[CommonsPayload.license(of: picture)].keyword == value
        case "haswbstatement": picture.number % 3 == 0
        default: true
        }
    }

    /// - Parameter value: `>1000`, `<500`, `500,1000` or one number.
    private func hasSize(_ picture: SamplePicture, _ value: String) -> Bool {
        let (width, height) = CommonsPayload.size(picture, isGIF: isForGIFs)
        let side = Int(Double(width * height).squareRoot())
        let numbers = value.split { !$0.isNumber }.compactMap { Int($0) }
        guard let first = numbers.first else { return false }
        switch value.first {
        case ">": return side > first
        case "<": return side < first
        default: return numbers.count > 1 ? (first...max(first, numbers[1])).contains(side) : side == first
        }
    }

    /// Splits at spaces outside of quotation marks.
    private static func pieces(_ text: String) -> [String] {
        var (pieces, piece, isQuoted) = ([String](), "", false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == " ", !isQuoted {
                pieces.append(piece)
                piece = ""
            } else {
                piece.append(character)
            }
        }
        return (pieces + [piece]).filter { !$0.isEmpty }
    }
}
