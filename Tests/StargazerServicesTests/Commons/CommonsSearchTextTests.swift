import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct CommonsSearchTextTests {
    private func photos(_ text: String) -> String {
        CommonsSearchText.text(text, of: .photos, rules: CommonsQualifier.photoRules)
            .replacing(" filetype:bitmap -filemime:gif -fileres:0", with: "")
    }

    @Test(arguments: [
        ("black owl", "black owl"), ("\"black owl\" -barn", "\"black owl\" -barn"), ("Zürich café", "Zürich café"),
        // Nothing acts as a keyword, an operator, a wildcard or a pattern.
        ("filetype:video owl", "\"filetype:video\" owl"), ("owl OR cat", "owl or cat"),
        ("insource:/x/", "\"insource:/x/\""),
        ("owl* ~cat", "\"owl*\" \"~cat\""), ("\"black owl", "\"black owl\""), ("a\\b", "ab"), ("- \"\" ~", ""),
        ("all:owl", "\"all:owl\""), ("owl size:large", "owl fileres:>1000"), ("owl -size:small", "owl -fileres:<500"),
        ("owl license:attribution", "owl haslicense:attribution"),
        ("owl license:sharealike", "owl haslicense:attribution-same-license"), ("owl license:nonsense", "owl"),
    ])
    func `words are taken literally and filters become keywords`(text: String, expected: String) {
        let sent = photos(text)
        #expect(sent == expected || sent == "filetype:bitmap -filemime:gif -fileres:0" && expected.isEmpty)
    }

    @Test func `drawings and an empty text have searches of their own`() {
        #expect(photos("owl type:drawing") == "owl filetype:drawing -fileres:0")
        #expect(photos("owl -type:photo") == "owl filetype:drawing -fileres:0")
        #expect(photos("").hasSuffix("haswbstatement:P6731=Q63348049"))
    }

    @Test func `a text that is too long is not sent`() async {
        let fixture = CommonsFixture()
        let text = String(repeating: "owl ", count: 80)
        #expect(fixture.photos.problems(in: text) == [.commonsSearchTooLong])
        #expect(fixture.photos.problems(in: "owl") == [])
        await #expect(throws: CatalogFailure.badQuery(.commonsSearchTooLong)) { try await fixture.search(text) }
        #expect(fixture.transport.requests.isEmpty)
    }
}
