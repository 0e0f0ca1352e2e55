import GtkBridge
import StargazerCore
import StargazerLibrary

enum APIKeyText {
    static var key: String { trc("field", "Key") }
    static var getKey: String { tr("Get a Key") }

    /// Translators: %1$s is a service.
    static func search(on service: String) -> String { tr("Search %1$s").filled(service) }

    static var stored: String { tr("The key is stored in your keyring.") }
    static var checking: String { tr("Checking…") }
    static var unlock: String { tr("Unlock Keyring") }

    static func step(_ number: Int, _ text: String) -> String {
        // Translators: one step of several; %1$s is its number, %2$s a sentence.
        trc("numbered step", "%1$s. %2$s").filled(String(number), text)
    }

    static func errorMessage(_ problem: APIKeyProblem, of service: String) -> String {
        switch problem {
        case .text(let failure): errorMessage(failure)
        case .refused: tr("%1$s did not accept this key. Check that you copied the whole key.").filled(service)
        case .unchecked(.proxyRefused(let refusal)): FailureText.proxy(refusal, to: service)
        case .unchecked(.offline): tr("You are offline, so the key could not be verified.")
        case .unchecked: tr("Could not verify the key with %1$s. Try again later.").filled(service)
        case .store(let failure):
            JoinText.sentences([
                TokenStoreText.sentence(of: failure),
                tr("If you enter a key now, it is discarded when you close Stargazer."),
            ])
        }
    }

    /// The warning above the results when the key could not be saved.
    static func notSavedWarning(_ failure: TokenStoreFailure) -> String {
        JoinText.sentences([
            TokenStoreText.sentence(of: failure), tr("The key is discarded when you close Stargazer."),
        ])
    }

    private static func errorMessage(_ failure: TokenFormatFailure) -> String {
        switch failure {
        case .empty: tr("Enter a key.")
        case .hasLineBreak: tr("A key cannot contain line breaks.")
        case .hasWhiteSpace: tr("A key cannot contain spaces.")
        case .hasControlCharacter, .notASCII: tr("A key contains only unaccented letters and digits.")
        case .tooLong(let limit):
            trn("A key can have at most %1$s character.", "A key can have at most %1$s characters.", limit).filled(
                String(limit))
        }
    }
}

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
