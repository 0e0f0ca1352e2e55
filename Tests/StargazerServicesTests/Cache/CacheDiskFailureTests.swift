import Foundation
import Testing

@testable import StargazerServices

/// Runs the suite below on full and read-only disks.
@Suite(.enabled(if: SmallDisk.canBeMade, "no mount namespaces here (`unshare -rm true` fails)"))
struct CacheDiskFailureTests {
    private let disk: TemporaryFolder

    init() throws { disk = try TemporaryFolder.ofCache() }

    @Test func `a full disk keeps cached pictures`() throws {
        try SmallDisk.run("SmallDiskCacheTests/full", at: disk.root)
    }

    @Test func `a read only disk is no cache`() throws {
        try SmallDisk.run("SmallDiskCacheTests/readOnly", at: disk.root, setUp: "mount -o remount,ro .")
    }
}

@Suite(.enabled(if: SmallDisk.folder != nil, "runs inside CacheDiskFailureTests"), .timeLimit(.minutes(25)))
struct SmallDiskCacheTests {
    private let folder = SmallDisk.folder ?? URL(filePath: "/nonexistent")

    @Test func full() async throws {
        let cache = PictureCache(folder: folder.appending(path: "pictures"))
        for number in 0..<20 { await cache.store(png(UInt8(number), count: 50_000), for: address(number)) }
        var kept = 0
        for number in 0..<20 {
            guard let found = await cache.picture(for: address(number)) else { continue }
            #expect(found.picture == png(UInt8(number), count: 50_000))
            kept += 1
        }
        #expect((5..<20).contains(kept))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "pictures").path)
        #expect(names.count == kept, "no drafts are left")
        await cache.clear()
        await cache.store(png(1), for: address(1))
        #expect(await cache.picture(for: address(1)) != nil)
    }

    @Test func readOnly() async {
        let cache = PictureCache(folder: folder.appending(path: "pictures"))
        await cache.store(png(1), for: address(1))
        #expect(await cache.picture(for: address(1)) == nil)
        #expect(await cache.size() == 0)
        await cache.clear()
    }
}
