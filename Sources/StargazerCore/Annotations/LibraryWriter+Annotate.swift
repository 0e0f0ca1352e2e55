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
