public import Foundation
public import StargazerCore
public import StargazerLibrary

/// A disk cache of pictures as received, by URL, which shows them at once and without a network. Several processes can
/// share the folder. A picture older than a week is stale and is requested again.
public actor PictureCache: ClearableCache {
    struct CachedPicture: Equatable {
        let picture: Data
        /// Whether the picture is less than a week old, so that no request is needed.
        let isFresh: Bool
    }

    private static let week: TimeInterval = 7 * 24 * 3600

    private let folder: PictureFolder
    private let byteLimit: Int
    private let now: @Sendable () -> Date
    /// Bytes in the folder at the last scan; `added` counts the bytes written since then.
    private var counted: Int?
    private var added = 0

    /// - Parameters:
    ///   - folder: created with mode 0700 when the first picture is stored.
    ///   - byteLimit: above this size, the least recently shown pictures are removed.
    public init(folder: URL, byteLimit: Int = 64_000_000, time: TimeSource = .system) {
        self.folder = PictureFolder(
            location: folder, fileLimit: PictureFile.headerLength + HTTPLimits().documentPicture.bytes)
        self.byteLimit = byteLimit
        now = time.now
    }

    /// Removes a file that is damaged, truncated or not a picture file.
    func picture(for address: URL) -> CachedPicture? {
        let name = name(of: address)
        let now = now()
        switch folder.read(name, now: now) {
        case .none: return nil
        case .unusable: break
        case .contents(let contents, let written):
            guard let picture = PictureFile.picture(in: contents) else { break }
            // A date in the future means that the clock was wrong, then or now.
            return CachedPicture(picture: picture, isFresh: (0..<Self.week).contains(now.timeIntervalSince(written)))
        }
        folder.remove(name)
        return nil
    }

    /// Stores data that starts like a picture. Ignores write errors.
    func store(_ picture: Data, for address: URL) {
        let contents = PictureFile.contents(of: picture)
        guard PictureFile.isPicture(picture), contents.count <= min(folder.fileLimit, byteLimit) else { return }
        if counted == nil { folder.restrictPermissions() }
        guard folder.write(contents, to: name(of: address), now: now()) else { return }
        added += contents.count
        evict()
    }

    /// Removes a picture that the server no longer has.
    func remove(_ address: URL) { folder.remove(name(of: address)) }

    public func size() -> Int { folder.entries(now: now()).reduce(0) { $0 + $1.bytes } }

    public func clear() {
        for entry in folder.entries(now: now()) { folder.remove(entry.name) }
        counted = nil
        added = 0
    }

    /// Does nothing: cached pictures say nothing about searches.
    public func setSearchCaching(_ keeps: Bool) {}

    /// Scans the folder when it may exceed the limit, and after every sixteenth of the limit, since other processes
    /// write to it too. Removes files until an eighth of the limit is free, so that the next picture needs no scan.
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
