import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// The rule over real lists: those of this machine, and those of another Debian in a file, if
/// `STARGAZER_PACKAGE_LIST` names one.
struct KnownProjectsTests {
    private static let isDebian12: Bool = {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        return release.contains("VERSION_ID=\"12\"") && release.contains("ID=debian") && PackageMachine.own.isAvailable
            && PackageMachine.own.listsStamp != nil
    }()
    private static let file = ProcessInfo.processInfo.environment["STARGAZER_PACKAGE_LIST"]

    @Test func `the table has a hundred projects with a package, and fifty without`() {
        #expect(KnownProjects.all.count { $0.package != nil } == 100)
        #expect(KnownProjects.all.count { $0.package == nil } == 50)
    }

    @Test(.enabled(if: isDebian12, "needs the package lists of Debian 12 (apt-get update)"))
    func `known projects have their packages in Debian 12`() async throws {
        let folder = try TemporaryFolder()
        let result = try await Result(
            MachinePackageIndex(folder: folder.location, machine: .own, delays: nil), is12: true)
        #expect(result.found >= 90, "not found: \(result.missing)")
        #expect(result.wrong == [])
    }

    @Test(.enabled(if: file != nil, "needs a list of packages in STARGAZER_PACKAGE_LIST"))
    func `known projects have their packages in another list`() async throws {
        let sample = try SampleMachine("")
        try sample.setScript("exec cat '\(try #require(Self.file))'")
        let result = try await Result(sample.index, is12: false)
        let text = "found \(result.found), wrong \(result.wrong), not found \(result.missing)\n"
        FileHandle.standardError.write(Data(text.utf8))
        #expect(result.found >= 90)
    }

    private struct Result {
        var found = 0
        var missing: [String] = []
        var wrong: [String] = []

        init(_ index: MachinePackageIndex, is12: Bool) async throws {
            for project in KnownProjects.all {
                let packages = await index.packages(of: try subject(project.path, project.homepage)).packages
                let name = packages?.programs.first?.name ?? packages?.library?.name
                switch (name, project.package) {
                case (nil, nil): break
                case (nil, _?): missing.append(project.path)
                case (let name?, let wanted?) where name == wanted && project.isLibrary == (packages?.library != nil):
                    found += 1
                case (_?, nil) where project.isIn13 && !is12: break
                case (let name?, _): wrong.append("\(project.path): \(name)")
                }
            }
        }
    }
}
