/// What is remembered from one start to the next, beside the library. Reading and saving are at once and never fail:
/// what cannot be kept is remembered for this run.
@MainActor public protocol Settings: AnyObject {
    func preferences() -> Preferences
    /// A value that the system's administrator has fixed stays as it is: read again what became of it.
    func save(_ preferences: Preferences)
    /// Says, after each change of a preference by this or another process, that it is time to read again.
    /// The stream ends only with the settings.
    func preferenceChanges() -> AsyncStream<Void>

    func windowState() -> WindowState
    func save(_ state: WindowState)
}
