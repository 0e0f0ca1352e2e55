import Foundation
import StargazerCore
import StargazerLibrary

/// Repositories with unusual and hostile content.
let edgeCaseFavorites: [Favorite] = {
    func favorite(_ number: Int, starred: Bool? = nil, _ repository: Repository) -> Favorite {
        Favorite(
            item: Item(
                id: ItemID(catalog: .repositories, host: "api.github.com", id: "\(number)"), facts: repository),
            addedAt: Date(timeIntervalSince1970: 1_700_000_000.678 - Double(number)), isStarredOnServer: starred)
    }
    var all: [Favorite] = [
        favorite(1, Repository(owner: "bare", name: "nothing")),
        favorite(2, starred: true, Repository(owner: "日本", name: "語", summary: "漢字 と かな", topics: ["東京", "a\"b"])),
        favorite(3, starred: false, Repository(owner: "rtl", name: "שלום", summary: "مرحبا \u{202E}evil\u{202C}")),
        favorite(4, Repository(owner: "emoji", name: "👩‍👩‍👧‍👦", summary: "🏳️‍🌈 :rocket: e\u{301}\"\u{301}")),
        favorite(
            5, Repository(owner: "quo\"te", name: "com,ma", summary: "line\nbreak\r\nand\ttab \\ / \u{0} \u{2028}")),
        favorite(6, Repository(owner: "", name: "")),
    ]
    for (index, start) in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "'=1"].enumerated() {
        all.append(favorite(10 + index, Repository(owner: "formula", name: "n\(index)", summary: start)))
    }
    all.append(
        favorite(
            99, starred: true,
            Repository(
                owner: "o", name: "n", ownerAvatarURL: URL(string: "https://a.example/1?v=4&s=2"), summary: "s",
                stars: 1, forks: 2, openIssues: 3, language: "C++", topics: ["x", "y"], license: "MIT",
                homepage: URL(string: "http://h.example/"), webURL: URL(string: "https://w.example/o/n"),
                cloneURL: URL(string: "https://w.example/o/n.git"), createdAt: Date(timeIntervalSince1970: 1.5),
                pushedAt: Date(timeIntervalSince1970: 1_700_000_000.007), isArchived: true, isFork: true,
                isTemplate: true, isMirror: true, isPrivate: true)))
    return all
}()

/// Dates in milliseconds, the precision that is stored.
func rounded(_ favorites: [Favorite]) -> [Favorite] {
    func round(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }
    return favorites.map { favorite in
        guard var repository = favorite.item.repository else { return favorite }
        repository.createdAt = repository.createdAt.map(round)
        repository.pushedAt = repository.pushedAt.map(round)
        return Favorite(
            item: Item(id: favorite.id, facts: repository), addedAt: round(favorite.addedAt),
            isStarredOnServer: favorite.isStarredOnServer)
    }
}
