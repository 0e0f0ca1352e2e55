import Foundation
import StargazerLibrary

/// A Netscape bookmark file, as browsers and bookmark services export it. Only links to items of catalogs count.
///
/// The names of all folders around a link become its tags, without the browser's own folders, and so do the tags in
/// `TAGS`. The description after a link becomes a note. The file is read once from beginning to end, in linear time.
struct BookmarksFile {
    let codecs: ItemCodecs

    /// The most folders around a link that become tags, from the inside.
    static let maxFolders = 8
    private static let mark = "netscape-bookmark-file"

    private struct Link {
        var target: ImportEntry.Target
        var tags: [String]
        var addedAt: Date?
    }

    /// Returns the text of a bookmark file, known by its beginning; nil for others. Not all have the usual first line.
    static func text(_ data: Data) -> String? {
        let start = FileText.decoded(data.prefix(4_096)).lowercased()
        guard start.first(where: { !$0.isWhitespace }) == "<",
            start.contains(mark) || ["<dl", "<dt", "<h3", "<a "].contains(where: start.contains)
        else { return nil }
        return FileText.decoded(data)
    }

    /// Lists may lack their ends, and the last tag may be cut off: it is counted.
    func file(_ text: String) throws(FileFailure) -> ImportFile {
        var builder = ImportFileBuilder(.bookmarks)
        var folders: [String?] = []
        var nextFolder: String?
        /// The link whose description may follow.
        var link: Link?
        var tags = HTMLTagReader(text)
        do {
            while let tag = tags.next() {
                switch tag.name {
                case "dt", "h3", "dl", "/dl", "hr":
                    try add(&link, to: &builder)
                    if tag.name == "h3" { nextFolder = Self.isOwn(tag) ? nil : tags.text(before: "h3") }
                    if tag.name == "/dl" { _ = folders.popLast() }
                    guard tag.name == "dl" else { continue }
                    folders.append(nextFolder)
                    nextFolder = nil
                case "a":
                    try add(&link, to: &builder)
                    link = try self.link(tag, folders, &builder)
                case "dd": try add(&link, note: tags.description(), to: &builder)
                default: break
                }
            }
            try add(&link, to: &builder)
            if !tags.isComplete { try builder.skip(.invalid) }
        } catch {
            throw error as? FileFailure ?? .damaged
        }
        return builder.file
    }

    private func link(
        _ tag: HTMLTag, _ folders: [String?], _ builder: inout ImportFileBuilder
    ) throws -> Link? {
        guard let address = tag.attributes["href"] else { return nil }
        guard let target = codecs.importTarget(ofLink: address) else {
            try builder.skip(.otherLink)
            return nil
        }
        let named = folders.suffix(Self.maxFolders).compactMap(\.self)
        let marked = (tag.attributes["tags"] ?? "").split(separator: ",").prefix(ImportFile.maxListLength)
        return Link(
            target: target, tags: named + marked.map(String.init),
            addedAt: tag.attributes["add_date"].flatMap(Self.date))
    }

    private func add(_ link: inout Link?, note: String? = nil, to builder: inout ImportFileBuilder) throws {
        guard let complete = link else { return }
        link = nil
        try builder.add(complete.target, tags: complete.tags, note: note, addedAt: complete.addedAt)
    }

    /// Reads seconds since 1970, or the thousandths or millionths that some programs write.
    private static func date(_ text: String) -> Date? {
        guard let number = Double(text.trimmingCharacters(in: .whitespaces)) else { return nil }
        let seconds = number >= 1e14 ? number / 1e6 : number >= 1e11 ? number / 1e3 : number
        // From the first browser with bookmarks on.
        return (725_846_400...32_503_680_000).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// Whether a folder is one that the browser has by itself, such as the bookmarks bar.
    private static func isOwn(_ tag: HTMLTag) -> Bool {
        ["personal_toolbar_folder", "unfiled_bookmarks_folder"].contains { tag.attributes[$0] != nil }
    }
}

/// A start tag, or an end tag with a slash before its name. Names are in lower case.
struct HTMLTag: Equatable {
    var name: String
    var attributes: [String: String] = [:]
}

struct HTMLTagReader {
    private let bytes: [UInt8]
    private var place = 0
    /// Whether no tag or comment was cut off so far.
    private(set) var isComplete = true

