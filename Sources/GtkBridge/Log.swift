import CStargazer

/// Messages of the bridge in GLib's log.
enum Log {
    /// Logs a programming error. With `G_DEBUG=fatal-criticals` it ends the process.
    static func critical(_ message: String) { sgz_log("Stargazer", Int32(G_LOG_LEVEL_CRITICAL.rawValue), message) }
}
