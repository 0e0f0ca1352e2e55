import Foundation
import Testing

@testable import StargazerServices

/// The allowed targets of redirects, and allowed picture URLs.
struct ValidatedRequestTests {
    @Test func `a credential stays with its origin`() throws {
        let next = try validated("https://api.github.com/repos/a/b").redirected(to: "/repositories/1", status: 301)
        #expect(next.address.text == "https://api.github.com/repositories/1")
        #expect(next.headers["Authorization"] == "Bearer secret")
    }

    @Test func `a default port that is spelled out is the same origin`() throws {
        let next = try validated("https://api.github.com/").redirected(to: "https://API.github.com:443/x", status: 302)
        #expect(next.address.host == "api.github.com")
    }

    @Test(arguments: [
        "https://github.com/x", "http://api.github.com/x", "https://api.github.com:8443/x",
        "https://api.github.com.evil.org/",
        "https://api.github.com@evil.org/", "https://evil.org\\@api.github.com/", "//evil.org/x",
    ])
    func `a response is not fetched from another server`(location: String) throws {
        let validated = try validated("https://api.github.com/")
        #expect(throws: HTTPFailure.self) { try validated.redirected(to: location, status: 302) }
    }

    @Test func `a picture from another server gets no credentials`() throws {
        let next = try validated("https://github.com/a.png", .picture).redirected(
            to: "https://avatars.githubusercontent.com/u/1", status: 302)
        #expect(next.address.host == "avatars.githubusercontent.com")
        #expect(next.headers == ["Accept": "image/*"])
        let back = try next.redirected(to: "https://github.com/b.png", status: 302)
        #expect(back.headers["Authorization"] == nil)
    }

    @Test(arguments: ValidatedRequestTests.localAddresses + ["http://avatars.githubusercontent.com/u/1"])
    func `a picture is not fetched in the clear nor from this machine`(location: String) throws {
        let validated = try validated("https://github.com/a.png", .picture)
        #expect(throws: HTTPFailure.self) { try validated.redirected(to: location, status: 302) }
    }

    @Test(arguments: ValidatedRequestTests.localAddresses, [HTTPBodyKind.picture, .largePicture])
    func `a picture with a local address is refused`(address: String, kind: HTTPBodyKind) {
        #expect(throws: HTTPFailure.addressRefused) { try validated(address, kind) }
    }

    @Test func `a picture may come from a server that the user named`() throws {
        let policy = PictureAddressPolicy(trusting: [
            try APIServer(apiURL: "http://127.0.0.1:8080/api"), try APIServer(apiURL: "https://10.0.0.1/api"),
        ])
        for address in ["http://127.0.0.1:8080/picture", "https://10.0.0.1:443/picture"] {
            #expect(try !validated(address, .picture, policy).needsPublicAddress)
        }
        for address in [
            "http://127.0.0.1:8081/", "https://127.0.0.1:8080/", "http://localhost:8080/", "https://10.0.0.2/",
        ] {
            #expect(throws: HTTPFailure.addressRefused) { try validated(address, .picture, policy) }
        }
        let away = try validated("https://10.0.0.1/a", .picture, policy).redirected(
            to: "https://github.com/b", status: 302)
        #expect(away.needsPublicAddress)
        let back = try away.redirected(to: "https://10.0.0.1/c", status: 302)
        #expect(!back.needsPublicAddress)
    }

    @Test func `only pictures need a public address`() throws {
        #expect(try validated("https://github.com/a.png", .picture).needsPublicAddress)
        #expect(try validated("https://github.com/a.png", .largePicture).needsPublicAddress)
        #expect(try !validated("https://github.com/a").needsPublicAddress)
        #expect(try !validated("https://127.0.0.1/a").needsPublicAddress)
    }

    @Test func `a refused target is named without its query`() throws {
        let validated = try validated("https://api.github.com/")
        #expect(throws: HTTPFailure.redirectRefused(to: "https://evil.org:443/x")) {
            try validated.redirected(to: "https://evil.org/x?key=secret", status: 302)
        }
    }

    @Test(arguments: [
        "http://api.github.com/", "http://192.168.0.1/", "http://127.0.0.1.evil.org/", "http://localhost.evil.org/",
    ])
    func `plain HTTP to another machine is insecure`(url: String) throws {
        #expect(throws: HTTPFailure.insecure) { try validated(url) }
    }

    @Test(arguments: ["http://127.0.0.1:8080/", "http://localhost:1/", "http://[::1]:1/", "http://127.9.9.9/"])
    func `plain HTTP to this machine is fine`(url: String) throws {
        #expect(try validated(url).address.isLoopback)
    }

    @Test(arguments: ["file:///etc/passwd", "https:///x", "https://user:password@github.com/", "data:text/plain,x"])
    func `what is no address of the web is malformed`(url: String) throws {
        #expect(throws: HTTPFailure.malformed) { try validated(url) }
    }

    static let localAddresses = [
        "http://127.0.0.1/x", "https://127.0.0.1/x", "https://127.9.9.9:8443/", "https://[::1]/", "https://localhost/",
        "https://LOCALHOST./", "https://printer.localhost/", "https://[::ffff:127.0.0.1]/", "https://[::]/",
        "https://0.0.0.0/", "https://10.1.2.3/", "https://172.31.255.255/", "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/", "https://224.0.0.1/",
        "https://[fe80::1]/", "https://[fd00::1]/", "https://[ff02::1]/", "https://[64:ff9b::a00:1]/",
    ]

    private func validated(
        _ url: String, _ kind: HTTPBodyKind = .json, _ pictures: PictureAddressPolicy = PictureAddressPolicy()
    ) throws -> ValidatedRequest {
        try ValidatedRequest(
            HTTPRequest(
                url: #require(URL(string: url)), headers: ["Authorization": "Bearer secret", "Accept": "image/*"],
                expects: kind), pictures: pictures)
    }
}
