/// Languages, compilers and related tools. Figures are rounded, descriptions are our own.
enum KnownLanguages {
    static let table = """
        swiftlang/swift|68900|10600|7300|Swift|apache-2.0|2015-10|2|compiler,language,llvm,swift|https://swift.org|
            The Swift programming language: compiler, standard library and their tests
        swiftlang/swift-package-manager|9900|1400|900|Swift|apache-2.0|2015-11|5|package-manager,swift||
            Builds, tests and fetches packages written in Swift
        apple/swift-nio|8200|680|190|Swift|apache-2.0|2018-02|20|networking,non-blocking,swift||
            Event-driven network toolkit for servers and clients that have to keep up
        swiftlang/swift-evolution|15800|2400|60|Markdown|apache-2.0|2015-11|12|evolution,proposals,swift||
            Where changes to the language are proposed, reviewed and written down
        apple/swift-algorithms|6200|460|90|Swift|apache-2.0|2020-10|90|algorithms,collections,swift||
            Sequence and collection algorithms that the standard library does not have
        apple/swift-log|3800|330|30|Swift|apache-2.0|2019-02|40|logging,swift-server||
            One logging interface for libraries, many backends for programs
        vapor/vapor|25600|1500|100|Swift|mit|2016-01|30|server,swift,web-framework|https://vapor.codes|
            Web framework for writing servers in Swift
        Alamofire/Alamofire|42100|7600|40|Swift|mit|2014-07|200|http,ios,networking,swift||
            HTTP networking in a handful of readable calls
        realm/SwiftLint|19200|2300|350|Swift|mit|2015-05|9|linter,static-analysis,swift|\
        https://realm.github.io/SwiftLint|
            Keeps source files to an agreed style and points at likely mistakes
        groue/GRDB.swift|8100|800|5|Swift|mit|2015-06|60|database,sqlite,swift||
            A toolkit for SQLite databases, made for application developers
        onevcat/Kingfisher|24000|2700|120|Swift|mit|2015-04|48|cache,image,ios,swift||
            Downloads images from the web and remembers them
        ReactiveX/RxSwift|24600|4200|30|Swift|other|2015-04|300|observer,reactive,swift||
            Observable streams for Swift programs
        pointfreeco/swift-composable-architecture|13800|1600|60|Swift|mit|2020-05|14|architecture,swift,testing|\
        https://www.pointfree.co|
            State, actions and effects with one consistent shape, from small views to large programs
        SnapKit/SnapKit|20300|2000|70|Swift|mit|2014-07|1400|autolayout,ios,swift||
            Layout constraints in a small language of their own
        ghostty-org/ghostty|38500|1400|900|Zig|mit|2022-03|1|gtk,macos,terminal-emulator,zig|https://ghostty.org|
            Terminal emulator that is fast and native on each platform
        rust-lang/rust|107000|14000|11200|Rust|other|2010-06|1|compiler,language,rust|https://www.rust-lang.org|
            A language in which reliable and efficient programs are written by everyone
        rust-lang/cargo|14200|2700|1500|Rust|apache-2.0|2014-03|4|package-manager,rust|https://doc.rust-lang.org/cargo|
            Fetches what a Rust package needs and builds it
        tokio-rs/tokio|30100|2800|350|Rust|mit|2016-09|6|async,networking,rust|https://tokio.rs|
            Runtime for asynchronous programs: timers, sockets, tasks
        BurntSushi/ripgrep|55800|2300|150|Rust|unlicense|2016-03|220|cli,grep,regex,search||user
            Searches folders for a pattern and skips what your ignore files name
        sharkdp/bat|54900|1400|330|Rust|apache-2.0|2018-04|15|cli,rust,syntax-highlighting||user
            cat, with colors, line numbers and a margin for changes
        sharkdp/fd|39500|950|160|Rust|apache-2.0|2017-05|70|cli,find,rust||user
            Finds files by name, quickly and without surprises
        python/cpython|69800|33200|9400|Python|other|2017-02|1|cpython,language,python|https://www.python.org|
            The interpreter and library of the Python language
        psf/black|40900|2700|400|Python|mit|2018-03|26|autopep8,code-formatter,python|https://black.readthedocs.io|
            Formats Python code in one way only
        psf/requests|53300|9500|260|Python|apache-2.0|2011-02|90|http,python,requests|https://requests.readthedocs.io|
            HTTP for people who would rather write their program
        pallets/flask|70500|16600|10|Python|bsd-3-clause|2010-04|33|flask,python,web-framework|\
        https://flask.palletsprojects.com|
            A small core for web applications
        django/django|85600|32900|400|Python|bsd-3-clause|2012-04|2|django,orm,python,web|https://www.djangoproject.com|
            Web framework for perfectionists with a timetable
        fastapi/fastapi|91500|8200|170|Python|mit|2018-12|7|api,async,python|https://fastapi.tiangolo.com|
            Web interfaces declared with type hints
        numpy/numpy|30700|11600|2300|Python|other|2010-09|3|numpy,python,scientific|https://numpy.org|
            Arrays in many dimensions and the mathematics on them
        pandas-dev/pandas|47000|19200|3600|Python|bsd-3-clause|2010-08|4|data-analysis,pandas,python|\
        https://pandas.pydata.org|
            Labeled tables for analyzing data
        astral-sh/ruff|43200|1600|1900|Rust|mit|2022-08|1|linter,python,rust|https://docs.astral.sh/ruff|
            Linter and formatter for Python that answers before you look up
        astral-sh/uv|72500|2300|2200|Rust|apache-2.0|2023-10|1|packaging,python,resolver|https://docs.astral.sh/uv|
            Installs and manages Python packages and projects
        golang/go|130500|18500|9700|Go|bsd-3-clause|2014-08|2|go,golang,language|https://go.dev|
            The Go language, its tools and its library
        gohugoio/hugo|84500|8100|550|Go|apache-2.0|2013-07|11|blog-engine,go,static-site-generator|https://gohugo.io|
            Turns folders of text into websites in moments
        ziglang/zig|42000|3000|3300|Zig|mit|2015-08|5|compiler,language,zig|https://ziglang.org|
            Language and toolchain for robust and reusable software
        llvm/llvm-project|35400|15300|32000|LLVM|other|2016-12|1|compiler,llvm|https://llvm.org|
            A collection of modular compiler and toolchain technologies
        microsoft/TypeScript|106800|13100|5600|TypeScript|apache-2.0|2014-06|8|javascript,language,typechecker|\
        https://www.typescriptlang.org|
            JavaScript with types that are checked before it runs
        nodejs/node|114600|33500|2300|JavaScript|other|2014-11|2|javascript,node,runtime|https://nodejs.org|
            Runs JavaScript outside of a browser
        denoland/deno|105000|5900|2500|Rust|mit|2018-05|5|deno,javascript,typescript|https://deno.com|
            Runtime for JavaScript and TypeScript with safe defaults
        oven-sh/bun|82900|3700|5400|Zig|other|2021-04|2|bundler,javascript,runtime|https://bun.sh|
            Runtime, bundler, test runner and package manager in one program
        ruby/ruby|23200|5500|400|Ruby|other|2010-02|1|language,ruby|https://www.ruby-lang.org|\
        mirror=https://git.ruby-lang.org/ruby.git
            The Ruby language
        rails/rails|57800|22000|1300|Ruby|mit|2008-04|2|activerecord,framework,rails,ruby|https://rubyonrails.org|
            Web framework in which conventions do the work
        elixir-lang/elixir|26000|3500|40|Elixir|apache-2.0|2011-01|6|elixir,functional,language|https://elixir-lang.org|
            A dynamic functional language for programs that must grow and not fall over
        JetBrains/kotlin|51800|6100|200|Kotlin|apache-2.0|2012-02|1|compiler,kotlin,language|https://kotlinlang.org|
            The Kotlin language
        scala/scala3|6200|1100|900|Scala|apache-2.0|2012-12|4|compiler,scala|https://dotty.epfl.ch|
            The compiler of Scala 3
        ocaml/ocaml|6000|1200|450|OCaml|lgpl-2.1|2013-01|8|compiler,functional,ocaml|https://ocaml.org|
            Core of the OCaml system: compilers, runtime, library
        ghc/ghc|3200|720|0|Haskell|bsd-3-clause|2010-05|3|compiler,haskell|https://www.haskell.org/ghc/|\
        mirror=https://gitlab.haskell.org/ghc/ghc.git
            Mirror of the Glasgow Haskell Compiler; changes are taken elsewhere
        clojure/clojure|10900|1500|0|Java|epl-2.0|2010-06|500|clojure,language,lisp|https://clojure.org|
            A Lisp that lives on the Java virtual machine
        JuliaLang/julia|48000|5700|4800|Julia|mit|2011-04|2|julia,language,numerical|https://julialang.org|
            Language for numerical work, at ease and at speed
        nim-lang/Nim|17600|1500|2000|Nim|other|2010-08|9|compiler,efficient,nim|https://nim-lang.org|
            Statically typed language that compiles to C and keeps a readable face
        php/php-src|39600|8000|800|C|other|2011-06|1|language,php|https://www.php.net|
            The interpreter of PHP
        laravel/laravel|81500|24600|40|Blade|mit|2011-06|40|framework,laravel,php|https://laravel.com|template
            Skeleton of a web application, ready to be filled
        dart-lang/sdk|10800|1700|9800|Dart|bsd-3-clause|2014-11|1|dart,language,sdk|https://dart.dev|
            The Dart language with its libraries and tools
        lua/lua|9400|1300|0|C|mit|2018-03|70|language,lua|https://www.lua.org|mirror=https://www.lua.org
            Copy of Lua's own development repository; no changes are taken here
        """
}
