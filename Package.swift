// swift-tools-version: 6.2
import PackageDescription

/// For programs of C alone in the sandbox of a worker. Without these flags they would load Swift's library, which needs
/// more memory than the limit leaves.
let withoutSwift = LinkerSetting.unsafeFlags(["-static-stdlib", "-nostartfiles"])

let package = Package(
    name: "stargazer",
    products: [
        .executable(name: "stargazer", targets: ["stargazer"]),
        .executable(name: "stargazer-markdown", targets: ["stargazer-markdown"]),
        .executable(name: "stargazer-svg", targets: ["stargazer-svg"]),
        .executable(name: "stargazer-code", targets: ["stargazer-code"]),
        .executable(name: "stargazer-standin", targets: ["stargazer-standin"]),
        .executable(name: "stargazer-lifetime", targets: ["stargazer-lifetime"]),
        .executable(name: "stargazer-misbehaves", targets: ["stargazer-misbehaves"]),
    ],
    dependencies: [
        // Exact versions, so every build uses the tested ones.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        .systemLibrary(name: "CGio", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        // Linked from its static archives, hence no pkg-config: another shared library would slow down every start.
        .systemLibrary(
            name: "CCmark", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "CSourceView", pkgConfig: "gtksourceview-5", providers: [.apt(["libgtksourceview-5-dev"])]),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),

        .target(name: "CStargazer", dependencies: ["CAdwaita"], exclude: ["README.md"]),
        .target(name: "GtkBridge", dependencies: ["CStargazer", "CAdwaita"]),
        .target(
            name: "StargazerLibrary",
            dependencies: [
                "CGio", "CCmark",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["README.md", "Database/README.md", "Documents/README.md"],
            linkerSettings: [.linkedLibrary(":libcmark-gfm.a")]),
        .target(
            name: "StargazerCore", dependencies: ["StargazerLibrary"], exclude: ["README.md", "Documents/README.md"]),
        .target(
            name: "StargazerServices",
            dependencies: [
                "StargazerCore", "StargazerLibrary", "CSoup", "CSecret", "CCmark",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: [
                "Commons/README.md", "GitHub/README.md", "HTTP/README.md", "Keyring/README.md", "Markdown/README.md",
                "Packages/README.md", "Workers/README.md",
            ],
            linkerSettings: [.linkedLibrary(":libcmark-gfm.a")]),
        // Optimized in every build: half of the time of the unit tests would be spent in it.
        .target(
            name: "StargazerStandIn",
            resources: [.embedInCode("Pictures/Files"), .embedInCode("Sample/Readmes")],
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-O"])]),
        .target(
            name: "StargazerUI",
            dependencies: [
                "StargazerLibrary", "StargazerCore", "StargazerServices", "StargazerStandIn", "GtkBridge", "CStargazer",
                "CAdwaita",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["README.md"],
            resources: [
                .embedInCode("App/MainWindow.ui"), .embedInCode("Start/StartPage.ui"),
                .embedInCode("Lists/ListPage.ui"),
                .embedInCode("Details/DetailsPage.ui"), .embedInCode("Details/DetailsBody.ui"),
                .embedInCode("Documents/DocumentPage.ui"),
                .embedInCode("Status/StatusView.ui"), .embedInCode("Navigation/RelationPage.ui"),
                .embedInCode("Rows/ItemCollection.ui"), .embedInCode("Rows/RowContentView.ui"),
                .embedInCode("Rows/PictureCell.ui"), .embedInCode("APIKeys/APIKeyPage.ui"),
                .embedInCode("Preferences/PreferencesWindow.ui"), .embedInCode("Preferences/AccountPage.ui"),
                .embedInCode("Preferences/SearchPreferencesPage.ui"),
                .embedInCode("Preferences/PicturePreferencesPage.ui"),
                .embedInCode("Preferences/LibraryPreferencesPage.ui"), .embedInCode("Preferences/CacheGroup.ui"),
                .embedInCode("Style/style.css"), .embedInCode("Style/accent.css"),
                .embedInCode("Style/high-contrast.css"),
                .embedInCode("Style/high-contrast-light.css"),
            ]),
        .executableTarget(name: "stargazer", dependencies: ["StargazerUI"]),
        // Linked from its static archive, too.
        .target(name: "WorkerSandbox", linkerSettings: [.linkedLibrary(":libseccomp.a")]),
        .executableTarget(
            name: "stargazer-markdown",
            dependencies: ["WorkerSandbox"],
            linkerSettings: [
                .linkedLibrary(":libcmark-gfm-extensions.a"), .linkedLibrary(":libcmark-gfm.a"), withoutSwift,
            ]),
        .executableTarget(
            name: "stargazer-svg",
            dependencies: ["WorkerSandbox", "CRsvg", "CXML"],
            linkerSettings: [.linkedLibrary("fontconfig"), .linkedLibrary("m"), withoutSwift]),
        .executableTarget(
            name: "stargazer-code", dependencies: ["WorkerSandbox", "CSourceView"], linkerSettings: [withoutSwift]),
        .executableTarget(name: "stargazer-standin", dependencies: ["StargazerStandIn", "CSoup"]),
        .executableTarget(
            name: "stargazer-lifetime",
            dependencies: [
                "SampleCatalogs", "StargazerUI", "StargazerCore", "StargazerLibrary", "GtkBridge", "CStargazer",
                "CAdwaita",
            ],
            path: "Tests/Lifetime"),
        .executableTarget(
            name: "stargazer-misbehaves",
            dependencies: ["WorkerSandbox"],
            path: "Tests/Misbehaves",
            linkerSettings: [withoutSwift]),

        .systemLibrary(name: "CGNU", path: "Tests/CGNU"),
        .target(
            name: "TestSupport",
            dependencies: [
                "StargazerLibrary", "StargazerCore", "StargazerServices", "CGNU",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Support"),
        .target(
            name: "SampleCatalogs",
            dependencies: [
                "StargazerUI", "StargazerLibrary", "StargazerCore", "StargazerServices", "StargazerStandIn",
            ],
            path: "Tests/SampleCatalogs"),
        .testTarget(
            name: "CatalogContract",
            dependencies: [
                "SampleCatalogs", "StargazerUI", "StargazerLibrary", "StargazerCore", "StargazerServices",
                "StargazerStandIn", "TestSupport",
            ]),
        .testTarget(name: "GtkBridgeTests", dependencies: ["GtkBridge", "CStargazer", "CAdwaita", "TestSupport"]),
        .testTarget(name: "StargazerCoreTests", dependencies: ["StargazerCore", "StargazerLibrary", "TestSupport"]),
        .testTarget(
            name: "StargazerServicesTests",
            dependencies: [
                "StargazerServices", "StargazerCore", "StargazerLibrary", "StargazerStandIn", "TestSupport", "CSecret",
            ]),
        .testTarget(name: "StargazerStandInTests", dependencies: ["StargazerStandIn"]),
    ],
    swiftLanguageModes: [.v6]
)

/// Settings of every Swift target: warnings are errors, and the upcoming features that the code uses are enabled.
let swiftRules: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let cTargets = [
    "CStargazer", "WorkerSandbox", "stargazer-markdown", "stargazer-svg", "stargazer-code", "stargazer-misbehaves",
]
for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + swiftRules
}