    private static let maxAttributes = 50
    /// The most bytes of a folder's name that are read, with its entities.
    private static let maxNameLength = 4_096

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> HTMLTag? {
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = start + 1
            if bytes[place...].starts(with: "!--".utf8) {
                guard skip(to: "-->") else { return cutOff() }
                continue
            }
            guard place < bytes.count else { return cutOff() }
            guard Self.isLetter(bytes[place]) || "/!?".utf8.contains(bytes[place]) else { continue }
            return tag()
        }
        place = bytes.count
        return nil
    }

    /// Returns the text up to an end tag, and goes behind it. White space is collapsed.
    mutating func text(before name: String) -> String {
        let start = place
        let end = Array("</\(name)".utf8)
        while let found = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = found
            if bytes[found...].prefix(end.count).map(Self.lowercased) == end { break }
            place = found + 1
        }
        return CleanText.line(Self.decoded(bytes[start..<place].prefix(Self.maxNameLength)), limit: .max)
    }

    /// Returns the text up to the next block tag, which is read next. Drops inline tags and comments, not line breaks.
    mutating func description() -> String {
        var text = ""
        var start = place
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<"), place + 1 < bytes.count, isMarkup(at: place + 1) else {
                place += 1
                continue
            }
            text += Self.decoded(bytes[start..<place])
            start = place
            if Self.blocks.contains(name(at: place + 1)) { return text }
            place += 1
            if bytes[place...].starts(with: "!--".utf8) {
                if !skip(to: "-->") { _ = cutOff() }
            } else if tag()?.name == "br" {
                text += "\n"
            }
            start = place
        }
        return text + Self.decoded(bytes[start...])
    }

    private static let blocks: Set<String> = ["dt", "dd", "dl", "/dl", "hr", "h1", "h2", "h3", "/body", "/html"]

    private func isMarkup(at index: Int) -> Bool { Self.isLetter(bytes[index]) || "/!?".utf8.contains(bytes[index]) }

    /// Returns the beginning of a tag's name, which is enough to recognize a block.
    private func name(at index: Int) -> String {
        let name = bytes[index...].prefix(8).prefix { $0 != UInt8(ascii: ">") && !Self.isSpace($0) }
        return String(decoding: name.map(Self.lowercased), as: UTF8.self)
    }

    private mutating func cutOff() -> HTMLTag? {
        isComplete = false
        place = bytes.count
        return nil
    }

    private mutating func skip(to mark: String) -> Bool {
        let mark = Array(mark.utf8)
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                place += mark.count
                return true
            }
            place += 1
        }
        return false
    }

    private mutating func tag() -> HTMLTag? {
        var tag = HTMLTag(name: word { $0 != UInt8(ascii: ">") && !Self.isSpace($0) })
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: ">"):
                place += 1
                return tag
            case let byte where Self.isSpace(byte) || byte == UInt8(ascii: "/"): place += 1
            default:
                let name = word { !"=>".utf8.contains($0) && !Self.isSpace($0) }
                let value = place < bytes.count && bytes[place] == UInt8(ascii: "=") ? value() : ""
                guard let value else { return cutOff() }
                if tag.attributes.count < Self.maxAttributes, tag.attributes[name] == nil {
                    tag.attributes[name] = value
                }
            }
        }
        return cutOff()
    }

    /// Reads a value behind an equals sign; nil if its closing quotation mark is missing.
    private mutating func value() -> String? {
        place += 1
        guard place < bytes.count else { return nil }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = place
            while place < bytes.count, bytes[place] != UInt8(ascii: ">"), !Self.isSpace(bytes[place]) { place += 1 }
            return Self.decoded(bytes[start..<place])
        }
        place += 1
        guard let end = bytes[place...].firstIndex(of: quote) else { return nil }
        defer { place = end + 1 }
        return Self.decoded(bytes[place..<end])
    }

    private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
        let start = place
        while place < bytes.count, isPart(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place].prefix(64).map(Self.lowercased), as: UTF8.self)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)
        var result = String(parts.removeFirst())
        for part in parts {
            if let end = part.firstIndex(of: ";"), let scalar = scalar(named: part[..<end]) {
                result.unicodeScalars.append(scalar)
                result += part[part.index(after: end)...]
            } else {
                result += "&" + part
            }
        }
        return result
    }

    private static func scalar(named name: Substring) -> Unicode.Scalar? {
        switch name.lowercased() {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return " "
        case let number where number.hasPrefix("#x") && number.utf8.count <= 8:
            return UInt32(number.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case let number where number.hasPrefix("#") && number.utf8.count <= 8:
            return UInt32(number.dropFirst()).flatMap(Unicode.Scalar.init)
        default: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// Favorites as bookmarks that every browser imports: a Netscape bookmark file in UTF-8, with a folder for each tag.
///
/// A favorite with several tags is in each folder, because only Firefox reads `TAGS`. Its note is the description, and
/// what it says about itself is in the title, as in the titles of GitHub's pages. Favorites without a web page are left
/// out. `BookmarksFile` reads such a file again.
struct FavoritesBookmarksFormat {
    private let codecs: ItemCodecs
    private let wording: ExportWording
    private var folders: [String: Data] = [:]
    private var rest = Data()

    init(codecs: ItemCodecs, wording: ExportWording) {
        self.codecs = codecs
        self.wording = wording
    }

    /// - Returns: false if the favorite has no web page.
    mutating func add(_ annotated: AnnotatedFavorite) -> Bool {
        let favorite = annotated.favorite
        guard let url = favorite.item.webURL?.asWebURL else { return false }
        // The separator cannot be escaped. Tags that contain it are folders only.
        let tags = annotated.tags.filter { !$0.contains(",") }.joined(separator: ",")
        var attributes = #" ADD_DATE="\#(Int(clamping: favorite.addedAt.timeIntervalSince1970))""#
        if !tags.isEmpty { attributes += #" TAGS="\#(Self.escaped(tags))""# }
        let summary = CleanText.line(codecs.summary(of: favorite.item.facts) ?? "")
        let title = CleanText.line(favorite.item.title) + (summary.isEmpty ? "" : ": " + summary)
        let link = #"<DT><A HREF="\#(Self.escaped(url.absoluteString))"\#(attributes)>\#(Self.escaped(title))</A>"#
        // The lines of a note are not indented: their white space is the user's.
        let note = annotated.note.map { "<DD>" + Self.escaped(CleanText.lines($0)) + "\n" } ?? ""
        for tag in annotated.tags { folders[tag, default: Data()] += Data("        \(link)\n\(note)".utf8) }
        if annotated.tags.isEmpty { rest += Data("    \(link)\n\(note)".utf8) }
        return true
    }

    func document() -> Data {
        let title = Self.escaped(wording.title)
        var document = Data(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>\(title)</TITLE>
            <H1>\(title)</H1>
            <DL><p>

            """.utf8)
        for name in folders.keys.sorted(by: { ($0.lowercased(), $0) < ($1.lowercased(), $1) }) {
            document += Data("    <DT><H3>\(Self.escaped(name))</H3>\n    <DL><p>\n".utf8)
            document += folders[name] ?? Data()
            document += Data("    </DL><p>\n".utf8)
        }
        return document + rest + Data("</DL><p>\n".utf8)
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
