import Foundation
import StargazerUI

/// Opens the window on the sample catalog, visits all its pages and closes it, fifty times, and names the objects that
/// are still alive afterwards. `--leak` keeps a page on purpose, which the check must find.
exit(LifetimeCheck.main(arguments: CommandLine.arguments))
