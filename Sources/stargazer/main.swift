import Foundation
import StargazerUI

exit(App.run(arguments: CommandLine.arguments))
