/// What the collection shows.
struct CellsOptions {
    /// Items that come at once, and in all.
    var batch = 100
    var total = 300
    /// What stands at the end: nothing, a failure, or how far one may go.
    var end = "none"
    /// Whether batches come only when they are asked for.
    var waits = false
    /// Faces in rounds instead of pictures.
    var isOfPeople = false
    /// The application's own window instead, with the catalogs of the tests beside those of the sample.
    var isWhole = false
    /// Windows to open and destroy.
    var rounds = 0

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            switch name {
            case "--batch": batch = rest.popFirst().flatMap { Int($0) } ?? batch
            case "--total": total = rest.popFirst().flatMap { Int($0) } ?? total
            case "--end": end = rest.popFirst() ?? end
            case "--rounds": rounds = rest.popFirst().flatMap { Int($0) } ?? rounds
            case "--waits": waits = true
            case "--whole": isWhole = true
            case "--people": isOfPeople = true
            default: break
            }
        }
    }
}
