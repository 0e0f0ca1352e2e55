import CSecret
import StargazerCore

/// The result of an asynchronous GIO call. It does not change once GIO has delivered it, hence `@unchecked Sendable`.
final class AsyncResult: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Retains the result: GIO's reference ends with the callback.
    fileprivate init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        g_object_ref(UnsafeMutableRawPointer(pointer))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// Returns the value of the call's `…_finish` function, or throws its error.
    func value<Value>(
        _ finish: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(TokenStoreFailure) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = finish(pointer, &error)
        if let error { throw TokenStoreFailure(consuming: error) }
        return value
    }
}

extension SecretAccess {
    typealias Start = (
        _ cancellable: UnsafeMutablePointer<GCancellable>?, _ done: GAsyncReadyCallback?, _ box: UnsafeMutableRawPointer
    ) -> Void

    /// Awaits an asynchronous GIO call. Cancelling the task cancels the call, always on the keyring's thread: libsecret
    /// dismisses a prompt directly in the signal handler, and expects the reply on the thread of the call.
    func result(of start: Start) async -> AsyncResult {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(start, cancellation, ContinuationBox(continuation))
            }
        } onCancel: { [thread = executor.thread] in
            thread.perform { cancellation.cancel() }
        }
    }

    /// This is a method because a closure that uses nothing of the actor would not run on the actor's thread.
    private func begin(_ start: Start, _ cancellation: Cancellation, _ waiting: ContinuationBox) {
        // GIO calls back exactly once, which releases the box.
        start(
            cancellation.cancellable,
            { _, result, box in
                guard let result, let box else { return }
                let waiting = Unmanaged<ContinuationBox>.fromOpaque(box).takeRetainedValue()
                waiting.continuation.resume(returning: AsyncResult(result))
            }, Unmanaged.passRetained(waiting).toOpaque())
    }
}

private final class ContinuationBox {
    let continuation: CheckedContinuation<AsyncResult, Never>
    init(_ continuation: CheckedContinuation<AsyncResult, Never>) { self.continuation = continuation }
}

/// A `GCancellable` can be cancelled from any thread, and the pointer to it never changes.
private final class Cancellation: @unchecked Sendable {
    let cancellable = g_cancellable_new()
    func cancel() { g_cancellable_cancel(cancellable) }
    deinit { g_object_unref(cancellable) }
}
