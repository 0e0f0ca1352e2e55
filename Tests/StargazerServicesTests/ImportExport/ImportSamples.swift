import Foundation
import StargazerCore

@testable import StargazerLibrary
@testable import StargazerServices

/// Files of other programs, in the forms that they write. Names, numbers and notes are made up.
enum ImportSamples {
    static let astral = #"""
        {"1":{"id":12,"repo_id":2,"notes":null,"tags":[{"id":4,"name":"rust","pivot":{"star_id":12}}]},
         "0":{"id":11,"repo_id":1,"notes":"Try *it*.\n\n- fast","autotagged_by_topic":0,
              "tags":[{"id":3,"name":"cli"},{"id":4,"name":"rust"}]}}
        """#
    static let astralList = #"""
        [{"id":11,"repo_id":1,"notes":"Try *it*.\n\n- fast","tags":[{"id":3,"name":"cli"},{"id":4,"name":"rust"}]},
         {"id":12,"repo_id":2,"notes":"","tags":[{"id":4,"name":"rust"}]}]
        """#
    static let starflare = #"[{"name":"cli","repos":[1]},{"name":"later","repos":[]},{"name":"rust","repos":[1,2]}]"#
    static let starTags = #"""
        {"v":2,"tags":{
           "Owner1/NAME1":{"manualTags":["cli","rust","gone"],"autoTags":["parser"],"notes":"Try *it*.\n\n- fast"},
           "owner2/name2":{"manualTags":["rust"],"notes":""}},
         "tagMeta":{"cli":{"color":"#3584e4"},"gone":{"excluded":true}},"exportedAt":"2026-08-02T09:00:00.000Z"}
        """#
    static let starTagsFirstVersion = #"""
        {"v":1,"tags":{"owner1/name1":{"tags":["cli","rust"],"notes":"Try *it*.\n\n- fast","favorite":false},
                       "owner2/name2":{"tags":["rust"]}},"tagMeta":{},"exportedAt":"2026-01-02T09:00:00.000Z"}
        """#
    static let secret = "s3cr3t-do-not-tell"
    private static let lists = #"""
        "repositories":[
          {"id":1,"full_name":"owner1/name1","description":"A parser","html_url":"https://github.com/owner1/name1",
           "stargazers_count":5,"forks_count":1,"language":"Rust","created_at":"2020-01-01T00:00:00Z",
           "starred_at":"2025-05-05T05:05:05Z","owner":{"login":"owner1","avatar_url":"https://a.example/1"},
           "topics":["parser"],"license":"MIT","ai_tags":["ai"],"custom_tags":["cli"],"custom_category":"dev",
           "custom_description":"Try *it*.\n\n- fast"},
          {"id":2,"full_name":"owner2/name2","description":null,"custom_tags":["rust"]}],
        "customCategories":[{"id":"dev","name":"rust","keywords":[]}],
        "aiConfigs":[{"id":"a","apiKey":"s3cr3t-do-not-tell","baseUrl":"https://x.example"}],
        "webdavConfigs":[{"username":"octocat","password":"s3cr3t-do-not-tell"}],
        "githubToken":"s3cr3t-do-not-tell","backendApiSecret":"s3cr3t-do-not-tell"
        """#
    static let starsManager = #"{"version":"1.0","exportDate":"2026-08-20","data":{\#(lists)}}"#
    static let starsManagerBackup = #"{"version":"1.1","exportedAt":"2026-08-20T10:11:12.345Z",\#(lists)}"#
    static let chromium = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file. -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1700000000" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
            <DL><p>
                <DT><H3 ADD_DATE="1700000001">cli &amp; more</H3>
                <DL><p>
                    <DT><A HREF="https://github.com/Owner1/name1/tree/main?tab=readme#use" ADD_DATE="1">One &lt;1&gt;</A>
                    <DT><A HREF="http://www.github.com/owner1/name1/issues/12">an issue of the same</A>
                    <DT><A HREF="https://github.com/nobody/nothing">not a favorite</A>
                </DL><p>
                <DT><A HREF="https://github.com/owner1">a person</A>
                <DT><A HREF="https://gist.github.com/owner1/0123456789abcdef">a gist</A>
                <DT><A HREF="https://github.com/settings/profile">a page of the server</A>
                <DT><A HREF="https://example.org/">somewhere else</A>
            </DL><p>
            <DT><A HREF="https://github.com/owner2/name2.git" ADD_DATE="0">two</A>
        </DL><p>

        """
    static let firefox = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks Menu</H1>

        <DL><p>
            <DT><H3 ADD_DATE="1700000000">Später</H3>
            <DL><p>
                <DT><A HREF="https://github.com/owner1/name1" ICON_URI="https://github.com/f.ico" TAGS="rust,cli tools">1</A>
                <DD>A description
                <HR>        <DT><A HREF="https://github.com/例/x">not a name</A>
                <DT><A HREF="place:sort=8&amp;maxResults=10">Most Visited</A>
            </DL><p>
            <DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Other Bookmarks</H3>
            <DL><p>
            </DL><p>
        </DL>
        """
    /// By name, for tests that do the same with each.
    static let all = [
        ("Astral", astral), ("Astral, a list", astralList), ("Starflare", starflare), ("tags", starTags),
        ("tags, version 1", starTagsFirstVersion), ("manager", starsManager), ("manager, a backup", starsManagerBackup),
        ("Chromium", chromium), ("Firefox", firefox),
    ]

    /// The files of the folder `samples/imports` next to the checkout, which are not part of this project.
    static var files: [URL] {
        var checkout = URL(filePath: #filePath)
        for _ in 1...4 { checkout.deleteLastPathComponent() }
        let folder = checkout.deletingLastPathComponent().appending(path: "shared/samples/imports")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
    }

    static func read(_ data: Data) async throws -> ImportFile {
        let folder = try TemporaryFolder()
        let place = folder.root.appending(path: "file.txt")
        try data.write(to: place)
        return try await FavoritesFileIO(codecs: codecs).read(place, now: day0)
    }

    static func read(_ text: String) async throws -> ImportFile { try await read(Data(text.utf8)) }
}
