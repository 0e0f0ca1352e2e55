/// Languages, compilers and what stands close to them. Figures are rounded, the words are ours.
enum KnownLanguages {
    static let table = """
        swiftlang/swift|68900|10600|7300|Swift|apache-2.0|2015-10|2|compiler,language,llvm,swift|https://swift.org|
            The Swift programming language: compiler, standard library and their tests
        swiftlang/swift-package-manager|9900|1400|900|Swift|apache-2.0|2015-11|5|package-manager,swift||
            Builds, tests and fetches packages written in Swift
        apple/swift-nio|8200|680|190|Swift|apache-2.0|2018-02|20|networking,non-blocking,swift||
            Event-driven network toolkit for servers and clients that have to keep up
        """
}
