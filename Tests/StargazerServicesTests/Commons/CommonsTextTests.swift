import Foundation
import Testing

@testable import StargazerServices

@Suite struct CommonsTextTests {
    @Test(arguments: [
        ("<div class=\"fn value\">\nJona Lendering</div>", "Jona Lendering"), ("Jeff &amp; Brian", "Jeff & Brian"),
        ("<time>18 January 2009</time><span style=\"display: none;\">date QS:P571</span>", "18 January 2009"),
        ("<style>a{}</style><b>B</b>old<br>next", "Bold next"), ("a<script>alert(1)</script>b", "a b"),
        ("<div style=\"display:none\"><div>x</div>y</div>z", "z"), ("<p", "<p"), ("1 < 2", "1 < 2"), ("", ""),
    ])
    func `HTML becomes visible text`(html: String, expected: String) {
        #expect(CommonsText.plain(html) == expected)
    }

    @Test func `the work is bounded for any HTML`() {
        for piece in ["<div>", "<a href=\"", "&amp;", "x", "<!--"] {
            let text = CommonsText.plain(String(repeating: piece, count: 200_000))
            #expect(text.unicodeScalars.count <= CommonsText.maxTextLength)
        }
    }

    @Test(arguments: [
        ("<a href=\"//commons.wikimedia.org/wiki/User:A\">A</a>", "https://commons.wikimedia.org/wiki/User:A"),
        ("<a href=\"/w/index.php?title=User:A&amp;redlink=1\">A</a>", nil), ("<a href=\"javascript:x()\">A</a>", nil),
        ("A", nil),
    ])
    func `an author's page is a web page that exists`(html: String, address: String?) {
        #expect(CommonsText.link(in: html)?.absoluteString == address)
    }
}
