import GtkBridge
import StargazerCore

/// The texts about failures of the key store.
enum TokenStoreText {
    static func sentence(of failure: TokenStoreFailure) -> String {
        switch failure {
        case .noBus: tr("There is no session bus to reach a keyring by.")
        case .noService: tr("No keyring is running, such as GNOME Keyring, KWallet or KeePassXC.")
        case .timedOut: tr("The keyring does not answer.")
        case .locked: tr("The keyring is locked.")
        case .refused(let code): tr("The keyring refused (code %1$s).").filled(String(code))
        case .cancelled: tr("The request to the keyring was canceled.")
        }
    }
}
