import Foundation
import GRDB
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// Prints how often questions find what they ask for, next to what SQLite's own rank of the same texts finds.
///
/// The questions were written from the texts of `projects.json` alone, as someone remembers what a project does. A text
/// stands for a README. The files are those next to the checkout, or in the folder that `STARGAZER_SAMPLES` names.
struct SearchQualityTests {
    private struct Text {
        var name: String
        var summary: String
        var text: String
    }

    private struct Question {
        let text: String
        let wanted: [String]
        let kind: String
    }

    /// How many questions find what they ask for.
    private struct Places: CustomStringConvertible {
        var count = 0
        var first = 0
        var third = 0
        var twelfth = 0

        mutating func add(_ place: Int?) {
            count += 1
            if place == 0 { first += 1 }
            if let place, place < 3 { third += 1 }
            if let place, place < 12 { twelfth += 1 }
        }

        var description: String { "\(first) first, \(third) in three, \(twelfth) in twelve" }
    }

    private static var shared: URL {
        var checkout = URL(filePath: #filePath)
        for _ in 1...4 { checkout.deleteLastPathComponent() }
        return checkout.deletingLastPathComponent().appending(path: "shared")
    }

    private static var samples: URL {
        let named = ProcessInfo.processInfo.environment["STARGAZER_SAMPLES"].map { URL(filePath: $0) }
        return (named ?? shared.appending(path: "samples")).appending(path: "projects.json")
    }

    private static func cases(_ name: String) -> URL {
        samples.deletingLastPathComponent().deletingLastPathComponent().appending(path: "cases/\(name)")
    }

    private static func exist(_ files: URL...) -> Bool {
        files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    }

    private static func json(_ file: URL) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    }

    private static func projects() throws -> [Text] {
        let entries = try #require(try json(samples) as? [[String: Any]])
        return entries.compactMap { entry in
            guard let name = entry["full_name"] as? String, let summary = entry["summary"] as? String,
                let text = entry["text"] as? String
            else { return nil }
            return Text(name: name, summary: summary, text: text)
        }
    }

    // MARK: The two ranks

    /// Asks ours and SQLite's, and prints each kind.
    private func compare(_ name: String, _ texts: [Text], _ questions: [Question]) async throws -> (
        ours: Places, theirs: Places, kinds: [(kind: String, ours: Places, theirs: Places)]
    ) {
        let favorites = texts.enumerated().map { number, text in
            Favorite.sample(number) { repository in
                let parts = text.name.split(separator: "/", maxSplits: 1)
                (repository.owner, repository.name) = (String(parts[0]), String(parts[1]))
                repository.summary = text.summary
            }
        }
        let (library, documents) = (MemoryLibrary(favorites), DocumentDatabase.inMemory())
        await DocumentIndexer.update(documents, from: library)
        await documents.save(
            zip(favorites, texts).map {
                StoredDocument(id: $0.id, text: $1.text, version: "1", fetchedAt: .distantPast)
            })
        let search = FavoritesSearch(library: library, documents: documents)
        let database = try Self.database(texts)
        var kinds: [String: (ours: Places, theirs: Places)] = [:]
        var (ours, theirs, report) = (Places(), Places(), "")
        for question in questions {
            let answer = try await search.favorites(FavoritesQuery(text: question.text, order: .best), reading: 12)
            let names = answer.first.map(\.favorite.item.title)
            let place = names.firstIndex(where: question.wanted.contains)
            let other = try Self.ranked(database, question.text).firstIndex(where: question.wanted.contains)
            ours.add(place)
            theirs.add(other)
            kinds[question.kind, default: (Places(), Places())].ours.add(place)
            kinds[question.kind, default: (Places(), Places())].theirs.add(other)
            if place != 0 || other != 0 {
                func words(_ place: Int?) -> String { place.map { "\($0 + 1)." } ?? "not in twelve" }
                report += "    \(question.kind): \(question.text): \(words(place)), SQLite \(words(other))\n"
            }
        }
        let sorted = kinds.sorted { $0.key < $1.key }.map {
            (kind: $0.key, ours: $0.value.ours, theirs: $0.value.theirs)
        }
        let lines = sorted.map { "  \($0.kind), \($0.ours.count): \($0.ours); SQLite \($0.theirs)\n" }
        let all = "search quality, \(name), \(ours.count): \(ours); SQLite \(theirs)\n"
        try FileHandle.standardError.write(contentsOf: Data((all + lines.joined() + report).utf8))
        return (ours, theirs, sorted)
    }

