import Foundation
import Glibc
@testable import StargazerLibrary
import StargazerServices
import Synchronization
import TestSupport

@testable import StargazerCore

/// What a process does until it is killed. The same seed and number choose the same actions.
struct KillPlan: Codable, Sendable {
    /// When the process is killed. The end of the time limit kills it in any case.
    enum Moment: Codable, Sendable {
        case time(microseconds: Int)
        /// Before its nth write to the server.
        case beforeWrite(Int)
        /// After the server has accepted its nth write, before the process knows it.
        case afterWrite(Int)
    }

    var folder: String
    var port: UInt16
    var seed: UInt64
    var number: Int
    var moment: Moment
    /// The origin of the accelerated clock.
    var startedAt: Date

    static let login = "ada"
    static let tag = "Killed"
    static let token = "killed-stars-330"
    static let timeLimit = 4_000_000

    private var root: URL { URL(filePath: folder) }
    /// The folder of the library.
    var library: URL { root.appending(path: "stargazer") }
    /// A favorites file with the items that the process changes.
    var items: URL { root.appending(path: "items.json") }
    /// A favorites file to import.
    var file: URL { root.appending(path: "import-\(number).json") }
    var journal: URL { root.appending(path: "journal-\(number)") }
}

/// What a process has done, written before it goes on.
enum JournalEntry: Codable, Sendable {
    /// The user changed an item: the states shown now.
    case changed(id: String, isFavorite: Bool, isStarred: Bool)
    /// This many changes are on disk.
    case settled(changes: Int)
    /// The user sets or removes a tag and changes the note, which has the same number.
    case annotating(id: String, isTagged: Bool, note: Int)
    /// The last of these is on disk.
    case annotated
    case fileImported
    case starsRequested
    /// This many stars are on disk.
    case starsImported(Int)
    case allStarsImported

    static func read(_ file: URL) throws -> [JournalEntry] {
        guard let data = try? Data(contentsOf: file) else { return [] }
        // The kill may cut the last line.
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return try lines.map { try JSONDecoder().decode(JournalEntry.self, from: $0) }
    }
}

/// A process that uses a library and an account as the application does, and is killed.
@MainActor final class KilledProcess {
    private let plan: KillPlan
    private let journal: Int32
    private let items: [Item]
    private let favorites: FavoritesModel
    private let library: LibraryDatabase
    private let tags: TagsModel
    private let notes: NotesModel
    private let tag: Tag
    private let trackedItems: TrackedItems
    private let outbox: OutboxSender
    private let stars: GitHubStars
    private let transfer: TransferViewModel
    private let starImport: StarImportViewModel
    private var random: FuzzRandom
    private var changes = 0
    private var recordedPhase = StarImportPhase.idle
    private var hasImported = false
    private var noteCount = 0
    /// Whether the stack may have changes of tags and notes, or gets one of an open note.
    private var hasNote = false

    static func run(_ plan: KillPlan) async throws {
        Thread.detachNewThread {
            if case .time(let microseconds) = plan.moment {
                usleep(UInt32(microseconds))
            } else {
                usleep(UInt32(KillPlan.timeLimit))
            }
            kill(getpid(), SIGKILL)
        }
        let process = try await KilledProcess(plan)
        while true { try await process.step() }
    }

