import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts of what this machine can have of an item.
enum GetItText {
    static var getIt: String { tr("Get It") }
    static var install: String { tr("Install…") }
    static var copyCommand: String { tr("Copy Command") }
    static var commandCopied: String { tr("Command copied") }
    static var noSoftwareCenter: String {
        tr("No software center can install this package. The command was copied instead.")
    }
    static var installed: String { trc("a package", "Installed") }
    static var looking: String { tr("Looking for packages…") }
    static var nothing: String { tr("Nothing for This Machine") }
    static var noPackage: String {
        tr("apt has no package for this project. Check its releases for a download.")
    }
    static var clone: String { trc("verb, a project's source code", "Clone") }
    static var releases: String { tr("Releases") }
    /// The name of the software center while it starts, which the desktop may show.
    static var softwareCenter: String { tr("Software") }

    static func title(_ package: PackageContent) -> String {
        // Translators: a package for developers, such as libfoo-dev.
        package.isLibrary ? tr("Library: %1$s").filled(package.name.text) : package.name.text
    }

    static func subtitle(_ package: PackageContent) -> String {
        [package.version, package.distribution].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Returns the commands of an installed package that differ from its name; nil for none.
    static func commands(_ package: PackageContent) -> String? {
        guard !package.commands.isEmpty else { return nil }
        let shown = package.commands.prefix(maxCommands) + (package.commands.count > maxCommands ? ["…"] : [])
        return trn("Command: %1$s", "Commands: %1$s", package.commands.count).filled(JoinText.list(Array(shown)))
    }

    /// Some packages have hundreds.
    private static let maxCommands = 5

    /// How many more packages there are than are shown.
    static func others(_ count: NumberContent) -> String {
        trn("and %1$s more", "and %1$s more", count.number).filled(count.text)
    }

    static func accessibleName(_ package: PackageContent) -> String {
        let state = package.isInstalled ? installed : nil
        return JoinText.list([title(package), subtitle(package), state].compactMap(\.self).filter { !$0.isEmpty })
    }
}
