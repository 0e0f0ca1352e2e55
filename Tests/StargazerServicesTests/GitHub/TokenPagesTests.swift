import Foundation
import StargazerServices
import Testing

struct TokenPagesTests {
    @Test(arguments: [
        ("https://api.github.com", "https://github.com"),
        ("https://api.octo.ghe.com", "https://octo.ghe.com"),
        ("https://github.example.org/api/v3", "https://github.example.org"),
        ("https://api.example.org:8443/api/v3/", "https://api.example.org:8443"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ])
    func `token pages are on the configured server`(api: String, webHost: String) throws {
        let pages = GitHubTokenPages(try GitHubServer(apiURL: api))
        #expect(pages.fineGrained?.absoluteString == "\(webHost)/settings/personal-access-tokens/new")
        #expect(
            pages.classic?.absoluteString
                == "\(webHost)/settings/tokens/new?scopes=public_repo&description=Stargazer")
    }
}