    private static func database(_ texts: [Text]) throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(
                sql: "CREATE VIRTUAL TABLE t USING fts5(name, description, text, tokenize='porter unicode61')")
            for text in texts {
                try db.execute(
                    sql: "INSERT INTO t VALUES (?, ?, ?)", arguments: [text.name, text.summary, text.text])
            }
        }
        return database
    }

    private static func ranked(_ database: DatabaseQueue, _ question: String) throws -> [String] {
        let words = question.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { "\"\($0)\"" }
        return try database.read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM t WHERE t MATCH ? ORDER BY bm25(t, 10, 5, 1) LIMIT 12",
                arguments: [words.joined(separator: " OR ")])
        }
    }

    // MARK: Questions

    @Test(.enabled(if: exist(samples), "no projects.json next to the checkout"))
    func `short questions find what they ask for`() async throws {
        let questions = Self.questions.map { Question(text: $0, wanted: $1, kind: "short") }
        let (ours, theirs, _) = try await compare("short questions", Self.projects(), questions)
        #expect(ours.third >= theirs.third && ours.first >= theirs.first)
    }

    @Test(.enabled(if: exist(samples, cases("questions-2.json")), "no questions next to the checkout"))
    func `questions from memory find what they ask for`() async throws {
        let file = try #require(try Self.json(Self.cases("questions-2.json")) as? [String: Any])
        let questions = try #require(file["questions"] as? [[String: Any]]).compactMap { entry -> Question? in
            guard let text = entry["q"] as? String, let wanted = entry["want"] as? [String],
                let kind = entry["kind"] as? String
            else { return nil }
            return Question(text: text, wanted: wanted, kind: kind)
        }
        let (ours, theirs, kinds) = try await compare("questions from memory", Self.projects(), questions)
        #expect(ours.first >= max(31, theirs.first) && ours.third >= max(38, theirs.third))
        for kind in kinds {
            let tolerance = kind.ours.count < 5 ? 1 : 0
            #expect(kind.ours.first + tolerance >= kind.theirs.first, "\(kind.kind)")
        }
    }

    @Test(.enabled(if: exist(samples, cases("questions.json")), "no questions next to the checkout"))
    func `questions find what they ask for next to long lists`() async throws {
        let file = try #require(try Self.json(Self.cases("questions.json")) as? [String: Any])
        let corpus = try #require(file["corpus"] as? [String: Any])
        let questions = try #require(file["questions"] as? [[String: String]]).map {
            Question(text: $0["q"] ?? "", wanted: [$0["want"] ?? ""], kind: $0["kind"] ?? "")
        }
        let (ours, theirs, kinds) = try await compare("next to lists", Self.texts(of: corpus), questions)
        #expect(ours.first >= theirs.first && ours.third >= theirs.third)
        for kind in kinds {
            let tolerance = kind.ours.count < 5 ? 1 : 0
            #expect(kind.ours.first + tolerance >= kind.theirs.first, "\(kind.kind)")
        }
    }

    /// The texts of a recipe: every so many projects, and long lists that have every word somewhere.
    private static func texts(of corpus: [String: Any]) throws -> [Text] {
        let (projects, recipe) = (try projects(), try #require(corpus["projects"] as? [String: Int]))
        func numbers(_ recipe: [String: Any]) -> [Int] {
            let values = ["first", "step", "count"].map { recipe[$0] as? Int ?? 0 }
            return (0..<values[2]).map { (values[0] + values[1] * $0) % projects.count }
        }
        var texts = numbers(recipe).map { number in
            var project = projects[number]
            let name = project.name.split(separator: "/").last ?? ""
            project.text = "# \(name)\n\n\(project.text)\n"
            return project
        }
        for list in try #require(corpus["lists"] as? [[String: Any]]) {
            let words = list["words"] as? Int ?? 0
            let lines = numbers(list).map { number in
                let project = projects[number]
                let beginning = project.text.split(whereSeparator: \.isWhitespace).prefix(words).joined(separator: " ")
                let end = words > 0 ? " \(beginning) ..." : ""
                return "- [\(project.name)](https://github.com/\(project.name)): \(project.summary).\(end)\n"
            }
            texts.append(
                Text(
                    name: list["full_name"] as? String ?? "", summary: list["description"] as? String ?? "",
                    text: "# \(list["title"] as? String ?? "")\n\n" + lines.joined()))
        }
        return texts
    }

    private static let questions: [(String, [String])] = [
        ("aviation weather report decoder", ["keesL/metar"]),
        ("garmin track retrieval", ["phako/garmintools"]),
        ("switching usb devices off", ["Yepkit/ykush"]),
        ("eye break reminder", ["slgobinath/SafeEyes"]),
        ("photovoltaic inverters logging", ["coldtobi/solarpowerlog"]),
        ("wifi password qr code", ["kokoye2007/wifi-qr"]),
        ("backup processes bypass cache", ["Feh/nocache"]),
        ("answer questions to build regex", ["aureliojargas/txt2regex"]),
        ("booklet virtual printer", ["Boomaga/boomaga"]),
        ("deleted windows pictures thumbnails", ["AtesComp/Vinetto"]),
        ("browser profile in memory", ["graysky2/profile-sync-daemon"]),
        ("ssh users restricted to allowed commands", ["bdrung/restricted-ssh-commands", "daethnir/authprogs"]),
        ("phishing lookalike domain names", ["elceef/dnstwist"]),
        ("host range smallest netmask", ["tlby/netmask"]),
        ("trusted network quick data transfer", ["rjek/fling"]),
        ("puppet ssh key generation", ["voxpupuli/puppet-ssh_keygen"]),
        ("delete postfix queue messages", ["k0lter/pmailq"]),
        ("handheld laser pointer on screen", ["jahnf/Projecteur"]),
        ("raw photos hdr merging", ["jcelaya/hdrmerge"]),
        ("ledger account interest calculation", ["peti/hledger-interest"]),
        ("remember keyboard layout per window", ["qnikst/kbdd"]),
        ("one mouse for two x displays", ["dottedmag/x2x"]),
        ("find missing modules for requirements.txt", ["r1chardj0n3s/pip-check-reqs"]),
        ("rebuilding reverse build dependencies", ["debian/ratt"]),
        ("alert when certificate issued for domain", ["SSLMate/certspotter"]),
        ("minetest scenes to blender", ["random-geek/meshport"]),
        ("ibm keyboard typing sound", ["zevv/bucklespring"]),
        ("boy eats candies platform game", ["jbradish/nikwi"]),
        ("decompressing win 3.x files", ["stapelberg/mscompress"]),
        ("comments flying over the screen", ["tuna/danmaQ"]),
        ("ofx conversion of bank statements", ["kedder/ofxstatement", "gerasiov/ofxstatement-plugins"]),
        ("shrink c program triggering compiler bug", ["marxin/cvise"]),
        ("rocket motor simulation", ["reilleya/openMotor"]),
        ("bit manipulation calculator", ["mellowcandle/bitwise"]),
        ("nanopore files lossless compression", ["scottgigante/picopore"]),
        ("metagenomic data as zoomable pie charts", ["marbl/Krona"]),
        ("imap messages copied between servers", ["rgrove/larch"]),
        ("runes and cyrillic transliteration", ["kilobyte/tran"]),
        ("ftp upload changed git files", ["git-ftp/git-ftp"]),
        ("audio transcription playback speed", ["innir/gtranscribe"]),
        ("loudness normalizer for music", ["Moonbase59/loudgain"]),
        ("unread lines in rotated logs", ["bgreenlee/pygtail"]),
        ("simplify sql query with same error", ["credativ/sqlreduce"]),
        ("braille embosser converter", ["joeha480/brailleutils"]),
        ("python freeze rewind time", ["alisaifee/hiro"]),
        ("srt webvtt conversion", ["glut23/webvtt-py"]),
        ("testing python documentation examples", ["simplistix/sybil"]),
        ("replaying recorded http interactions", ["kevin1024/vcrpy", "sigmavirus24/betamax"]),
        ("standby or master postgresql node", ["mhagander/bgw_replstatus"]),
        ("postgres catalog corruption checker", ["EnterpriseDB/pg_catcheck"]),
        ("migrating subversion branches to git", ["nirvdrum/svn2git", "svn-all-fast-export/svn2git"]),
        ("logic circuit simulation for students", ["GIBIS-UNIFESP/wiRedPanda"]),
        ("drawing tablet kernel drivers", ["DIGImend/digimend-kernel-drivers"]),
        ("vim signs for modified git lines", ["airblade/vim-gitgutter"]),
        ("stdin program as websocket server", ["joewalnes/websocketd"]),
        ("linear inequality solver", ["OCamlPro-Iguernlala/ocplib-simplex"]),
        ("vectorizing bitmap fonts", ["fcambus/bdf2sfd"]),
        ("read and write dokuwiki in scripts", ["gturri/dokuJClient"]),
        ("disable gnome ready notifications", ["bdaase/noannoyance"]),
        ("icom transceiver audio remotely", ["nonoo/kappanhang"]),
    ]
}
