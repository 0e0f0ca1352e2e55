import Foundation
import StargazerCore
import StargazerLibrary

/// A file as its page describes it, with plain texts.
struct CommonsFile {
    let id: String
    var title: String
    var description: String?
    var author: String?
    var authorPage: URL?
    var license: String?
    var licensePage: URL?
    /// When it was made, if that is a date.
    var madeAt: Date?
    /// When it was made, if that is no date; free text.
    var madeText: String?
    var uploadedAt: Date?
    var page: URL?
    var frames: Int?
    var isGIF: Bool
    /// No wider than asked for.
    var thumbnail: Rendition?
    var original: Rendition?

    /// Nil for a page without a picture.
    /// - Parameter width: the requested width of the thumbnail, which the service reports even for a larger one.
    init?(_ page: CommonsPage, width: CommonsClient.ThumbnailWidth) {
        guard page.id > 0, !page.isMissing, let image = page.image, let url = CommonsText.url(image.url?.nonBlank)
        else { return nil }
        id = String(page.id)
        title = Self.name(page.title ?? "") ?? id
        description = Self.text(image.fact("ImageDescription"))
        let authors = ["Attribution", "Artist", "Credit"].lazy.compactMap { name in
            Self.text(image.fact(name)).map { (name, $0) }
        }
        author = Self.short(authors.first?.1 ?? image.user?.nonBlank)
        authorPage = authors.first.flatMap { image.fact($0.0) }.flatMap(CommonsText.link)
        license = Self.short(Self.text(image.fact("LicenseShortName")))
        licensePage = CommonsText.url(image.fact("LicenseUrl"))
        let made = Self.short(Self.text(image.fact("DateTimeOriginal")))
        let madeAt = LenientDate.date(made)
        self.madeAt = madeAt
        madeText = madeAt == nil && !LenientDate.isPlaceholder(made ?? "-") ? made : nil
        uploadedAt = Self.date(image.timestamp?.nonBlank)
        self.page = CommonsText.url(image.page?.nonBlank)
        frames = image.frames
        isGIF = image.mime?.nonBlank == "image/gif"
        let (fullWidth, fullHeight) = (image.width?.count, image.height?.count)
        original = Rendition(url: url, width: fullWidth, height: fullHeight, bytes: image.size?.count)
        thumbnail = CommonsText.url(image.thumbnail?.nonBlank).map { address in
            guard let ratio = original?.width.flatMap({ width in original?.height.map { ($0, width) } }) else {
                return Rendition(url: address)
            }
            let shown = min(width.rawValue, ratio.1)
            return Rendition(url: address, width: shown, height: max(1, shown * ratio.0 / ratio.1))
        }
    }

    var isStillGIF: Bool { frames == 1 }

    /// Returns a line no longer than a name: authors and licenses are free text.
    private static func short(_ text: String?) -> String? {
        let line = text.map { CleanText.line($0, limit: ItemContent.maxNameLength) }
        return line?.isEmpty == false ? line : nil
    }

    /// Returns a page's title without namespace and file extension; nil when nothing is left.
    private static func name(_ title: String) -> String? {
        var name = title[...]
        if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
        if let dot = name.lastIndex(of: "."), name.distance(from: dot, to: name.endIndex) <= 5 { name = name[..<dot] }
        let text = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    private static func text(_ html: String?) -> String? {
        let text = html.map(CommonsText.plain) ?? ""
        return text.isEmpty ? nil : text
    }

    /// Reads `2018-01-22T13:09:38Z`.
    private static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count == 20, text.hasSuffix("Z") else { return nil }
        return LenientDate.date(String(text.dropLast().replacing("T", with: " ")))
    }
}

extension Photo {
    init(_ file: CommonsFile) {
        self.init(title: file.title)
        service = CommonsServer.name
        caption = file.description
        owner = file.author
        ownerPage = file.authorPage
        page = file.page
        postedAt = file.uploadedAt
        takenAt = file.madeAt
        takenText = file.madeText
        licenseName = file.license
        licensePage = file.licensePage
        small = file.thumbnail
        original = file.original
    }
}

