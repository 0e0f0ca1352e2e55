import Foundation
import Testing

@testable import StargazerServices

/// Where an answer may send a request.
struct HopTests {
    @Test func aCredentialStaysWithItsOrigin() throws {
        let next = try hop("https://api.github.com/repos/a/b").redirected(to: "/repositories/1", status: 301)
        #expect(next.address.text == "https://api.github.com/repositories/1")
        #expect(next.headers["Authorization"] == "Bearer secret")
    }

    @Test func aDefaultPortThatIsSpelledOutIsTheSameOrigin() throws {
        let next = try hop("https://api.github.com/").redirected(to: "https://API.github.com:443/x", status: 302)
        #expect(next.address.host == "api.github.com")
    }

    @Test(arguments: [
        "https://github.com/x", "http://api.github.com/x", "https://api.github.com:8443/x",
        "https://api.github.com.evil.org/",
        "https://api.github.com@evil.org/", "https://evil.org\\@api.github.com/", "//evil.org/x",
    ])
    func anAnswerIsNotFetchedFromElsewhere(location: String) throws {
        let hop = try hop("https://api.github.com/")
        #expect(throws: HTTPFailure.self) { try hop.redirected(to: location, status: 302) }
    }

    @Test func aPictureMayComeFromElsewhereWithoutWhatWasGivenForHere() throws {
        let next = try hop("https://github.com/a.png", .picture).redirected(
            to: "https://avatars.githubusercontent.com/u/1", status: 302)
        #expect(next.address.host == "avatars.githubusercontent.com")
        #expect(next.headers == ["Accept": "image/*"])
        let back = try next.redirected(to: "https://github.com/b.png", status: 302)
        #expect(back.headers["Authorization"] == nil)
    }

    @Test(arguments: [
        "http://avatars.githubusercontent.com/u/1", "https://127.0.0.1/x", "https://[::1]/", "https://localhost/",
    ])
    func aPictureIsNotFetchedInTheClearNorFromThisMachine(location: String) throws {
        let hop = try hop("https://github.com/a.png", .picture)
        #expect(throws: HTTPFailure.self) { try hop.redirected(to: location, status: 302) }
    }

    @Test func aRefusedTargetIsNamedWithoutItsQuery() throws {
        let hop = try hop("https://api.github.com/")
        #expect(throws: HTTPFailure.redirectRefused(to: "https://evil.org:443/x")) {
            try hop.redirected(to: "https://evil.org/x?key=secret", status: 302)
        }
    }

    @Test(arguments: [
        "http://api.github.com/", "http://192.168.0.1/", "http://127.0.0.1.evil.org/", "http://localhost.evil.org/",
    ])
    func plainHTTPToAnotherMachineIsInsecure(url: String) throws {
        #expect(throws: HTTPFailure.insecure) { try hop(url) }
    }

    @Test(arguments: ["http://127.0.0.1:8080/", "http://localhost:1/", "http://[::1]:1/", "http://127.9.9.9/"])
    func plainHTTPToThisMachineIsFine(url: String) throws {
        #expect(try hop(url).address.isLoopback)
    }

    @Test(arguments: ["file:///etc/passwd", "https:///x", "https://user:password@github.com/", "data:text/plain,x"])
    func whatIsNoAddressOfTheWebIsMalformed(url: String) throws {
        #expect(throws: HTTPFailure.malformed) { try hop(url) }
    }

    private func hop(_ url: String, _ kind: HTTPBodyKind = .json) throws -> Hop {
        try Hop(
            HTTPRequest(
                url: #require(URL(string: url)), headers: ["Authorization": "Bearer secret", "Accept": "image/*"],
                expects: kind))
    }
}
