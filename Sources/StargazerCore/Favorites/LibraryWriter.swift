import Foundation
public import StargazerLibrary

/// The failure of a change of the library: that of the library, or a reason of its own.
package protocol LibraryChangeFailure: Error, Sendable {
    static func library(_ failure: LibraryFailure) -> Self
}

extension LibraryFailure: LibraryChangeFailure {
    package static func library(_ failure: LibraryFailure) -> LibraryFailure { failure }
}

extension AnnotationFailure: LibraryChangeFailure {}
extension LibraryCopyFailure: LibraryChangeFailure {}

/// The queue of the process's changes for the library, one after the other in the order they were made. The library is
/// opened after the first paint: changes made before that wait for it.
@MainActor package final class LibraryWriter {
    typealias Change<Value, Failure: Error> = @Sendable (any Library) async throws(Failure) -> Value

    /// Asked for work of no hurry whenever nothing else is to be written; what becomes of it is not reported.
    var whenIdle: (() -> Change<Void, LibraryFailure>?)?

    private struct Job {
        var run: (any Library) async -> Void
        var refuse: (LibraryFailure) -> Void
    }

    private var waiting: [Job] = []
    private var library: (any Library)?
    private var refusal: LibraryFailure?
    private var isWriting = false

    /// - Parameter done: called when the change is on disk, or with the reason why it is not.
    func add<Value: Sendable, Failure: LibraryChangeFailure>(
        _ change: @escaping Change<Value, Failure>, done: @escaping (Result<Value, Failure>) -> Void = { _ in }
    ) {
        waiting.append(
            Job(
                run: { library in
                    do throws(Failure) {
                        done(.success(try await change(library)))
                    } catch {
                        done(.failure(error))
                    }
                },
                refuse: { done(.failure(.library($0))) }))
        proceed()
    }

    /// Queues a change and returns its value when it is on disk.
    func perform<Value: Sendable, Failure: LibraryChangeFailure>(
        _ change: @escaping Change<Value, Failure>
    ) async throws(Failure) -> Value { try await result(of: change).get() }

    /// Queues a change and waits for it.
    func result<Value: Sendable, Failure: LibraryChangeFailure>(
        of change: @escaping Change<Value, Failure>
    ) async -> Result<Value, Failure> {
        await withCheckedContinuation { continuation in add(change) { continuation.resume(returning: $0) } }
    }

    /// Returns when all changes so far have been saved or have failed.
    package func settled() async { _ = await library() }

    /// The library, when all that was asked before is done; nil when none will come.
    func library() async -> (any Library)? {
        // It fails only where no library will come.
        try? await perform { library throws(LibraryFailure) in library }
    }

    package init() {}

    package func attach(_ library: any Library) {
        self.library = library
        refusal = nil
        proceed()
    }

    /// No library will come: what waits, and what is still to be asked, fails.
    package func refuse(_ failure: LibraryFailure) {
        guard library == nil else { return }
        refusal = failure
        proceed()
    }

    /// Goes on when there is anything to do and nothing is being done.
    func proceed() {
        if let refusal {
            let refused = waiting
            waiting = []
            for job in refused { job.refuse(refusal) }
        }
        guard !isWriting, let library else { return }
        if !waiting.isEmpty {
            start(waiting.removeFirst().run, in: library)
        } else if let change = whenIdle?() {
            // Work of no hurry is offered again.
            start({ library in _ = try? await change(library) }, in: library)
        }
    }

    /// The task keeps the queue alive: what was begun before the window closed is still written.
    private func start(_ run: @escaping (any Library) async -> Void, in library: any Library) {
        isWriting = true
        Task {
            await run(library)
            isWriting = false
            proceed()
        }
    }
}
