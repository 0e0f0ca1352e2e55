import Foundation
import Testing

@testable import StargazerCore

@MainActor struct ExpiringCacheTests {
    @Test func `an older value does not replace a newer one`() {
        let (cache, now) = (ExpiringCache<Int, String>(capacity: 9), Date(timeIntervalSince1970: 1_800_000_000))
        cache.insert("server", for: 1, now: now)
        cache.insert("older", for: 1, fetchedAt: now.addingTimeInterval(-60))
        #expect(cache.value(of: 1, now: now) == "server")
        cache.insert("newer", for: 1, fetchedAt: now.addingTimeInterval(60))
        #expect(cache.latest(of: 1)?.value == "newer")
    }
}
