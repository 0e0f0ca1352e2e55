import Foundation

/// The queue of the process's changes for the library, one after the other in the order they were made. The library is
/// opened after the first paint: changes made before that wait for it.
@MainActor package final class LibraryWriter {
    typealias Change<Value> = @Sendable (any Library) async throws(LibraryFailure) -> Value

    /// Asked for work of no hurry whenever nothing else is to be written; what becomes of it is not reported.
    var whenIdle: (() -> Change<Void>?)?

    private struct Job {
        var run: (any Library) async -> Void
        var refuse: (LibraryFailure) -> Void
    }

    private var waiting: [Job] = []
    private var library: (any Library)?
    private var refusal: LibraryFailure?
    private var isWriting = false

    /// - Parameter done: called when the change is on disk, or with the reason why it is not.
    func add<Value: Sendable>(
        _ change: @escaping Change<Value>, done: @escaping (Result<Value, LibraryFailure>) -> Void
    ) {
        waiting.append(
            Job(
                run: { library in
                    do throws(LibraryFailure) {
                        done(.success(try await change(library)))
                    } catch {
                        done(.failure(error))
                    }
                },
                refuse: { done(.failure($0)) }))
        proceed()
    }

    /// The same for who waits for the answer.
    func perform<Value: Sendable>(_ change: @escaping Change<Value>) async -> Result<Value, LibraryFailure> {
        await withCheckedContinuation { continuation in add(change) { continuation.resume(returning: $0) } }
    }

    /// The library, when all that was asked before is done; nil when none will come.
    func library() async -> (any Library)? {
        let answer = await perform { library throws(LibraryFailure) in library }
        return try? answer.get()
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

extension LibraryWriter {
    /// Queues a change of tags or notes.
    /// - Parameter done: called when the change is on disk, or with the reason why it is not.
    func annotate<Value: Sendable>(
        _ change: @escaping @Sendable (any Library) async throws(AnnotationFailure) -> Value,
        done: @escaping (Result<Value, AnnotationFailure>) -> Void
    ) {
        add { library throws(LibraryFailure) -> Result<Value, AnnotationFailure> in
            do throws(AnnotationFailure) {
                return .success(try await change(library))
            } catch {
                return .failure(error)
            }
        } done: { result in
            switch result {
            case .success(let result): done(result)
            case .failure(let failure): done(.failure(.library(failure)))
            }
        }
    }

    /// Queues a change of tags or notes and waits for it.
    func annotate<Value: Sendable>(
        _ change: @escaping @Sendable (any Library) async throws(AnnotationFailure) -> Value
    ) async -> Result<Value, AnnotationFailure> {
        await withCheckedContinuation { continuation in annotate(change) { continuation.resume(returning: $0) } }
    }
}
