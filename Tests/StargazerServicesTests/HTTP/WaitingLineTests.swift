import Testing

@testable import StargazerServices

struct WaitingLineTests {
    @Test func aHostRunsNoMoreThanItMayAndTheRestInOrder() {
        var line = WaitingLine<Int>(perHost: 2, total: 10)
        for ticket in 1...4 { line.join(ticket, host: "a") }
        #expect(line.next() == 1)
        #expect(line.next() == 2)
        #expect(line.next() == nil)
        line.release(host: "a")
        #expect(line.next() == 3)
        #expect(line.next() == nil)
    }

    @Test func aFullHostDoesNotHoldUpAnother() {
        var line = WaitingLine<Int>(perHost: 1, total: 10)
        line.join(1, host: "a")
        line.join(2, host: "a")
        line.join(3, host: "b")
        #expect(line.next() == 1)
        #expect(line.next() == 3)
        #expect(line.next() == nil)
    }

    @Test func allHostsTogetherRunNoMoreThanTheyMay() {
        var line = WaitingLine<Int>(perHost: 2, total: 3)
        for (ticket, host) in ["a", "a", "b", "b"].enumerated() { line.join(ticket, host: host) }
        #expect((0..<4).compactMap { _ in line.next() } == [0, 1, 2])
        line.release(host: "a")
        #expect(line.next() == 3)
    }

    @Test func whoLeavesIsNotCalled() {
        var line = WaitingLine<Int>(perHost: 1, total: 1)
        line.join(1, host: "a")
        line.join(2, host: "a")
        let left = line.leave(1)
        #expect(left)
        #expect(line.next() == 2)
        let leftAgain = line.leave(2)
        #expect(!leftAgain)
    }
}
