import Foundation

/// A window with one collection of cells, for Tests/EndToEnd/test_cells.py to drive: it says on its standard output what
/// the cells ask for. `--whole` opens the application's window instead, with a catalog of cells; `--rounds N` opens and destroys that many windows instead, and names what is still alive then.
exit(CellsRun.main(arguments: CommandLine.arguments))
