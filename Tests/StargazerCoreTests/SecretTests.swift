import Foundation
import StargazerCore
import Testing

@Suite struct SecretTests {
    private let text = "ghp_do-not-tell"
    private var secret: Secret { Secret(text) }
    private var credential: Credential { Credential(secret: secret, host: "api.github.com") }

    private struct Holder {
        let secret: Secret?
        let all: [Secret]
        let byName: [String: Secret]
        let credential: Credential
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func `says nothing of itself however it is printed`() {
        for said in [
            secret.description, secret.debugDescription, "\(secret)", String(describing: secret),
            String(reflecting: secret), dumped(secret),
        ] {
            #expect(!said.contains("do-not-tell"))
            #expect(said.contains("redacted"))
        }
    }

    @Test func `says nothing of itself inside other values`() {
        let holder = Holder(secret: secret, all: [secret], byName: ["a": secret], credential: credential)
        let optional: Secret? = secret
        for said in [
            "\(holder)", String(reflecting: holder), dumped(holder), String(reflecting: optional), dumped([secret]),
            "\(credential)", String(reflecting: credential), dumped(credential),
            "\(Result<Secret, any Error>.success(secret))",
        ] {
            #expect(!said.contains("do-not-tell"))
        }
    }

    @Test func `a mirror sees nothing`() {
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect(Mirror(reflecting: secret).superclassMirror == nil)
    }

    @Test func `cannot be encoded`() {
        for value in [secret, credential] as [Any] {
            #expect(!(value is any Encodable))
            #expect(!(value is any Decodable))
        }
    }

    @Test func `reveals its text only on request`() {
        #expect(secret.revealed == text)
    }

    @Test(arguments: [
        ("ghp_do-not-tell", true), ("ghp_do-not-telL", false), ("Xhp_do-not-tell", false), ("ghp_do-not-tel", false),
        ("ghp_do-not-tell!", false), ("", false),
    ])
    func `is equal to the same text only`(other: String, isEqual: Bool) {
        #expect((secret == Secret(other)) == isEqual)
        #expect((credential == Credential(secret: Secret(other), host: "api.github.com")) == isEqual)
    }

    @Test func `a credential is for one host and port`() {
        #expect(credential != Credential(secret: secret, host: "api.github.com:8443"))
    }
}

@Suite struct TokenParsingTests {
    @Test(arguments: ["", " \n", "\r\n\t", "\n \u{A0}", "\u{A0}\u{2003}", "\u{2028}"])
    func `white space around is taken away`(space: String) throws {
        #expect(try Secret.token(from: "\(space)ghp_abc\(space)").revealed == "ghp_abc")
    }

    @Test func `every printed character of ASCII may be in it`() throws {
        let all = String(String.UnicodeScalarView((0x21...0x7E).compactMap { Unicode.Scalar($0 as UInt32) }))
        #expect(try Secret.token(from: all).revealed == all)
    }

    @Test(
        arguments: [
            ("", .empty), (" ", .empty), ("\r\n", .empty), ("\u{A0}\u{2029}\t", .empty),
            ("ghp_a\nghp_b", .hasLineBreak), ("ghp_a\r\nghp_b", .hasLineBreak), ("ghp_a\rb", .hasLineBreak),
            ("a\u{2028}b", .hasLineBreak), ("a\u{85}b", .hasLineBreak), ("a b\nc", .hasLineBreak),
            ("ghp_a b", .hasWhiteSpace), ("a\tb", .hasWhiteSpace), ("a\u{A0}b", .hasWhiteSpace),
            ("a\u{0}b", .hasControlCharacter), ("a\u{1B}[0m", .hasControlCharacter), ("\u{7F}", .hasControlCharacter),
            ("a\u{9F}b", .hasControlCharacter), ("ghp_ä", .notASCII), ("\u{FEFF}ghp_a", .notASCII),
            ("a\u{200B}b", .notASCII), ("ghp_\u{430}", .notASCII), ("a\u{301}", .notASCII),
        ] as [(String, TokenFormatFailure)])
    func `what cannot be a token is refused with its kind`(typed: String, failure: TokenFormatFailure) {
        #expect(throws: failure) { try Secret.token(from: typed) }
    }

    @Test func `at most 255 characters count`() throws {
        let longest = String(repeating: "x", count: 255)
        #expect(try Secret.token(from: " \(longest)\n").revealed == longest)
        #expect(throws: TokenFormatFailure.tooLong(limit: 255)) { try Secret.token(from: longest + "x") }
        #expect(throws: TokenFormatFailure.tooLong(limit: 255)) {
            try Secret.token(from: String(repeating: "x", count: 10_000))
        }
    }
}
