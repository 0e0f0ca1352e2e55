import Foundation
import Glibc

/// The folder of the picture cache (mode 0700, files 0600).
///
/// The folder can vanish, fill up or be changed by another process at any time. Every error counts as a cache miss.
///
/// A file's modification time is the time of the fetch. Its access time is the time the picture was last shown. This
/// type sets both, so that they are also correct on a disk mounted with `noatime`.
struct PictureFolder: Sendable {
    enum ReadResult {
        case none
        /// The name exists but is not a regular file of acceptable size.
        case unusable
        case contents(Data, written: Date)
    }

    struct Entry {
        let name: String
        let bytes: Int
        let used: Date
    }

    let location: URL
    /// Maximum size in bytes; the cache writes no larger file.
    let fileLimit: Int

    private static let partial = ".partial-"

    func read(_ name: String, now: Date) -> ReadResult {
        // Do not follow a symbolic link, and do not block on a FIFO.
        let file = open(path(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return [ENOENT, ENOTDIR].contains(errno) ? .none : .unusable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= fileLimit else {
            return .unusable
        }
        guard let data = bytes(of: file, count: Int(status.st_size)) else { return .unusable }
        var times = [timespec(now), timespec(tv_sec: 0, tv_nsec: Self.utimeOmit)]
        futimens(file, &times)
        return .contents(data, written: Date(status.st_mtim))
    }

    /// Writes the file atomically. Returns whether the file was written.
    func write(_ contents: Data, to name: String, now: Date) -> Bool {
        let draft = path(name) + Self.partial + UUID().uuidString
        var file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0, errno == ENOENT {
            make()
            file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else { return false }
        var times = [timespec(now), timespec(now)]
        let isComplete = writeAll(contents, into: file) && futimens(file, &times) == 0
        let isSaved = close(file) == 0 && isComplete && rename(draft, path(name)) == 0
        if !isSaved { unlink(draft) }
        return isSaved
    }

    func remove(_ name: String) { unlink(path(name)) }

    /// Returns the cache's files. Removes partial files older than an hour, which a crashed process left behind.
    func entries(now: Date) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location.path)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard isCacheFile(name), lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            if name.contains(Self.partial), abs(now.timeIntervalSince(Date(status.st_mtim))) > 3600 {
                remove(name)
                return nil
            }
            return Entry(name: name, bytes: Int(status.st_size), used: Date(status.st_atim))
        }
    }

    /// Whether the name is one of the cache's. Other files in the folder are left alone.
    private func isCacheFile(_ name: String) -> Bool {
        let head = name.utf8.prefix(64)
        let rest = name.utf8.dropFirst(64)
        return head.count == 64 && head.allSatisfy { Self.digits.contains($0) }
            && (rest.isEmpty || rest.starts(with: Self.partial.utf8))
    }

    private static let digits = Set("0123456789abcdef".utf8)
    /// `UTIME_OMIT`, a macro that Swift does not import.
    private static let utimeOmit = (1 << 30) - 2

    private func path(_ name: String) -> String { location.appending(path: name).path }

    private func make() {
        try? FileManager.default.createDirectory(
            at: location, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        restrictPermissions()
    }

    func restrictPermissions() {
        var status = stat()
        guard stat(location.path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
        chmod(location.path, status.st_mode & 0o700)
    }

    private func bytes(of file: Int32, count: Int) -> Data? {
        var data = Data(count: count)
        let isComplete = data.withUnsafeMutableBytes { buffer in
            var done = 0
            while done < count {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + done }, count - done)
                if got <= 0 { return false }
                done += got
            }
            return true
        }
        return isComplete ? data : nil
    }

    private func writeAll(_ data: Data, into file: Int32) -> Bool {
        data.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let put = Glibc.write(file, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                if put <= 0 { return false }
                done += put
            }
            return true
        }
    }
}

extension timespec {
    fileprivate init(_ date: Date) {
        let whole = date.timeIntervalSince1970.rounded(.down)
        self.init(tv_sec: Int(whole), tv_nsec: Int((date.timeIntervalSince1970 - whole) * 1e9))
    }
}

extension Date {
    fileprivate init(_ time: timespec) {
        self.init(timeIntervalSince1970: TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9)
    }
}
