/// Divides a bar in whole columns.
public enum Proportions {
    /// As many columns for each part as its share of all deserves, and one at the least; together they are all there are. What
    /// rounding leaves goes to the largest remainders.
    /// - Parameters:
    ///   - parts: more than nothing each.
    ///   - count: no less than there are parts.
    static func columns(of parts: [Double], in count: Int) -> [Int] {
        let total = parts.reduce(0, +)
        guard total > 0, total.isFinite, parts.count <= count else { return parts.map { _ in 1 } }
        // What is left once each has its one is shared.
        let free = Double(count - parts.count)
        let wanted = parts.map { max(0, $0 / total * Double(count) - 1) }
        let sum = wanted.reduce(0, +)
        let exact = wanted.map { sum > 0 ? $0 / sum * free : 0 }
        var columns = exact.map { 1 + Int($0) }
        let places = exact.indices.sorted {
            let (a, b) = (exact[$0] - exact[$0].rounded(.down), exact[$1] - exact[$1].rounded(.down))
            return a == b ? $0 < $1 : a > b
        }
        var left = count - columns.reduce(0, +)
        for place in places where left > 0 {
            columns[place] += 1
            left -= 1
        }
        return columns
    }
}
