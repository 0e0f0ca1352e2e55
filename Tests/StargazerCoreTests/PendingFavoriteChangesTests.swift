import TestSupport
import Testing

@testable import StargazerCore

struct PendingFavoriteChangesTests {
    @Test func `an earlier change that fails leaves the later one`() {
        var changes = PendingFavoriteChanges()
        changes.begin(.sample(1), isFavorite: true)
        changes.begin(.sample(1), isFavorite: false)
        changes.writeEnded([.sample(1)])
        changes.writeFailed([.sample(1)])
        #expect(changes.willBeFavorite(.sample(1)) == false)
        changes.writeEnded([.sample(1)])
        changes.writeFailed([.sample(1)])
        #expect(changes.willBeFavorite(.sample(1)) == nil)
    }
}
