import Foundation
import StargazerStandIn

switch Arguments.parse(CommandLine.arguments) {
case .failure(let problem):
    FileHandle.standardError.write(Data("stargazer-standin: \(problem.message)\n\n\(Arguments.usage)".utf8))
    exit(2)
case .success(let arguments) where arguments.isHelpRequested:
    FileHandle.standardOutput.write(Data(Arguments.usage.utf8))
case .success(let arguments):
    let server = SocketServer(arguments)
    do {
        try server.run()
    } catch {
        FileHandle.standardError.write(Data("stargazer-standin: \(error.message)\n".utf8))
        exit(1)
    }
}