    private init(_ plan: KillPlan) async throws {
        self.plan = plan
        random = FuzzRandom(seed: plan.seed, number: plan.number)
        journal = open(plan.journal.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        items = try await FavoritesFileIO(codecs: codecs).read(plan.items).map(\.item)
        let time = TimeSource.accelerated(since: plan.startedAt)
        let account = try AccountClient.standIn(
            port: plan.port, token: KillPlan.token, transport: KillingTransport(plan.moment), time: time)
        let writer = LibraryWriter()
        favorites = FavoritesModel(writer: writer, time: time)
        tags = TagsModel(favoritesModel: favorites)
        notes = NotesModel(writer: writer, undo: favorites.undo, time: time)
        outbox = OutboxSender(account: account, writer: writer, time: time, formats: .sample())
        stars = GitHubStars(account: account, favoritesModel: favorites, outbox: outbox, writer: writer)
        transfer = TransferViewModel(codecs: codecs, writer: writer, formats: .sample(), time: time)
        starImport = StarImportViewModel(
            ScriptedStarLists(host: account.host), account: account, writer: writer, network: UnmeteredNetwork(),
            formats: .sample())
        trackedItems = favorites.trackedItems()
        library = await openLibrary(at: plan.library, time: time).library
        tag = try await library.createTag(KillPlan.tag, color: nil)
        favorites.attach(library: library)
        outbox.signedIn(as: KillPlan.login)
        stars.signedIn(as: KillPlan.login)
        starImport.setLogin(KillPlan.login)
        await trackedItems.load(items.map(\.id), startingOver: true)
        await favorites.settled()
        recordUndo()
    }

    private func step() async throws {
        switch random.below(16) {
        case 0...5: toggle(random.pick(items))
        case 6: for _ in 0...random.below(6) { toggle(random.pick(items)) }
        case 7:
            let item = random.pick(items)
            for _ in 0...random.below(3) { toggle(item) }
        case 8, 9: await undo()
        case 10: favorites.undo.messageEnded()
        case 11:
            let item = random.pick(items)
            stars.setStarred(stars.state(of: item.id) != true, item)
            recordChange(of: item)
        case 12 where transfer.phase == .idle: transfer.importFavorites(from: plan.file)
        case 13 where !starImport.isRunning:
            record(.starsRequested)
            starImport.bring(StarListOwner(login: KillPlan.login, stars: nil, requests: 0))
        case 14: await annotate(random.pick(items))
        default: try await Task.sleep(for: .milliseconds(random.below(20)))
        }
        if random.chance(2) {
            let count = changes
            await favorites.settled()
            record(.settled(changes: count))
        } else {
            await Task.yield()
        }
        recordImports()
    }

    private func annotate(_ item: Item) async {
        guard favorites.contains(item.id), favorites.willBeFavorite(item.id) else { return }
        noteCount += 1
        let note = plan.number * 1_000 + noteCount
        record(.annotating(id: item.id.id, isTagged: note.isMultiple(of: 2), note: note))
        let change = try? await tags.set(tag, to: note.isMultiple(of: 2), on: [item.id])
        notes.type("note \(note)", of: item.id)
        // Otherwise the pause in typing ends later, and the note is written during other changes.
        if random.chance(2) { notes.saveAll() } else { try? await Task.sleep(for: NotesModel.delay / 50) }
        await favorites.settled()
        if change != nil, notes.drafts.isEmpty { record(.annotated) }
        hasNote = true
    }

    /// Undoes or redoes changes of favorites, which are recorded when they begin.
    private func undo() async {
        guard !starImport.isRunning, !transfer.isWorking else { return }
        if hasNote {
            notes.saveAll()
            favorites.undo.clear()
            hasNote = false
        }
        if random.chance(3) { favorites.undo.redo() } else { favorites.undo.undo() }
        await favorites.undo.settled()
    }

    private func toggle(_ item: Item) {
        favorites.toggle(item)
        recordChange(of: item)
    }

    /// Records the changes of undo and redo before they are written.
    private func recordUndo() {
        guard let edits = favorites.undo.favorites else { return }
        favorites.undo.favorites?.begin = { [weak self] edit, items in
            let changes = edits.begin(edit, items)
            let ids = Set(edit.items)
            for item in self?.items ?? [] where ids.contains(item.id) { self?.recordChange(of: item) }
            return changes
        }
    }

    private func recordImports() {
        if starImport.isRunning || transfer.isWorking { favorites.undo.clear() }
        transfer.confirmImport()
        if case .imported = transfer.phase, !hasImported {
            hasImported = true
            record(.fileImported)
        }
        guard starImport.phase != recordedPhase else { return }
        recordedPhase = starImport.phase
        switch recordedPhase {
        case .running(let loaded, _, _) where loaded.number > 0: record(.starsImported(loaded.number))
        case .finished: record(.allStarsImported)
        default: break
        }
    }

    /// Called before the main actor can start to write the change.
    private func recordChange(of item: Item) {
        changes += 1
        record(
            .changed(
                id: item.id.id, isFavorite: favorites.willBeFavorite(item.id),
                isStarred: stars.state(of: item.id) == true))
    }

    /// The system keeps what a killed process has written.
    private func record(_ entry: JournalEntry) {
        guard var line = try? JSONEncoder().encode(entry) else { return }
        line.append(UInt8(ascii: "\n"))
        _ = line.withUnsafeBytes { write(journal, $0.baseAddress, $0.count) }
    }
}

/// The network, with kills around writes, or around all requests.
final class KillingTransport: HTTPTransport {
    private let transport = SoupTransport(userAgent: "Stargazer")
    private let moment: KillPlan.Moment
    private let countsAll: Bool
    private let writes = Mutex(0)

    init(_ moment: KillPlan.Moment, countsAll: Bool = false) { (self.moment, self.countsAll) = (moment, countsAll) }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard countsAll || request.method == "PUT" || request.method == "DELETE" else {
            return try await transport.send(request)
        }
        let number = writes.withLock { count in
            count += 1
            return count
        }
        if case .beforeWrite(number) = moment { kill(getpid(), SIGKILL) }
        let answer = try await transport.send(request)
        if case .afterWrite(number) = moment { kill(getpid(), SIGKILL) }
        return answer
    }
}
