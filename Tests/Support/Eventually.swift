import Testing

/// Lets the other tasks run until the condition holds; a failure of the test when it never does. It returns the moment
/// the condition is true, so nothing depends on how long that takes: the limit only ends a test that is wrong.
public nonisolated(nonsending) func eventually(
    _ what: String = "the condition", fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ condition: () -> Bool
) async {
    let end = ContinuousClock.now + .seconds(60)
    var round = 0
    while !condition() {
        guard ContinuousClock.now < end else {
            let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
            Issue.record("\(what) never came true", sourceLocation: place)
            return
        }
        round += 1
        if round < 200 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

/// Gives tasks that should do nothing the chance to do it, before a test says that nothing happened.
public nonisolated(nonsending) func settle() async {
    for _ in 0..<200 { await Task.yield() }
}
