package import Foundation
import StargazerLibrary

/// Writes files completely or not at all.
package enum AtomicFile {
    /// Writes a file without a name in the same folder, which gets its name when it is complete.
    ///
    /// An existing file stays untouched until then and after failures. A new file gets the default permissions, a
    /// replaced file keeps its own. Symbolic links are followed. Nothing is left behind when the process is killed; where
    /// the file system has no files without a name, a hidden one may be.
    /// - Throws: `FileFailure` for what is no file, and the errors of `fill` and of the system.
    package static func write<Result>(
        to url: URL, _ fill: (FileHandle) async throws -> Result
    ) async throws -> Result {
        let mode: mode_t?
        switch try FileKind(at: url.path) {
        case .other(let failure): throw failure
        case .none: mode = nil
        case .regular(let found): mode = found
        }
        let url = url.resolvingSymlinksInPath()
        let folder = url.deletingLastPathComponent()
        let name = folder.appending(path: ".stargazer-\(UUID().uuidString)").path
        var isNamed = false
        do {
            var file = open(folder.path, Self.unnamed | O_WRONLY | O_CLOEXEC, 0o666)
            if file < 0 {
                file = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
                isNamed = file >= 0
            }
            guard file >= 0 else { throw failure() }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            // Everything is on disk, or a failure is thrown already.
            defer { try? handle.close() }
            if let mode, fchmod(file, mode) != 0 { throw failure() }
            let result = try await fill(handle)
            try handle.synchronize()
            if !isNamed {
                let source = "/proc/self/fd/\(file)"
                // A new file needs no second name.
                if mode == nil, linkat(AT_FDCWD, source, AT_FDCWD, url.path, AT_SYMLINK_FOLLOW) == 0 { return result }
                guard linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else { throw failure() }
                isNamed = true
            }
            guard rename(name, url.path) == 0 else { throw failure() }
            return result
        } catch {
            if isNamed { unlink(name) }
            throw error
        }
    }

    /// `O_TMPFILE`, which Swift does not import.
    private static let unnamed = O_DIRECTORY | 0o20_000_000

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// Creates files under names that nothing else has.
enum UniqueFile {
    private static let limit = 1_000

    /// Creates an empty file. If the name is taken, appends a number to it: `fox (2).gif`.
    /// - Returns: the file, which the caller fills or removes.
    /// - Throws: `FileFailure`, with nothing created.
    static func create(_ name: String, in folder: URL) throws(FileFailure) -> URL {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...limit {
            let numbered = number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])"
            let place = folder.appending(path: numbered, directoryHint: .notDirectory)
            do {
                try Data().write(to: place, options: .withoutOverwriting)
                return place
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                continue
            } catch {
                throw FileFailure(file: error)
            }
        }
        throw .unexpected(code: "file-names")
    }
}
