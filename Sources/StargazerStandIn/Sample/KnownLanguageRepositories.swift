/// Languages, compilers and related tools. Figures are rounded, descriptions are our own or shortened.
enum KnownLanguageRepositories {
    static let table = """
        swiftlang/swift|68900|10600|7300|Swift|apache-2.0|2015-10|2|compiler,language,llvm,swift|https://swift.org|
            The Swift programming language: compiler, standard library and their tests
        swiftlang/swift-package-manager|9900|1400|900|Swift|apache-2.0|2015-11|5|package-manager,swift||
            Builds, tests and fetches packages written in Swift
        apple/swift-nio|8200|680|190|Swift|apache-2.0|2018-02|20|networking,non-blocking,swift||
            Event-driven network framework for servers and clients
        swiftlang/swift-evolution|15800|2400|60|Markdown|apache-2.0|2015-11|12|evolution,proposals,swift||
            Proposals for changes to the Swift language
        apple/swift-algorithms|6200|460|90|Swift|apache-2.0|2020-10|90|algorithms,collections,swift||
            Sequence and collection algorithms beyond the standard library
        apple/swift-log|3800|330|30|Swift|apache-2.0|2019-02|40|logging,swift-server||
            Logging API with many backends
        vapor/vapor|25600|1500|100|Swift|mit|2016-01|30|server,swift,web-framework|https://vapor.codes|
            Web framework for writing servers in Swift
        Alamofire/Alamofire|42100|7600|40|Swift|mit|2014-07|200|http,ios,networking,swift||
            HTTP networking with an elegant API
        realm/SwiftLint|19200|2300|350|Swift|mit|2015-05|9|linter,static-analysis,swift|\
        https://realm.github.io/SwiftLint|
            Enforces style and conventions, and finds likely mistakes
        groue/GRDB.swift|8100|800|5|Swift|mit|2015-06|60|database,sqlite,swift||
            Toolkit for SQLite databases, with a focus on application development
        onevcat/Kingfisher|24000|2700|120|Swift|mit|2015-04|48|cache,image,ios,swift||
            Downloads and caches images from the web
        ReactiveX/RxSwift|24600|4200|30|Swift|other|2015-04|300|observer,reactive,swift||
            Observable streams for Swift programs
        pointfreeco/swift-composable-architecture|13800|1600|60|Swift|mit|2020-05|14|architecture,swift,testing|\
        https://www.pointfree.co|
            Builds applications from state, actions and effects, with testing in mind
        SnapKit/SnapKit|20300|2000|70|Swift|mit|2014-07|1400|autolayout,ios,swift||
            Domain-specific language for layout constraints
        ghostty-org/ghostty|38500|1400|900|Zig|mit|2022-03|1|gtk,macos,terminal-emulator,zig|https://ghostty.org|
            Fast, native terminal emulator for Linux and macOS
        rust-lang/rust|107000|14000|11200|Rust|other|2010-06|1|compiler,language,rust|https://www.rust-lang.org|
            Language for reliable and efficient software
        rust-lang/cargo|14200|2700|1500|Rust|apache-2.0|2014-03|4|package-manager,rust|https://doc.rust-lang.org/cargo|
            The Rust package manager
        tokio-rs/tokio|30100|2800|350|Rust|mit|2016-09|6|async,networking,rust|https://tokio.rs|
            Runtime for asynchronous programs: timers, sockets, tasks
        BurntSushi/ripgrep|55800|2300|150|Rust|unlicense|2016-03|220|cli,grep,regex,search||user
            Searches directories recursively for a pattern and respects ignore files
        sharkdp/bat|54900|1400|330|Rust|apache-2.0|2018-04|15|cli,rust,syntax-highlighting||user
            cat clone with syntax highlighting, line numbers and Git integration
        sharkdp/fd|39500|950|160|Rust|apache-2.0|2017-05|70|cli,find,rust||user
            Simple, fast alternative to find
        python/cpython|69800|33200|9400|Python|other|2017-02|1|cpython,language,python|https://www.python.org|
            The Python programming language
        psf/black|40900|2700|400|Python|mit|2018-03|26|autopep8,code-formatter,python|https://black.readthedocs.io|
            Uncompromising formatter for Python code
        psf/requests|53300|9500|260|Python|apache-2.0|2011-02|90|http,python,requests|https://requests.readthedocs.io|
            Simple HTTP library for Python
        pallets/flask|70500|16600|10|Python|bsd-3-clause|2010-04|33|flask,python,web-framework|\
        https://flask.palletsprojects.com|
            Micro framework for web applications
        django/django|85600|32900|400|Python|bsd-3-clause|2012-04|2|django,orm,python,web|https://www.djangoproject.com|
            Web framework for rapid development and clean design
        fastapi/fastapi|91500|8200|170|Python|mit|2018-12|7|api,async,python|https://fastapi.tiangolo.com|
            Web APIs based on type hints, with automatic documentation
        numpy/numpy|30700|11600|2300|Python|other|2010-09|3|numpy,python,scientific|https://numpy.org|
            Multidimensional arrays and numerical computing
        pandas-dev/pandas|47000|19200|3600|Python|bsd-3-clause|2010-08|4|data-analysis,pandas,python|\
        https://pandas.pydata.org|
            Data analysis with labeled tables
        astral-sh/ruff|43200|1600|1900|Rust|mit|2022-08|1|linter,python,rust|https://docs.astral.sh/ruff|
            Extremely fast Python linter and formatter
        astral-sh/uv|72500|2300|2200|Rust|apache-2.0|2023-10|1|packaging,python,resolver|https://docs.astral.sh/uv|
            Fast Python package and project manager
        golang/go|130500|18500|9700|Go|bsd-3-clause|2014-08|2|go,golang,language|https://go.dev|
            The Go programming language
        gohugoio/hugo|84500|8100|550|Go|apache-2.0|2013-07|11|blog-engine,go,static-site-generator|https://gohugo.io|
            Fast static site generator
        ziglang/zig|42000|3000|3300|Zig|mit|2015-08|5|compiler,language,zig|https://ziglang.org|
            Language and toolchain for robust and reusable software
        llvm/llvm-project|35400|15300|32000|LLVM|other|2016-12|1|compiler,llvm|https://llvm.org|
            Modular compiler and toolchain technologies
        microsoft/TypeScript|106800|13100|5600|TypeScript|apache-2.0|2014-06|8|javascript,language,typechecker|\
        https://www.typescriptlang.org|
            JavaScript with static types
        nodejs/node|114600|33500|2300|JavaScript|other|2014-11|2|javascript,node,runtime|https://nodejs.org|
            JavaScript runtime for servers and tools
        denoland/deno|105000|5900|2500|Rust|mit|2018-05|5|deno,javascript,typescript|https://deno.com|
            Runtime for JavaScript and TypeScript with secure defaults
        oven-sh/bun|82900|3700|5400|Zig|other|2021-04|2|bundler,javascript,runtime|https://bun.sh|
            JavaScript runtime, bundler, test runner and package manager in one
        ruby/ruby|23200|5500|400|Ruby|other|2010-02|1|language,ruby|https://www.ruby-lang.org|\
        mirror=https://git.ruby-lang.org/ruby.git
            The Ruby programming language
        rails/rails|57800|22000|1300|Ruby|mit|2008-04|2|activerecord,framework,rails,ruby|https://rubyonrails.org|
            Web framework that favors convention over configuration
        elixir-lang/elixir|26000|3500|40|Elixir|apache-2.0|2011-01|6|elixir,functional,language|https://elixir-lang.org|
            Dynamic functional language for scalable, fault-tolerant applications
        JetBrains/kotlin|51800|6100|200|Kotlin|apache-2.0|2012-02|1|compiler,kotlin,language|https://kotlinlang.org|
            The Kotlin programming language
        scala/scala3|6200|1100|900|Scala|apache-2.0|2012-12|4|compiler,scala|https://dotty.epfl.ch|
            The Scala 3 compiler
        ocaml/ocaml|6000|1200|450|OCaml|lgpl-2.1|2013-01|8|compiler,functional,ocaml|https://ocaml.org|
            OCaml compilers, runtime system and standard library
        ghc/ghc|3200|720|0|Haskell|bsd-3-clause|2010-05|3|compiler,haskell|https://www.haskell.org/ghc/|\
        mirror=https://gitlab.haskell.org/ghc/ghc.git
            Mirror of the Glasgow Haskell Compiler; no pull requests here
        clojure/clojure|10900|1500|0|Java|epl-2.0|2010-06|500|clojure,language,lisp|https://clojure.org|
            Lisp dialect for the Java virtual machine
        JuliaLang/julia|48000|5700|4800|Julia|mit|2011-04|2|julia,language,numerical|https://julialang.org|
            High-performance language for numerical computing
        nim-lang/Nim|17600|1500|2000|Nim|other|2010-08|9|compiler,efficient,nim|https://nim-lang.org|
            Statically typed language with readable syntax that compiles to C
        php/php-src|39600|8000|800|C|other|2011-06|1|language,php|https://www.php.net|
            The PHP interpreter
        laravel/laravel|81500|24600|40|Blade|mit|2011-06|40|framework,laravel,php|https://laravel.com|template
            Starter project for the Laravel web framework
        dart-lang/sdk|10800|1700|9800|Dart|bsd-3-clause|2014-11|1|dart,language,sdk|https://dart.dev|
            The Dart SDK: virtual machine, libraries and tools
        lua/lua|9400|1300|0|C|mit|2018-03|70|language,lua|https://www.lua.org|mirror=https://www.lua.org
            Mirror of Lua's development repository; no pull requests here
        """
}
