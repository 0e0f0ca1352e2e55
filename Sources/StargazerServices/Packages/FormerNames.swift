import Foundation
import Glibc
import StargazerCore
import StargazerLibrary
import Synchronization

/// What the server has said of names that repositories may have had, so that it is asked once. It is a file of the cache,
/// which is read when it is created.
final class FormerNames: Sendable {
    private struct Answer: Codable {
        let item: ItemID
        /// `owner/name`, as the machine's lists have it.
        let path: String
        let isSame: Bool
    }

    private struct State {
        /// The oldest first.
        var answers: [Answer]
        /// Changes with each name that was found.
        var revision = 0
    }

    /// The most answers; the oldest are forgotten, negative ones first.
    private static let limit = 1_000
    /// In bytes. A larger file is none of ours.
    private static let maxFileSize = 1_000_000

    private let file: URL
    private let state: Mutex<State>

    init(folder: URL) {
        file = folder.appending(path: "former-names.json")
        var status = stat()
        // A damaged file is one without answers.
        let data =
            stat(file.path, &status) == 0 && status.st_size <= Self.maxFileSize ? try? Data(contentsOf: file) : nil
        // The same.
        let answers = data.flatMap { try? JSONDecoder().decode([Answer].self, from: $0) } ?? []
        state = Mutex(State(answers: answers.suffix(Self.limit)))
    }

    var revision: Int { state.withLock { $0.revision } }

    /// The older names of repositories.
    var names: [ItemID: [RepositoryPath]] {
        Dictionary(grouping: state.withLock { $0.answers.filter(\.isSame) }, by: \.item)
            .mapValues { $0.compactMap { RepositoryPath($0.path) } }
    }

    func isAnswered(_ id: ItemID, _ former: RepositoryPath) -> Bool {
        state.withLock { $0.answers.contains { $0.item == id && $0.path == former.description } }
    }

    func record(_ id: ItemID, _ former: RepositoryPath, isSame: Bool) {
        let answers = state.withLock { state in
            // A name that was found is worth more than one that leads elsewhere.
            if state.answers.count >= Self.limit {
                state.answers.remove(at: state.answers.firstIndex { !$0.isSame } ?? 0)
            }
            state.answers.append(Answer(item: id, path: former.description, isSame: isSame))
            if isSame { state.revision += 1 }
            return state.answers
        }
        // Without room in the cache it is asked again at the next start.
        guard let data = try? JSONEncoder().encode(answers) else { return }
        // One process writes, so a draft that was left is written over.
        let draft = file.path + ".draft"
        defer { unlink(draft) }
        guard FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600])
        else { return }
        rename(draft, file.path)
    }
}
