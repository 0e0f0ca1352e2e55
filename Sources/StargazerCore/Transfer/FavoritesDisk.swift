public import Foundation

/// What a file of favorites is to be.
public enum FavoritesFileKind: String, Sendable, Hashable, CaseIterable {
    case json
    case csv
}

/// Reads and writes the files, away from the main actor.
public enum FavoritesDisk {
    /// Writes beside the file and puts it in place when it is whole; a file that was there before is untouched until
    /// then. A new file gets the modes that the system gives documents, a replaced one keeps its own; a link is followed.
    @concurrent
    public static func write(
        _ favorites: [Favorite], as kind: FavoritesFileKind, to place: URL, now: Date
    ) async throws(FavoritesFileFailure) {
        do {
            let data = kind == .json ? try FavoritesFile.json(favorites, now: now) : FavoritesTable.csv(favorites)
            try put(data, at: place.resolvingSymlinksInPath())
        } catch let failure as FavoritesFileFailure {
            throw failure
        } catch {
            throw FavoritesFileFailure(file: error)
        }
    }

    /// Foundation's own atomic writing would give a file that is replaced the modes of a new one.
    private static func put(_ data: Data, at place: URL) throws {
        let facts = try? FileManager.default.attributesOfItem(atPath: place.path)
        guard facts == nil || facts?[.type] as? FileAttributeType == .typeRegular else {
            throw FavoritesFileFailure.notAFile
        }
        let beside = place.deletingLastPathComponent().appending(path: ".stargazer-\(UUID().uuidString)")
        do {
            try Data().write(to: beside, options: .withoutOverwriting)
            if let mode = facts?[.posixPermissions] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: beside.path)
            }
            let file = try FileHandle(forWritingTo: beside)
            defer { try? file.close() }
            try file.write(contentsOf: data)
            try file.synchronize()
            if rename(beside.path, place.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(at: beside)
            throw error
        }
    }

    @concurrent
    public static func read(_ place: URL) async throws(FavoritesFileFailure) -> [Favorite] {
        do throws(FavoritesFileFailure) {
            return try FavoritesFile.favorites(fromJSON: try data(of: place.resolvingSymlinksInPath()))
        } catch {
            let isTable = place.pathExtension.lowercased() == FavoritesFileKind.csv.rawValue
            throw error == .damaged && isTable ? .table : error
        }
    }

    private static func data(of place: URL) throws(FavoritesFileFailure) -> Data {
        do {
            let facts = try FileManager.default.attributesOfItem(atPath: place.path)
            // Opening a pipe would wait for whoever writes into it.
            guard facts[.type] as? FileAttributeType == .typeRegular else { throw FavoritesFileFailure.notAFile }
            let file = try FileHandle(forReadingFrom: place)
            defer { try? file.close() }
            // Its length may be told wrong, or grow.
            let data = try file.read(upToCount: FavoritesFile.largest + 1) ?? Data()
            guard data.count <= FavoritesFile.largest else {
                throw FavoritesFileFailure.tooLarge(limit: FavoritesFile.largest)
            }
            return data
        } catch let failure as FavoritesFileFailure {
            throw failure
        } catch {
            throw FavoritesFileFailure(file: error)
        }
    }
}
