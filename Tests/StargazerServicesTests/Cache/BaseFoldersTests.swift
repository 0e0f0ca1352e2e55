import Foundation
import StargazerServices
import Testing

@Suite struct BaseFoldersTests {
    @Test func `the environment says`() {
        let folders = XDGDirectories(environment: ["XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "/d", "HOME": "/h"])
        #expect(folders.cache.path == "/c/stargazer")
        #expect(folders.data.path == "/d/stargazer")
    }

    @Test(arguments: [nil, "", "relative", "./x", "~/x"] as [String?])
    func `what is not absolute is ignored`(value: String?) {
        var environment = ["HOME": "/h"]
        environment["XDG_CACHE_HOME"] = value
        environment["XDG_DATA_HOME"] = value
        #expect(XDGDirectories(environment: environment).cache.path == "/h/.cache/stargazer")
        #expect(XDGDirectories(environment: environment).data.path == "/h/.local/share/stargazer")
    }

    @Test(arguments: [nil, "", "home"] as [String?])
    func `a home that is not absolute is that of the user`(value: String?) {
        var environment: [String: String] = [:]
        environment["HOME"] = value
        let folder = XDGDirectories(environment: environment).cache.path
        #expect(folder.hasPrefix("/") && folder.hasSuffix("/.cache/stargazer"))
    }
}
