import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The keyring does not answer, and the caller gets a result anyway.
@Suite(
    "Without a key store", .enabled(if: missingForKeyring.isEmpty, "not installed: \(missingForKeyring)"),
    .oneExitTestAtATime, .timeLimit(.minutes(25)))
struct MissingKeyStoreTests {
    /// Starts a bus with a keyring that accepts calls and answers none.
    private func hungKeyStore() throws -> PrivateSession {
        let session = try PrivateSession()
        try session.startKeyStore()
        session.hangKeyStore()
        return session
    }

    @Test func `a bus without a key store is no service`() async throws {
        let session = try PrivateSession()
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            await expectEveryCall(of: store(at: address), throws: .noService)
        }
    }

    @Test func `a bus that is gone is no bus`() async throws {
        await #expect(processExitsWith: .success) {
            await expectEveryCall(of: store(at: "unix:path=/nonexistent/bus"), throws: .noBus)
        }
    }

    @Test func `no bus at all is no bus`() async throws {
        await #expect(processExitsWith: .success) {
            let store = store(at: "")
            unsetenv("DBUS_SESSION_BUS_ADDRESS")
            await expectEveryCall(of: store, throws: .noBus)
        }
    }

    @Test func `a hung key store times out`() async throws {
        let session = try hungKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let deadline = ManualDeadline()
            let store = store(at: address, time: deadline.time)
            let call = Task { try await store.token(for: "a") }
            #expect(await deadline.requestedDurations.wait() == [.seconds(3)])
            // The caller waits, but the thread is not blocked.
            let isFree = EventRecorder<Void>()
            store.keyring.executor.thread.perform { isFree.add(()) }
            await isFree.wait()
            deadline.expire()
            await #expect(throws: TokenStoreFailure.timedOut) { try await call.value }
            await expectEveryCall(of: store, throws: .timedOut)
            #expect(deadline.requestedDurations.all == Array(repeating: .seconds(3), count: 4) + [.seconds(90)])
        }
    }

    @Test func `a canceled call returns at once`() async throws {
        let session = try hungKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String] in
            let deadline = ManualDeadline()
            let store = store(at: address, time: deadline.time)
            let call = Task { try await store.token(for: "a") }
            await deadline.requestedDurations.wait()
            call.cancel()
            await #expect(throws: TokenStoreFailure.cancelled) { try await call.value }
        }
    }

    /// A call that outlives its caller would keep the thread busy for D-Bus's 25 seconds, longer than `eventually`
    /// waits.
    @Test(arguments: [false, true])
    func `a timed out or canceled call leaves nothing`(isTimedOut: Bool) async throws {
        let session = try hungKeyStore()
        await #expect(processExitsWith: .success) { [address = session.address as String, isTimedOut] in
            let deadline = ManualDeadline()
            var store: SecretServiceStore? = store(at: address, time: deadline.time)
            weak let loop = store?.keyring.executor.thread.loop
            let call = Task { [store] in try await store?.token(for: "a") }
            store = nil
            await deadline.requestedDurations.wait()
            if isTimedOut { deadline.expire() } else { call.cancel() }
            await #expect(throws: TokenStoreFailure.self) { try await call.value }
            await eventually("the thread's end") { loop == nil }
        }
    }

    /// A process has a single bus connection.
    @Test func `canceling while connecting ends no other call`() async throws {
        let session = try PrivateSession()
        try session.startKeyStore()
        for _ in 0..<10 {
            await #expect(processExitsWith: .success) { [address = session.address as String] in
                let store = store(at: address)
                let calls = (0..<8).map { _ in Task { try await store.token(for: "a") } }
                for call in calls.dropLast() { call.cancel() }
                for call in calls.dropLast() { _ = await call.result }
                let last = try await calls[7].value
                #expect(last == nil)
            }
        }
    }

    @Test func `an unused store leaves nothing`() async throws {
        var store: SecretServiceStore? = SecretServiceStore(for: GitHubServer.gitHubKeyring)
        weak let loop = store?.keyring.executor.thread.loop
        #expect(loop != nil)
        store = nil
        await eventually("the thread's end") { loop == nil }
    }
}

private func expectEveryCall(of store: SecretServiceStore, throws failure: TokenStoreFailure) async {
    await #expect(throws: failure) { try await store.token(for: "a") }
    await #expect(throws: failure) { try await store.store(Secret("first"), account: "octocat", for: "a") }
    await #expect(throws: failure) { try await store.remove(for: "a") }
    await #expect(throws: failure) { try await store.unlock(for: "a") }
}
