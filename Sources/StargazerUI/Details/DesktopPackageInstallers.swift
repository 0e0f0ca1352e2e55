import GtkBridge
import StargazerCore

/// The programs of the desktop that install packages.
@MainActor final class DesktopPackageInstallers: PackageInstallers {
    private let widget: Handle
    private let life: WeakGObject
    private let copy: @MainActor (String) -> Void

    /// - Parameter copy: copies a command because there is no such program, and says so.
    init(_ widget: Handle, copy: @escaping @MainActor (String) -> Void) {
        self.widget = widget
        life = WeakGObject(widget)
        self.copy = copy
    }

    func askSoftwareCenter(toInstall package: PackageName) async -> SoftwareCenterResponse {
        let notification = StartupNotification(of: GetItText.softwareCenter)
        let token = notification?.token.map { ["desktop-startup-id": DBusValue.string($0)] } ?? [:]
        let response = await SessionBus.call(
            "InstallPackageNames", of: "org.freedesktop.PackageKit.Modify2", at: "/org/freedesktop/PackageKit",
            on: "org.freedesktop.PackageKit",
            [
                .array([.string(package.text)], of: "s"), .string("hide-confirm-search"),
                .string(App.identifier + ".desktop"), .dictionary(token),
            ])
        guard case .failed(let error) = response else { return .returned }
        notification?.fail()
        return .failed(error: error)
    }

    func openAddress(_ address: String) async -> Bool {
        guard life.isAlive, let scheme = address.split(separator: ":").first, ShowURI.canOpen(scheme: String(scheme))
        else { return false }
        return await withCheckedContinuation { continuation in
            ShowURI.open(address, from: widget) { continuation.resume(returning: $0) }
        }
    }

    func offerCommand(_ command: String) { copy(command) }
}
