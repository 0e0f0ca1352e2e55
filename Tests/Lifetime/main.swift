import Foundation
import StargazerUI

/// Opens the window on the sample catalog, visits every place in it, closes it, fifty times over, and names what is
/// still alive afterwards. `--leak` holds one page on purpose: the check must find it.
exit(LifetimeCheck.main(arguments: CommandLine.arguments))
