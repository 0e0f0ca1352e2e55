/// Runs an actor on a thread with its own `GMainContext`. Calls started there also call back there, so that libsecret
/// and the window never wait for each other.
final class KeyringThread: SerialExecutor {
    let thread = NetworkThread(name: "keyring")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.perform { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    deinit { thread.stop() }
}
