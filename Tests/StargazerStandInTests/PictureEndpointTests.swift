import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct PictureEndpointTests {
    private let visitor = StandInClient(.odd)

    private func picture(of login: String, _ more: String = "") throws -> StandInResponse {
        let url = try #require(visitor.search("user:\(login) fork:true").items.first?.owner.avatar_url)
        let target = try #require(URLComponents(string: url))
        return visitor.get("\(target.path)?\(target.query ?? "")\(more)")
    }

    private func size(_ png: Data) -> [Int] {
        let bytes = [UInt8](png.prefix(24))
        guard bytes.count == 24, bytes[1...3].elementsEqual("PNG".utf8) else { return [] }
        return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func `owners look different, and the same each time`() throws {
        let pictures = try ["neovim", "GNOME", "swiftlang", "vapor"].map { try picture(of: $0, "&s=40").body }
        #expect(Set(pictures).count > 1 && pictures.allSatisfy { !size($0).isEmpty })
        #expect(try picture(of: "neovim", "&s=40").body == pictures.first)
    }

    @Test func `each bad picture is bad in its own way`() throws {
        #expect(try picture(of: "broken-picture").header("Content-Type") == "text/html")
        let garbage = try picture(of: "garbage-picture")
        #expect(garbage.header("Content-Type") == "image/png")
        #expect(size(garbage.body).isEmpty)
        let bomb = try picture(of: "picture-bomb")
        #expect(size(bomb.body) == [20_000, 20_000])
        #expect(bomb.body.count < 50_000)
        let half = try picture(of: "truncated-picture")
        #expect(size(half.body) == [128, 128])
        #expect(!half.body.suffix(12).contains(Data("IEND".utf8)))
        #expect(try picture(of: "svg-picture").header("Content-Type") == "image/svg+xml")
        #expect(try picture(of: "missing-picture").status == 404)
    }
}
