import Foundation
import Glibc

/// The folder of the picture cache: 0700, its files 0600. It may vanish, fill up or be another process's at any time:
/// whatever fails here is as if there were no cache.
///
/// A file's time of change is when its picture was fetched, its time of access is when it was shown last; both are
/// set here, so that a disk mounted without access times tells the same.
struct PictureFolder: Sendable {
    enum ReadResult {
        case none
        /// There is something, but no file of ours.
        case unusable
        case contents(Data, written: Date)
    }

    struct Entry {
        let name: String
        let bytes: Int
        let used: Date
    }

    let location: URL
    /// A larger file is not one of ours.
    let fileLimit: Int

    private static let partial = ".partial-"

    func read(_ name: String, now: Date) -> ReadResult {
        // Neither through a link nor waiting for the other end of a pipe.
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

    /// The file is there as a whole or not at all.
    /// - Returns: whether it is.
    func write(_ contents: Data, to name: String, now: Date) -> Bool {
        let draft = path(name) + Self.partial + UUID().uuidString
        var file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0, errno == ENOENT {
            make()
            file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else { return false }
        var times = [timespec(now), timespec(now)]
        let isWhole = writeAll(contents, into: file) && futimens(file, &times) == 0
        let isKept = close(file) == 0 && isWhole && rename(draft, path(name)) == 0
        if !isKept { unlink(draft) }
        return isKept
    }

    func remove(_ name: String) { unlink(path(name)) }

    /// What is ours in the folder. Drafts of a process that died are removed on the way: those an hour old.
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

    /// What somebody else put into the folder is left alone.
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
        let isWhole = data.withUnsafeMutableBytes { buffer in
            var done = 0
            while done < count {
                let got = Glibc.read(file, buffer.baseAddress.map { $0 + done }, count - done)
                if got <= 0 { return false }
                done += got
            }
            return true
        }
        return isWhole ? data : nil
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
