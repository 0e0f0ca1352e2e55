import Foundation
import Glibc
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// A private session bus without service activation, and a home folder for its keyring.
final class PrivateSession {
    let folder: URL
    let address: String
    private let bus: ChildProcess
    private var keyStore: ChildProcess?

    init() throws {
        // The path is short: the bus puts its socket here, whose path is limited to 107 bytes.
        folder = FileManager.default.temporaryDirectory.appending(path: "keyring-\(UUID().uuidString.prefix(13))")
        let configuration = folder.appending(path: "session.conf")
        for name in ["services", "home", "run"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try Self.configuration(folder).write(to: configuration, atomically: true, encoding: .utf8)
        bus = try ChildProcess(
            "dbus-daemon", ["--config-file=\(configuration.path)", "--nofork", "--nopidfile", "--print-address=1"],
            output: .pipe)
        var text = ""
        while !text.hasSuffix("\n") {
            guard let more = bus.read() else { throw CocoaError(.executableLoad) }
            text += String(decoding: more, as: UTF8.self)
        }
        address = text.trimmingCharacters(in: .newlines)
    }

    deinit {
        endKeyStore()
        bus.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts GNOME Keyring. With `unlocked`, it unlocks the keyring and creates a missing one.
    func startKeyStore(unlocked: Bool = true) throws {
        let keyStore = try start(
            "gnome-keyring-daemon", ["--foreground", "--components=secrets"] + (unlocked ? ["--unlock"] : []),
            input: unlocked ? "\n" : "")
        self.keyStore = keyStore
        try waitForKeyStore()
    }

    /// Stops the process, so that the keyring accepts calls but answers none.
    func hangKeyStore() { keyStore?.stop() }

    private func endKeyStore() {
        keyStore?.kill()
        keyStore = nil
    }

    /// Waits until the bus has noticed. A keyring started earlier would find the name taken and exit.
    func stopKeyStore() throws {
        endKeyStore()
        var said = ""
        while !said.contains("false") {
            let asking = try start(
                "gdbus",
                [
                    "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
                    "--method", "org.freedesktop.DBus.NameHasOwner", "org.freedesktop.secrets",
                ], input: "", output: .pipe)
            said = String(decoding: asking.readToEnd(), as: UTF8.self)
            asking.wait()
        }
    }

    /// Returns what another program finds.
    func secretTool(_ arguments: String..., input: String = "") throws -> String {
        let process = try start("secret-tool", arguments, input: input, output: .pipe, joinsErrors: true)
        let said = process.readToEnd()
        process.wait()
        return String(decoding: said, as: UTF8.self)
    }

    private func waitForKeyStore() throws {
        let waiting = try start(
            "gdbus", ["wait", "--session", "--timeout", "60", "org.freedesktop.secrets"], input: "")
        try #require(waiting.wait() == 0, "the key store did not come")
    }

    private func start(
        _ program: String, _ arguments: [String], input: String, output: ChildProcess.Output = .dropped,
        joinsErrors: Bool = false
    ) throws -> ChildProcess {
        let typed = folder.appending(path: "typed-\(UUID().uuidString)")
        try Data(input.utf8).write(to: typed)
        return try ChildProcess(
            program, arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address,
                "HOME": folder.appending(path: "home").path, "XDG_RUNTIME_DIR": folder.appending(path: "run").path,
            ],
            input: .file(typed), output: output, joinsErrors: joinsErrors)
    }

    private static func configuration(_ folder: URL) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:dir=\(folder.path)</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(folder.appending(path: "services").path)</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}

/// Returns a store in a process whose only session bus is at `address`. GIO connects a process to its bus once and for
/// good, so each case needs its own process.
func store(
    at address: String, for service: KeyringService = GitHubServer.gitHubKeyring, time: TimeSource = .system
) -> SecretServiceStore {
    setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { unsetenv(name) }
    for name in ["HOME", "XDG_RUNTIME_DIR"] { setenv(name, "/nonexistent", 1) }
    return SecretServiceStore(for: service, time: time)
}

/// The programs that these tests need and this machine lacks.
let missingForKeyring = ["dbus-daemon", "gdbus", "gnome-keyring-daemon", "secret-tool"].filter {
    access("/usr/bin/\($0)", X_OK) != 0
}
