import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Prints how many of sixty questions find what they ask for.
///
/// The questions were written from the texts of `projects.json` alone, as someone remembers what a project does. A text
/// stands for a README.
struct SearchQualityTests {
    private struct Project: Decodable {
        let full_name: String
        let summary: String
        let text: String
    }

    /// What a question has to find among the first three. Fewer would be a step back.
    private static let least = 54

    private static var samples: URL {
        var checkout = URL(filePath: #filePath)
        for _ in 1...4 { checkout.deleteLastPathComponent() }
        let named = ProcessInfo.processInfo.environment["STARGAZER_SAMPLES"].map { URL(filePath: $0) }
        return (named ?? checkout.deletingLastPathComponent().appending(path: "shared/samples"))
            .appending(path: "projects.json")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: samples.path), "no projects.json next to the checkout"))
    func `questions find what they ask for among the first three`() async throws {
        let projects = try JSONDecoder().decode([Project].self, from: Data(contentsOf: Self.samples))
        let store = DocumentDatabase.inMemory()
        await store.index(
            projects.enumerated().map { fields($0, $1.full_name, description: $1.summary) })
        await store.save(projects.enumerated().map { readme($0, $1.text) })
        var (first, third, tenth, missed) = (0, 0, 0, [String]())
        for (question, wanted) in Self.questions {
            let found = await store.search(question, offset: 0, limit: 10)
            let names = found.matches.compactMap { Int($0.id.id) }.map { projects[$0].full_name }
            let place = names.firstIndex(where: wanted.contains) ?? .max
            if place < 1 { first += 1 }
            if place < 3 {
                third += 1
            } else {
                missed.append("\(question) (\(place < 10 ? "\(place + 1)." : "not found"))")
            }
            if place < 10 { tenth += 1 }
        }
        let report = """
            search quality: of \(Self.questions.count) questions, \(third) find what they ask for among the first three \
            (\(first) as the first, \(tenth) among the first ten)
            not among the first three: \(missed.joined(separator: "; "))

            """
        try FileHandle.standardError.write(contentsOf: Data(report.utf8))
        #expect(third >= Self.least)
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
