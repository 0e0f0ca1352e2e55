/// Invented repositories with unusual names, texts, addresses and pictures. The topic `odd` finds them together.
enum OddRepositories {
    static let table = """
        odd-samples/no-description|12|1|0|Swift|mit|2023-02|900|odd||user
        odd-samples/no-license|34|2|1|Go|-|2022-05|300|odd||user
            Nobody said what may be done with this
        odd-samples/unknown-license|56|3|2|C|other|2021-08|200|odd||user
            Comes with a license text of its own
        odd-samples/no-stars-yet|0|0|0|Vala|gpl-3.0|2026-01|3|odd||user
            Waiting for the first one
        odd-samples/no-language|7|0|0|-|cc0-1.0|2020-03|5000|odd|-|user
            Words only; even the homepage is null
        odd-samples/\(longName)|21|4|0|Java|apache-2.0|2019-09|700|odd||user
            Its name is as long as a name may be
        odd-samples/old-and-archived|890|77|12|CoffeeScript|mit|2012-06|60000|odd||user,archived
            No longer maintained: read, do not build upon it
        odd-samples/starter-template|430|510|3|HTML|unlicense|2021-11|420|odd,template||user,template
            Press the button and begin with this
        odd-samples/swift|5|0|0|Swift|apache-2.0|2024-04|80|odd,swift||user,fork=swiftlang/swift
            Fork with a single changed line
        odd-samples/ripgrep-experiments|41|6|1|Rust|unlicense|2022-12|250|odd||user,fork=BurntSushi/ripgrep
            Fork that tries things out
        odd-samples/read-only-mirror|88|19|0|C|gpl-2.0|2013-03|2|odd|https://git.example.org|user,\
        mirror=https://git.example.org/original.git
            Mirror; development happens elsewhere
        odd-samples/emoji-codes|77|5|2|Ruby|mit|2018-07|340|odd||user
            :rocket: Fast :zap: and :sparkles: shiny, :not_an_emoji: too, 100 :+1: and real ones 🚀👩‍🚀🇯🇵
        odd-samples/markup|66|6|6|HTML|mit|2017-01|610|odd|https://example.org/?a=1&b=<2>|user
            <b>bold</b> <a href='x'>link</a> & "quotes" 'single' &amp; <script>alert(1)</script> <unclosed
        odd-samples/control-characters|13|1|1|C++|mit|2016-10|1300|odd||user
            Tab\there, bell\u{07}, escape \u{1B}[31m, override \u{202E}detrever\u{202C}, isolate \u{2067}x\u{2069}, \
        zero\u{200B}width, mark\u{FEFF}
        odd-samples/endless|9|0|0|Perl|mit|2015-05|2600|odd||user
            \(endless)
        odd-samples/javascript-homepage|15|1|0|JavaScript|mit|2020-02|480|odd|javascript:alert(document.title)|user
            Its homepage must not be opened
        odd-samples/ssh-homepage|16|1|0|Shell|mit|2020-02|470|odd|ssh://root@example.org/|user
            Its homepage must not be opened either
        odd-samples/file-homepage|14|1|0|Shell|mit|2020-02|460|odd|file:///etc/passwd|user
            Nor this one
        odd-samples/homepage-without-scheme|18|1|0|CSS|mit|2020-02|450|odd|www.example.org/page|user
            Somebody forgot what comes before the host
        odd-samples/many-topics|23|2|0|Python|mit|2021-06|150|\(manyTopics)||user
            As many topics as there may be
        odd-samples/huge-numbers|987654321|123456789|99999999|Assembly|mit|2008-02|0|odd||user
            Figures wider than any column
        broken-picture/page-instead|31|2|0|Swift|mit|2022-01|11|odd,picture||user
            The owner's picture is a web page
        garbage-picture/noise|32|2|0|Go|mit|2022-01|12|odd,picture||user
            The owner's picture is noise under the name of a picture
        picture-bomb/twenty-thousand|33|2|0|C|mit|2022-01|13|odd,picture||user
            The owner's picture is small on the wire and 20,000 pixels wide
        truncated-picture/half|34|2|0|Rust|mit|2022-01|14|odd,picture||user
            The owner's picture ends in the middle
        svg-picture/vector|35|2|0|SVG|mit|2022-01|15|odd,picture||user
            The owner's picture is a vector drawing
        missing-picture/nothing|36|2|0|Lua|mit|2022-01|16|odd,picture||user
            The owner's picture is not there
        odd-samples/readme-link|24|0|0|C|mit|2022-02|21|odd||user
            The README is a symbolic link
        odd-samples/readme-markdown|25|0|0|C|mit|2022-02|22|odd||user
            The README has a long extension, and docs has another one
        odd-samples/readme-in-github|26|0|0|C|mit|2022-02|23|odd||user
            A README in .github comes before that in the root
        odd-samples/readme-in-docs|27|0|0|C|mit|2022-02|24|odd||user
            The only README is in docs
        odd-samples/readme-large|28|0|0|C|mit|2022-02|25|odd||user
            The README has more than a megabyte
        odd-samples/readme-windows|29|0|0|C|mit|2022-02|26|odd||user
            The README is in Windows-1252
        """

    private static let longName = String(repeating: "a-very-long-name-", count: 6).prefix(99) + "9"
    private static let endless = String(repeating: "never ends and goes on and ", count: 12) + "stops."
    private static let manyTopics = (["odd"] + (1...19).map { "topic-number-\($0)" }).joined(separator: ",")
}
