/// What persists between starts, besides the library. Reading and saving are synchronous and never fail.
/// Values that cannot be saved last for this run.
@MainActor public protocol Settings: AnyObject {
    func preferences() -> Preferences
    /// Saves the preferences. A value that the system administrator has locked does not change, so read them again.
    func save(_ preferences: Preferences)
    /// Yields after each change of a preference by this or another process. The stream ends only with the settings.
    func preferenceChanges() -> AsyncStream<Void>

    func windowState() -> WindowState
    func save(_ state: WindowState)
}
