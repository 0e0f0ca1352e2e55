public import Foundation
import Glibc
public import StargazerCore
public import StargazerLibrary

/// Copies of pictures for other programs, in files with the pictures' names.
///
/// The folder has mode 0700 and can be deleted at any time. Each picture is in a subfolder that is named after its
/// digest, so that two pictures of one name are two files, and a picture that is copied again keeps its file. The files
/// stay when the program ends, because other programs paste later.
public actor ExportedPictureFolder: ExportedPictureStore, ClearableCache {
    private struct Copy {
        let path: String
        let bytes: Int
        let written: Date
    }

    private let folder: URL
    private let byteLimit: Int
    private let countLimit: Int
    private let lifetime: TimeInterval
    private let now: @Sendable () -> Date

    private static let digestLength = 16

    /// - Parameters:
    ///   - folder: created when the first picture is stored.
    ///   - byteLimit: above this size, the oldest copies are removed; above `countLimit`, too.
    ///   - lifetime: in seconds; older copies are removed.
    public init(
        folder: URL, byteLimit: Int = 256_000_000, countLimit: Int = 500, lifetime: TimeInterval = 7 * 24 * 3600,
        time: TimeSource = .system
    ) {
        self.folder = folder
        self.byteLimit = byteLimit
        self.countLimit = countLimit
        self.lifetime = lifetime
        now = time.now
    }

    public func store(_ picture: Data, named name: String) async throws(FileFailure) -> URL {
        let place = folder.appending(path: String(Digest.sha256(picture).prefix(Self.digestLength)))
        let file = place.appending(path: name, directoryHint: .notDirectory)
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { throw .unexpected(code: "file-name") }
        do {
            try FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            chmod(folder.path, 0o700)
            // A new file gets the usual permissions, which copies in other folders inherit.
            try await AtomicFile.write(to: file) { try $0.write(contentsOf: picture) }
            // The time by this object's clock, which `sweep` compares with.
            try FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: file.path)
        } catch let failure as FileFailure {
            throw failure
        } catch {
            throw FileFailure(file: error)
        }
        remove(outdatedIn: copies(), except: file.path)
        return file
    }

    public func removeOldCopies() { remove(outdatedIn: copies(), except: nil) }

    public func size() -> Int { copies().reduce(0) { $0 + $1.bytes } }

    public func clear() { copies().forEach(remove) }

    /// Does nothing: copies say nothing about searches.
    public func setSearchCaching(_ keeps: Bool) {}

    /// - Parameter kept: the copy that was just written.
    private func remove(outdatedIn copies: [Copy], except kept: String?) {
        let newestFirst = copies.sorted { ($0.written, $0.path) > ($1.written, $1.path) }
        var (bytes, count) = (0, 0)
        let now = now()
        for copy in newestFirst where copy.path != kept {
            bytes += copy.bytes
            count += 1
            // A time in the future means that the clock was wrong, then or now.
            let isOutdated = abs(now.timeIntervalSince(copy.written)) > lifetime
            if isOutdated || bytes > byteLimit || count > countLimit { remove(copy) }
        }
    }

    private func remove(_ copy: Copy) {
        unlink(copy.path)
        // Fails while there is another file.
        rmdir(URL(filePath: copy.path).deletingLastPathComponent().path)
    }

    /// Returns the files in the subfolders. Other files in the folder are left alone.
    private func copies() -> [Copy] {
        entries(of: folder.path).flatMap { name -> [Copy] in
            let place = folder.appending(path: name).path
            guard name.utf8.count == Self.digestLength, status(of: place, is: S_IFDIR) != nil else { return [] }
            let files = entries(of: place)
            if files.isEmpty { rmdir(place) }
            return files.compactMap { file in
                let path = place + "/" + file
                return status(of: path, is: S_IFREG).map {
                    Copy(
                        path: path, bytes: Int($0.st_size),
                        written: Date(timeIntervalSince1970: TimeInterval($0.st_mtim.tv_sec)))
                }
            }
        }
    }

    private func entries(of path: String) -> [String] {
        guard status(of: path, is: S_IFDIR) != nil else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// Follows no symbolic links.
    private func status(of path: String, is type: mode_t) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == type ? status : nil
    }
}
