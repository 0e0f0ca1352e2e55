import GtkBridge
import StargazerCore

/// The texts about failures of the key store.
enum TokenStoreText {
    static func sentence(of failure: TokenStoreFailure) -> String {
        switch failure {
        case .noBus: tr("No D-Bus session is running, so the keyring is unavailable.")
        case .noService: tr("No keyring is running. Start one, such as GNOME Keyring, KWallet or KeePassXC.")
        case .timedOut: tr("The keyring does not respond.")
        case .locked: tr("The keyring is locked.")
        case .refused(let code): tr("The keyring rejected the request (code %1$s).").filled(String(code))
        case .cancelled: tr("The request to the keyring was canceled.")
        }
    }
}
