import GtkBridge
import StargazerCore

/// Why the key store did not do what it was asked.
enum TokenStoreText {
    static func sentence(of failure: TokenStoreFailure) -> String {
        switch failure {
        case .noBus: tr("There is no session bus to reach a key store by.")
        case .noService: tr("No key store is running, such as GNOME Keyring, KWallet or KeePassXC.")
        case .timedOut: tr("The key store does not answer.")
        case .locked: tr("The key store is locked.")
        case .refused(let code): tr("The key store refused (code %1$s).").filled(String(code))
        case .cancelled: tr("The key store was not asked to the end.")
        }
    }
}
