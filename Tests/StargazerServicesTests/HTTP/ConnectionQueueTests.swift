import Testing

@testable import StargazerServices

struct ConnectionQueueTests {
    @Test func `a host runs at most its limit in order`() {
        var queue = ConnectionQueue<Int>(perHost: 2, total: 10)
        for ticket in 1...4 { queue.enqueue(ticket, host: "a") }
        #expect(queue.next() == 1)
        #expect(queue.next() == 2)
        #expect(queue.next() == nil)
        queue.release(host: "a")
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
    }

    @Test func `a busy host does not block another`() {
        var queue = ConnectionQueue<Int>(perHost: 1, total: 10)
        queue.enqueue(1, host: "a")
        queue.enqueue(2, host: "a")
        queue.enqueue(3, host: "b")
        #expect(queue.next() == 1)
        #expect(queue.next() == 3)
        #expect(queue.next() == nil)
    }

    @Test func `all hosts together run at most the total limit`() {
        var queue = ConnectionQueue<Int>(perHost: 2, total: 3)
        for (ticket, host) in ["a", "a", "b", "b"].enumerated() { queue.enqueue(ticket, host: host) }
        #expect((0..<4).compactMap { _ in queue.next() } == [0, 1, 2])
        queue.release(host: "a")
        #expect(queue.next() == 3)
    }

    @Test func `a removed ticket is not dequeued`() {
        var queue = ConnectionQueue<Int>(perHost: 1, total: 1)
        queue.enqueue(1, host: "a")
        queue.enqueue(2, host: "a")
        let left = queue.remove(1)
        #expect(left)
        #expect(queue.next() == 2)
        let leftAgain = queue.remove(2)
        #expect(!leftAgain)
    }
}
