import Foundation

/// A repository of the sample data: the source of its short and its full JSON object.
struct SampleRepository: Sendable {
    var id: Int
    var owner: String
    var name: String
    var summary: String?
    var stars: Int
    var forks: Int
    var issues: Int
    var language: String?
    /// GitHub's key, such as `mit`. `other` is a license that GitHub did not recognize (`NOASSERTION`).
    var license: String?
    var homepage: String?
    var topics: [String]
    /// Seconds since 1970.
    var created: Int
    var pushed: Int
    var isArchived = false
    var isTemplate = false
    /// The `owner/name` of the repository that this one was forked from.
    var parent: String?
    var mirrorOf: String?

    var fullName: String { "\(owner)/\(name)" }
    var sizeInKilobytes: Int { 40 + Int(Seed(id).value % 90_000) }
    var watchers: Int { max(1, stars / 37) }
    var ownerID: Int { SampleOwner.id(of: owner) }
}

enum SampleOwner {
    /// Returns an ID that depends only on the login. Case is ignored.
    static func id(of login: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in login.lowercased().utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return 1000 + Int(hash % 90_000_000)
    }
}

/// A hash that is the same on every run and machine. (`Hasher` changes with each start.)
struct Seed: Sendable {
    let value: UInt64

    init(_ input: Int) {
        var mixed = UInt64(bitPattern: Int64(input)) &+ 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        value = mixed ^ (mixed >> 31)
    }

    /// Returns another number from the same seed, from 0 up to but not including `bound`.
    func pick(_ which: Int, below bound: Int) -> Int {
        Int(Seed(Int(truncatingIfNeeded: value) &+ which).value % UInt64(bound))
    }
}
