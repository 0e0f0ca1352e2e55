import Foundation
import StargazerCore

extension SeenResults {
    /// The form in the column `results`: JSON.
    var stored: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    /// Nil for a text that is not in this form, or longer than this program writes.
    init?(stored: String) {
        guard stored.utf8.count <= 8 * Self.maxCount * Self.maxIDLength,
            let read = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)),
            read.ids.count <= Self.maxCount
        else { return nil }
        self = read
    }
}
