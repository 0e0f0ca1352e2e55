/// Runs an actor on a thread with a `GMainContext` of its own: what the actor starts calls back there, so that libsecret
/// and the bus never wait for the window nor the window for them.
final class KeyringThread: SerialExecutor {
    let thread = NetworkThread(name: "keyring")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.perform { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    deinit { thread.stop() }
}
