public import Foundation
public import StargazerCore

/// Pictures on disk, by address: the bytes as they came, so that what was seen before shows at once and without a
/// network. Files of one process and of several at once; a picture that is older than a week is to be asked for again.
public actor PictureCache: ClearableCache {
    struct CachedPicture: Equatable {
        let picture: Data
        /// Whether it need not be asked for again yet.
        let isFresh: Bool
    }

    private static let week: TimeInterval = 7 * 24 * 3600

    private let folder: PictureFolder
    private let byteLimit: Int
    private let now: @Sendable () -> Date
    /// What the folder held when it was last looked through, and what was put into it since.
    private var counted: Int?
    private var added = 0

    /// - Parameters:
    ///   - folder: made when the first picture is kept, closed to others.
    ///   - byteLimit: above it, what was not shown for the longest time goes.
    public init(folder: URL, byteLimit: Int = 64_000_000, time: TimeSource = .system) {
        self.folder = PictureFolder(location: folder, fileLimit: PictureFile.headerLength + 4_000_000)
        self.byteLimit = byteLimit
        now = time.now
    }

    /// A picture that was kept. A file that is damaged, cut short or not ours is removed and is none.
    func picture(for address: URL) -> CachedPicture? {
        let name = name(of: address)
        let now = now()
        switch folder.read(name, now: now) {
        case .none: return nil
        case .unusable: break
        case .contents(let contents, let written):
            guard let picture = PictureFile.picture(in: contents) else { break }
            // A date to come is a wrong clock's, then or now.
            return CachedPicture(picture: picture, isFresh: (0..<Self.week).contains(now.timeIntervalSince(written)))
        }
        folder.remove(name)
        return nil
    }

    /// Keeps what begins as a picture does; a disk that cannot take it is no failure.
    func store(_ picture: Data, for address: URL) {
        let contents = PictureFile.contents(of: picture)
        guard PictureFile.isPicture(picture), contents.count <= min(folder.fileLimit, byteLimit) else { return }
        if counted == nil { folder.restrictPermissions() }
        guard folder.write(contents, to: name(of: address), now: now()) else { return }
        added += contents.count
        evict()
    }

    /// The server has it no more.
    func remove(_ address: URL) { folder.remove(name(of: address)) }

    public func size() -> Int { folder.entries(now: now()).reduce(0) { $0 + $1.bytes } }

    public func clear() {
        for entry in folder.entries(now: now()) { folder.remove(entry.name) }
        counted = nil
        added = 0
    }

    /// Pictures tell of no search.
    public func setSearchCaching(_ keeps: Bool) {}

    /// Looks through the folder when it may be too full, and now and then, since others may fill it too; goes some way
    /// below the limit, so as not to look through it for every picture from then on.
    private func evict() {
        if let counted, counted + added <= byteLimit, added <= byteLimit / 16 { return }
        var entries = folder.entries(now: now())
        var bytes = entries.reduce(0) { $0 + $1.bytes }
        if bytes > byteLimit {
            entries.sort { ($0.used, $0.name) > ($1.used, $1.name) }
            while bytes > byteLimit - byteLimit / 8, let oldest = entries.popLast() {
                folder.remove(oldest.name)
                bytes -= oldest.bytes
            }
        }
        counted = bytes
        added = 0
    }

    private func name(of address: URL) -> String { Digest.sha256(Data(address.absoluteString.utf8)) }
}
