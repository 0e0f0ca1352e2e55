import Foundation
import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

/// Tables that HTML in Markdown makes.
@Suite struct MarkdownHTMLTableTests {
    private let raw = "https://raw.githubusercontent.com/octocat/hello/main"

    @Test func tables() async {
        let text = """
            <table>
              <thead><tr><th>One<th align=left>Two</tr></thead>
              <tr><td><img src="a.png" width="50%"><br><b>A</b></td>
              <td>

            - item
            - **item**

            ```js
            let a
            let b
            ```

              </td></tr>
            </table>

            After
            """
        await expect(
            text,
            shows: """
                table* <c> One | <l> Two // ![](\(raw)/a.png){50%}⏎**A** | • item⏎• **item**⏎`let a`⏎`let b`
                p After
                """)
    }

    @Test func `cells that span`() async {
        await expect(
            """
            <table>
              <tr><th>Region</th><th>City</th><th>Offices</th></tr>
              <tr><td rowspan="2">North</td><td>Alta</td><td>3</td></tr>
              <tr><td>Bodo</td><td>5</td></tr>
              <tr><td colspan="2">All</td><td>8</td></tr>
            </table>
            """,
            shows: """
                table* <c> Region | <c> City | <c> Offices // North | Alta | 3 // \("") | Bodo | 5 // All | \("") | 8
                """)
        await expect(
            """
            <table><tr><th colspan="2">Both</th></tr>
            <tr><td rowspan="2">Left</td><td>one</td></tr>
            <tr><td>two</td></tr></table>
            """,
            shows: "table* <c> Both |  // Left | one //  | two")
    }

    @Test(
        arguments: [
            ("<tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d", "table a | b //  | c //  | d"),
            ("<tr><td rowspan=9999999>a<td>b<tr><td>c", "table a | b //  | c"),
            ("<tr><td colspan=9999999>a<tr><td>b<td>c", "table a |  // b | c"),
            ("<tr><td colspan=-1 rowspan=-1>a<td colspan=x>b<tr><td>c<td>d", "table a | b // c | d"),
            ("<tr><td>a<td rowspan=2>b<td>c<tr><td colspan=2>d<td>e", "table a | b | c // d |  | e"),
        ] as [(String, String)])
    func `no span makes a table larger than its text`(_ rows: String, _ shown: String) async {
        let document = await read("<table>\(rows)</table>")
        guard case .table(let table) = document.blocks.first?.content else {
            Issue.record("no table")
            return
        }
        #expect(table.rows.count <= 4 && table.rows[0].count <= 3)
        #expect(outline(document) == shown)
    }

    @Test func `no cell spans the rows of two groups`() async {
        await expect(
            "<table><thead><tr><th rowspan=3>a<th>b</thead><tbody><tr><td>c<td>d</tbody></table>",
            shows: "table* <c> a | <c> b // c | d")
    }

    @Test func `rows align their cells`() async {
        await expect(
            "<table><tr align=right><td>a<td align=left>b<td align=center>c</table>",
            shows: "table <r> a | <l> b | <c> c")
        await expect(
            "<p align=\"right\">טקסט בעברית</p>\n<div align=\"left\">\n\nنص\n\n</div>",
            shows: "p <r> טקסט בעברית\np <l> نص")
    }
}
