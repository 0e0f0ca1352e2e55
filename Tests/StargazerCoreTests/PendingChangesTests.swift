@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

struct PendingChangesTests {
    private let id = ItemID.sample(1)

    @Test func `an earlier change that fails leaves the later one`() {
        var changes = PendingChanges()
        changes.begin(id, true)
        changes.begin(id, false)
        changes.writeEnded([id], reads: 1)
        changes.writeFailed([id])
        #expect(changes[id] == false)
        changes.writeEnded([id], reads: 1)
        changes.writeFailed([id])
        #expect(changes[id] == nil)
    }

    @Test func `a change shows until a read that began after its write`() {
        var changes = PendingChanges()
        changes.begin(id, true)
        changes.dropPublished(reads: 9) { _ in true }
        #expect(changes[id] == true, "it is not written yet")
        changes.writeEnded([id], reads: 3)
        changes.dropPublished(reads: 3) { _ in false }
        #expect(changes[id] == true, "the read may be older")
        // The server rejected it at once.
        changes.dropPublished(reads: 4) { _ in false }
        #expect(changes.isEmpty)
    }
}
