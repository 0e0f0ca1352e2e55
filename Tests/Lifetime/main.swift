import Foundation
import StargazerUI

/// Opens eight windows on the sample catalog one after another, visits all pages of each and closes it.
///
/// Names the objects that are still alive afterwards. `--leak` keeps a page on purpose, which the check must find.
exit(LifetimeCheck.main(arguments: CommandLine.arguments))
