import Foundation

/// Favorites as bookmarks that every browser imports: a Netscape bookmark file in UTF-8, with a folder for each tag.
///
/// A favorite with several tags is in each folder, because only Firefox reads `TAGS`. Favorites without a web page are
/// left out. `BookmarksFile` reads such a file again.
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
        let title = CleanText.line(favorite.item.title)
        var line =
            #"<DT><A HREF="\#(Self.escaped(url.absoluteString))"\#(attributes)>\#(Self.escaped(title))</A>"# + "\n"
        let summary = CleanText.line(codecs.summary(of: favorite.item.facts) ?? "")
        if !summary.isEmpty { line += "<DD>\(Self.escaped(summary))\n" }
        let indented = line.split(separator: "\n").map { "        \($0)\n" }.joined()
        for tag in annotated.tags { folders[tag, default: Data()] += Data(indented.utf8) }
        if annotated.tags.isEmpty { rest += Data(line.split(separator: "\n").map { "    \($0)\n" }.joined().utf8) }
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