extension Gif {
    /// The size in bytes up to which the details play the original.
    private static let preferredMaxBytes = 2_000_000

    init(_ file: CommonsFile) {
        self.init(title: file.title)
        service = CommonsServer.name
        caption = file.description
        author = file.author
        authorPage = file.authorPage
        page = file.page
        addedAt = file.uploadedAt
        madeAt = file.madeAt
        madeText = file.madeText
        licenseName = file.license
        licensePage = file.licensePage
        frames = file.frames
        // A picture of a GIF is its first frame.
        still = file.thumbnail
        small = file.thumbnail
        original = file.original
        let isSmall = file.original?.bytes.map { $0 <= Self.preferredMaxBytes } ?? false
        large = isSmall ? file.original : file.thumbnail ?? file.original
        largeStill = large
    }
}

/// The search for files of one kind, which the catalogs of Wikimedia Commons share.
struct CommonsFiles: Sendable {
    let client: CommonsClient
    let kind: CommonsSearchText.Files
    let profile: CatalogProfile

    /// The most batches that are skipped because all their files are left out.
    private static let maxSkipped = 3

    func problems(in text: String) -> [QueryProblem] {
        profile.query.problems(in: text) + (isTooLong(text) ? [.commonsSearchTooLong] : [])
    }

    private func isTooLong(_ text: String) -> Bool {
        searchText(text).unicodeScalars.count > CommonsSearchText.maxLength
    }

    private func searchText(_ text: String) -> String {
        CommonsSearchText.text(text, of: kind, rules: profile.query)
    }

    /// - Parameter facts: returns nil for files to leave out.
    func search(
        _ query: SearchQuery, after cursor: BatchCursor?, facts: (CommonsFile) -> (any ItemFacts)?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard !isTooLong(query.text) else { throw .badQuery(.commonsSearchTooLong) }
        let isTrending = query.text.allSatisfy(\.isWhitespace)
        var cursor = cursor
        var skipped = 0
        while true {
            let batch = try await client.search(
                searchText(query.text), order: isTrending ? "create_timestamp_desc" : Self.order(query.sort),
                width: .small, withMetadata: kind == .gifs, count: query.batchSize, after: cursor)
            let items = batch.pages.compactMap { item($0, facts: facts) }
            if items.isEmpty, case .more(let next) = batch.end, skipped < Self.maxSkipped {
                cursor = next
                skipped += 1
                continue
            }
            return ResultBatch(items: items, total: batch.total, end: batch.end)
        }
    }

    /// Returns the photo of the day; nil when there is none. It is optional, so failures are silent.
    func pictureOfTheDay() async -> Item? {
        do throws(CatalogFailure) {
            return try await client.pictureOfTheDay(client.now, width: .small).flatMap { item($0) { Photo($0) } }
        } catch {
            return nil
        }
    }

    private func item(_ page: CommonsPage, facts: (CommonsFile) -> (any ItemFacts)?) -> Item? {
        guard let file = CommonsFile(page, width: .small), let facts = facts(file) else { return nil }
        return Item(id: ItemID(catalog: profile.kind, host: profile.host, id: file.id), facts: facts)
    }

    func file(_ id: ItemID, width: CommonsClient.ThumbnailWidth) async throws(CatalogFailure) -> CommonsFile {
        guard let number = Int(id.id), number > 0, String(number) == id.id else { throw .gone }
        let page = try await client.file(number, width: width, withMetadata: kind == .gifs)
        guard let file = CommonsFile(page, width: width) else { throw .unreadable(code: "file") }
        return file
    }

    private static func order(_ sort: ItemOrder) -> String {
        switch sort.key {
        case .posted, .imported: sort.direction == .ascending ? "create_timestamp_asc" : "create_timestamp_desc"
        default: "relevance"
        }
    }
}
