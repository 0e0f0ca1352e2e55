import GtkBridge
import StargazerCore

/// The texts about a catalog's API key.
enum APIKeyText {
    static var key: String { trc("field", "Key") }
    static var getKey: String { tr("Get a Key") }

    static var checking: String { tr("Checking…") }
    static var unlock: String { tr("Unlock Keyring") }

    static func step(_ number: Int, _ text: String) -> String {
        // Translators: one step of several; %1$s is its number, %2$s a sentence.
        trc("numbered step", "%1$s. %2$s").filled(String(number), text)
    }

    static func errorMessage(_ problem: APIKeyProblem, of service: String) -> String {
        switch problem {
        case .text(let failure): errorMessage(failure)
        case .refused: tr("%1$s does not accept this key. Compare it with the one on its page.").filled(service)
        case .unchecked(.offline): tr("The key could not be tried out: you are offline.")
        case .unchecked: tr("%1$s could not be asked whether it accepts this key. Try again later.").filled(service)
        case .store(let failure):
            JoinText.sentences([
                TokenStoreText.sentence(of: failure),
                tr("A key that is entered now is forgotten when Stargazer closes."),
            ])
        }
    }

    /// The warning above the results when the key could not be saved.
    static func notSavedWarning(_ failure: TokenStoreFailure) -> String {
        JoinText.sentences([
            TokenStoreText.sentence(of: failure), tr("So the key is forgotten when Stargazer closes."),
        ])
    }

    private static func errorMessage(_ failure: TokenFormatFailure) -> String {
        switch failure {
        case .empty: tr("There is nothing in the field yet.")
        case .hasLineBreak: tr("A key is one line.")
        case .hasWhiteSpace: tr("A key has no spaces in it.")
        case .hasControlCharacter, .notASCII: tr("A key is made of plain letters and digits.")
        case .tooLong(let limit):
            trn("A key has at most %1$s character.", "A key has at most %1$s characters.", limit).filled(String(limit))
        }
    }
}
