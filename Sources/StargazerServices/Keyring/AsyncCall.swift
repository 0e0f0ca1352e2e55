import CSecret
import StargazerCore

/// What an asynchronous call of GIO ended with. A result is written once, before it is handed out, and only read
/// after, which is why it may cross threads.
final class AsyncResult: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Keeps a reference of its own; GIO's ends with the callback.
    fileprivate init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        g_object_ref(UnsafeMutableRawPointer(pointer))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// Asks with the call's own `…_finish`, whose error it takes over.
    func value<Value>(
        _ finish: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(TokenStoreFailure) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = finish(pointer, &error)
        if let error { throw TokenStoreFailure(consuming: error) }
        return value
    }
}

extension Keyring {
    typealias Start = (
        _ cancellable: UnsafeMutablePointer<GCancellable>?, _ done: GAsyncReadyCallback?, _ box: UnsafeMutableRawPointer
    ) -> Void

    /// One asynchronous call of GIO, awaited. It is cancelled with the task that waits, but always on the keyring's
    /// thread: libsecret dismisses a prompt right in the signal, and expects its answer on the thread it is called on.
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

    /// A method, because a closure that names nothing of the actor's would not run on its thread.
    private func begin(_ start: Start, _ cancellation: Cancellation, _ waiting: ContinuationBox) {
        // GIO gives the box back when it calls back, which it promises to do once.
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

/// A `GCancellable` may be cancelled from any thread; the pointer to it never changes.
private final class Cancellation: @unchecked Sendable {
    let cancellable = g_cancellable_new()
    func cancel() { g_cancellable_cancel(cancellable) }
    deinit { g_object_unref(cancellable) }
}
