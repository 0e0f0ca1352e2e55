import GRDB
import StargazerCore

extension StampSummary {
    /// The columns of a summary of a table `item`. An item without a stamp counts as well.
    static let columns = """
        count(*) AS items, sum(ifnull(stamp, 0) & 0xFFFFFFFF) AS lower, sum(ifnull(stamp, 0) >> 32) AS upper
        """

    init(_ row: Row) {
        self.init(
            count: row.value(in: "items") ?? 0, sums: [row.value(in: "lower") ?? 0, row.value(in: "upper") ?? 0])
    }
}
