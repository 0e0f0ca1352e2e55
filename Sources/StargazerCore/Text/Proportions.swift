/// Divides a bar into whole columns.
public enum Proportions {
    /// Returns the number of columns of each part, in proportion and at least one; together they are `count`.
    /// Columns lost by rounding go to the largest remainders.
    /// - Parameters:
    ///   - parts: positive numbers.
    ///   - count: not less than the number of parts.
    static func columns(of parts: [Double], in count: Int) -> [Int] {
        let total = parts.reduce(0, +)
        guard total > 0, total.isFinite, parts.count <= count else { return parts.map { _ in 1 } }
        // After one column for each part, the rest is distributed.
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
