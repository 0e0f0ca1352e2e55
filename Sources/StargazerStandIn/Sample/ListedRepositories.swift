/// Editors, web, games, media, learning. Figures are rounded, descriptions are our own or shortened.
enum ListedApplicationRepositories {
    static let table = """
        microsoft/vscode|180500|36600|12900|TypeScript|mit|2015-09|1|editor,electron,typescript|\
        https://code.visualstudio.com|
            Code editor with debugging, Git and extensions
        neovim/neovim|94500|6400|1800|Vim Script|other|2014-01|1|editor,neovim,vim|https://neovim.io|
            Vim fork focused on extensibility and usability
        vim/vim|39400|5900|1500|Vim Script|other|2015-08|1|editor,text-editor,vim|https://www.vim.org|
            The official Vim repository
        emacs-mirror/emacs|5000|1300|0|Emacs Lisp|gpl-3.0|2010-11|1|editor,emacs,lisp|\
        https://www.gnu.org/software/emacs/|mirror=https://git.savannah.gnu.org/git/emacs.git
            Mirror of the extensible, self-documenting editor
        zed-industries/zed|70500|6000|3200|Rust|other|2021-02|1|editor,rust,text-editor|https://zed.dev|
            High-performance, multiplayer code editor
        helix-editor/helix|41300|3200|1100|Rust|mpl-2.0|2020-06|7|editor,kakoune,rust,vim|https://helix-editor.com|
            Post-modern modal text editor
        lapce/lapce|37400|1200|750|Rust|apache-2.0|2018-01|500|editor,rust,wasm|https://lap.dev|
            Fast and powerful code editor
        atom/atom|60800|17300|800|JavaScript|mit|2012-01|26000|atom,editor,electron|https://atom.io|archived
            The hackable text editor
        notepad-plus-plus/notepad-plus-plus|26600|5000|4600|C++|gpl-3.0|2015-03|12|editor,notepad,windows|\
        https://notepad-plus-plus.org|
            Source code editor for Windows
        facebook/react|240000|49800|1100|JavaScript|mit|2013-05|1|frontend,javascript,library,ui|https://react.dev|
            Library for web and native user interfaces
        vuejs/core|52000|8900|950|TypeScript|mit|2018-06|3|framework,frontend,vue|https://vuejs.org|
            Progressive framework for user interfaces on the web
        sveltejs/svelte|84500|4700|900|JavaScript|mit|2016-11|2|compiler,template,ui|https://svelte.dev|
            Web development with compiled components
        angular/angular|99200|26700|1200|TypeScript|mit|2014-09|1|angular,javascript,typescript,web-framework|\
        https://angular.dev|
            Framework for large web applications
        vercel/next.js|136500|29800|3400|JavaScript|mit|2016-10|1|blog,nextjs,node,react|https://nextjs.org|
            The React framework
        twbs/bootstrap|173500|79000|400|MDX|mit|2011-07|9|bootstrap,css,html,sass|https://getbootstrap.com|
            HTML, CSS and JavaScript framework for responsive sites
        tailwindlabs/tailwindcss|91500|4900|60|TypeScript|mit|2017-10|3|css,css-framework,responsive|\
        https://tailwindcss.com|
            Utility-first CSS framework
        jquery/jquery|59700|20500|80|JavaScript|mit|2009-04|50|dom,javascript,jquery|https://jquery.com|
            JavaScript library for documents, events and animations
        mrdoob/three.js|109500|36000|500|JavaScript|mit|2010-03|2|3d,javascript,webgl,webgpu|https://threejs.org|user
            JavaScript 3D library
        d3/d3|111500|22900|20|Shell|isc|2010-09|2500|charts,d3,data-visualization,svg|https://d3js.org|
            Data visualization with SVG, Canvas and HTML
        electron/electron|119000|16700|900|C++|mit|2013-04|1|css,electron,html,javascript|https://electronjs.org|
            Cross-platform desktop applications with web technologies
        tauri-apps/tauri|100500|3300|1100|Rust|apache-2.0|2019-07|3|desktop-app,rust,webview|https://tauri.app|
            Smaller, faster desktop and mobile applications with a web frontend
        flutter/flutter|173500|29500|12300|Dart|bsd-3-clause|2015-03|1|dart,flutter,mobile|https://flutter.dev|
            Mobile, desktop and web applications from a single codebase
        facebook/react-native|124500|25000|1200|C++|mit|2015-01|1|android,ios,mobile,react|https://reactnative.dev|
            Native mobile applications with React
        godotengine/godot|104500|23900|16800|C++|mit|2014-01|1|game-development,game-engine,godot|\
        https://godotengine.org|
            Cross-platform 2D and 3D game engine
        bevyengine/bevy|43500|4300|3000|Rust|apache-2.0|2020-01|2|game-engine,gamedev,rust|https://bevy.org|
            Simple, data-driven game engine
        id-Software/DOOM|17000|2800|150|C++|gpl-2.0|2012-01|15000|doom,game||
            Source code of the 1993 game for Linux
        OpenTTD/OpenTTD|7800|1200|950|C++|gpl-2.0|2018-03|2|game,simulation,transport|https://www.openttd.org|
            Transport business simulation game
        supertuxkart/stk-code|5000|1100|900|C++|other|2013-12|16|game,kart,racing|https://supertuxkart.net|
            Free kart racing game
        lichess-org/lila|17800|2500|450|Scala|agpl-3.0|2010-06|1|chess,game,scala|https://lichess.org|
            The free, open-source chess server
        ffmpeg/ffmpeg|55500|13200|0|C|other|2011-04|1|audio,ffmpeg,multimedia,video|https://ffmpeg.org|\
        mirror=https://git.ffmpeg.org/ffmpeg.git
            Mirror of FFmpeg: record, convert and stream audio and video
        mpv-player/mpv|33500|3200|800|C|other|2012-10|2|mpv,player,video|https://mpv.io|
            Command-line media player
        obsproject/obs-studio|69000|8900|600|C|gpl-2.0|2013-10|2|broadcasting,recording,streaming|\
        https://obsproject.com|
            Live streaming and screen recording
        blender/blender|16700|2400|0|C++|other|2018-02|1|3d,animation,blender,modeling|https://www.blender.org|\
        mirror=https://projects.blender.org/blender/blender
            Mirror of the Blender 3D creation suite
        audacity/audacity|16000|2500|1400|C++|other|2015-02|2|audio,audio-editor,recording|https://www.audacityteam.org|
            Multi-track audio editor and recorder
        jellyfin/jellyfin|46500|4200|700|C#|gpl-2.0|2018-12|2|csharp,media-server,video|https://jellyfin.org|
            Media server for your movies, shows and music
        immich-app/immich|86500|4600|550|TypeScript|agpl-3.0|2022-02|1|backup,photos,self-hosted,video|\
        https://immich.app|
            Self-hosted photo and video management
        nextcloud/server|33000|4600|3100|PHP|agpl-3.0|2016-06|1|cloud,files,php,self-hosted|https://nextcloud.com|
            Files, calendars and contacts on your own server
        home-assistant/core|83500|35900|3500|Python|apache-2.0|2013-09|1|asyncio,home-automation,python|\
        https://www.home-assistant.io|
            Home automation with local control and privacy
        mastodon/mastodon|49500|7400|4300|Ruby|agpl-3.0|2016-02|1|activitypub,fediverse,social-network|\
        https://joinmastodon.org|
            Decentralized social network server
        discourse/discourse|45700|8700|90|Ruby|gpl-2.0|2013-01|1|community,discourse,forum|https://www.discourse.org|
            Community discussion platform
        element-hq/element-web|12500|2400|5300|TypeScript|agpl-3.0|2015-06|1|chat,encryption,matrix|https://element.io|
            Matrix client for the web
        signalapp/Signal-Android|28300|6500|600|Kotlin|agpl-3.0|2011-12|20|android,encryption,messenger|\
        https://signal.org|
            Private messenger for Android
        freeCodeCamp/freeCodeCamp|432000|42500|180|TypeScript|bsd-3-clause|2014-12|1|certification,curriculum,\
        education|https://www.freecodecamp.org|
            Open-source curriculum: learn to program for free
        sindresorhus/awesome|405000|31500|60|-|cc0-1.0|2014-07|30|awesome,awesome-list,lists||user
            Lists about all kinds of interesting topics :sunglasses:
        EbookFoundation/free-programming-books|375000|64900|50|Python|cc-by-4.0|2013-10|18|books,education,list|\
        https://ebookfoundation.github.io/free-programming-books/|
            :books: Freely available programming books
        donnemartin/system-design-primer|325000|52500|500|Python|other|2017-02|4000|design,interview,system||user
            Learn how to design large-scale systems
        TheAlgorithms/Python|212000|49000|600|Python|mit|2016-07|9|algorithm,education,python|\
        https://thealgorithms.github.io/Python/|
            All algorithms implemented in Python
        public-apis/public-apis|385000|41800|1100|Python|mit|2016-03|600|api,dataset,list,public||
            List of free public APIs
        tensorflow/tensorflow|192500|74900|3700|C++|apache-2.0|2015-11|1|deep-learning,machine-learning,python|\
        https://tensorflow.org|
            Machine learning for everyone
        pytorch/pytorch|95500|25900|17000|Python|other|2016-08|1|autograd,deep-learning,gpu,python|https://pytorch.org|
            Tensors and dynamic neural networks with GPU acceleration
        huggingface/transformers|152500|31200|2000|Python|apache-2.0|2018-10|1|deep-learning,nlp,python|\
        https://huggingface.co/transformers|
            Pretrained models for text, vision and audio
        ggml-org/llama.cpp|90500|13900|1000|C++|mit|2023-03|1|ggml,inference,language-model||
            LLM inference in C and C++
        opencv/opencv|84800|56400|2700|C++|apache-2.0|2012-07|4|c-plus-plus,computer-vision,opencv|https://opencv.org|
            Computer vision library
        spring-projects/spring-boot|78800|41600|600|Java|apache-2.0|2012-10|2|framework,java,spring|\
        https://spring.io/projects/spring-boot|
            Stand-alone, production-ready Spring applications
        apache/spark|42300|28900|350|Scala|apache-2.0|2014-02|1|big-data,java,python,scala|https://spark.apache.org|
            Engine for large-scale data analytics
        hadley/ggplot2-book|1700|690|20|Perl|other|2011-10|900|book,ggplot2,r||user
            Source of the book about elegant graphics in R
        tidyverse/ggplot2|6800|2100|200|R|other|2008-05|60|data-visualisation,ggplot2,r|https://ggplot2.tidyverse.org|
            Implementation of the Grammar of Graphics in R
        bitcoin/bitcoin|86500|38000|700|C++|mit|2010-12|2|bitcoin,cryptocurrency,p2p|https://bitcoincore.org|
            Reference implementation of the Bitcoin protocol
        github/gitignore|170500|83000|300|-|cc0-1.0|2010-11|90|git,gitignore||
            Collection of useful .gitignore templates
        actions/checkout|7200|2200|600|TypeScript|mit|2019-07|60|actions,git||
            Action for checking out a repository
        """
}

/// Languages, compilers and related tools. Figures are rounded, descriptions are our own or shortened.
enum ListedLanguageRepositories {
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

/// Systems, desktops and everyday tools. Figures are rounded, descriptions are our own or shortened.
enum ListedSystemRepositories {
    static let table = """
        torvalds/linux|208000|58700|500|C|other|2011-09|1|kernel,linux||user,\
        mirror=https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git
            Linux kernel source tree
        git/git|58300|27200|300|C|other|2008-07|5|git,version-control|https://git-scm.com|\
        mirror=https://git.kernel.org/pub/scm/git/git.git
            Git source code; send patches to the mailing list
        systemd/systemd|15300|4200|2900|C|other|2015-03|1|init,linux,service-manager|https://systemd.io|
            System and service manager for Linux
        flatpak/flatpak|4700|440|1000|C|lgpl-2.1|2014-12|30|application,linux,sandbox|https://flatpak.org|
            Sandboxed applications for every Linux desktop
        GNOME/gtk|1900|420|0|C|lgpl-2.1|2010-03|4|gnome,gtk,toolkit,ui|https://gtk.org|\
        mirror=https://gitlab.gnome.org/GNOME/gtk
            Read-only mirror of the GTK toolkit
        GNOME/gnome-text-editor|130|30|0|C|gpl-3.0|2021-05|60|editor,gnome,gtk||\
        mirror=https://gitlab.gnome.org/GNOME/gnome-text-editor
            Read-only mirror of a simple editor for the GNOME desktop
        KDE/plasma-desktop|560|190|0|C++|other|2013-09|3|desktop,kde,linux,qt||\
        mirror=https://invent.kde.org/plasma/plasma-desktop
            Read-only mirror of the Plasma desktop
        NixOS/nixpkgs|21800|16900|16500|Nix|mit|2012-06|1|linux,nix,nixpkgs,package-manager||
            More than a hundred thousand packages for Nix
        Homebrew/brew|45300|10600|200|Ruby|bsd-2-clause|2016-03|2|homebrew,linux,macos,package-manager|https://brew.sh|
            The package manager that was missing
        moby/moby|71100|18800|3700|Go|apache-2.0|2013-01|4|containers,docker,go|https://mobyproject.org|
            Components for container systems
        kubernetes/kubernetes|118500|41500|2600|Go|apache-2.0|2014-06|1|cncf,containers,go,kubernetes|\
        https://kubernetes.io|
            Production-grade container scheduling and management
        containers/podman|29600|2800|750|Go|apache-2.0|2017-11|3|containers,docker,linux,oci|https://podman.io|
            Tool for containers and pods, without a daemon
        ansible/ansible|67300|24100|900|Python|gpl-3.0|2012-03|9|ansible,automation,python|https://www.ansible.com|
            IT automation over SSH, without agents
        hashicorp/terraform|47000|10100|2000|Go|other|2014-03|2|cloud,infrastructure-as-code,terraform|\
        https://developer.hashicorp.com/terraform|
            Infrastructure as code, with predictable changes
        prometheus/prometheus|61300|9900|900|Go|apache-2.0|2012-11|2|alerting,metrics,monitoring|https://prometheus.io|
            Monitoring system and time series database
        grafana/grafana|71000|13200|4100|TypeScript|agpl-3.0|2013-12|1|analytics,dashboard,metrics|https://grafana.com|
            Dashboards for metrics, logs and traces
        ohmyzsh/ohmyzsh|181500|26200|600|Shell|mit|2009-08|20|oh-my-zsh,shell,terminal,zsh|https://ohmyz.sh|
            Community framework for your zsh configuration, with plugins and themes
        tmux/tmux|41400|2300|90|C|other|2015-06|14|terminal,terminal-multiplexer,tmux||
            Terminal multiplexer
        fish-shell/fish-shell|31200|2100|520|Rust|other|2012-05|2|fish,shell,terminal|https://fishshell.com|
            User-friendly command-line shell
        alacritty/alacritty|61400|3300|340|Rust|apache-2.0|2016-02|130|gpu,opengl,rust,terminal|https://alacritty.org|
            Cross-platform terminal emulator with GPU rendering
        kovidgoyal/kitty|30300|1200|40|Python|gpl-3.0|2016-10|4|gpu,linux,macos,terminal|\
        https://sw.kovidgoyal.net/kitty/|user
            GPU-based terminal emulator with tabs, layouts and images
        junegunn/fzf|74800|2700|320|Go|mit|2013-10|6|cli,fuzzy-search,go,terminal|https://junegunn.github.io/fzf/|user
            Command-line fuzzy finder
        cli/cli|42000|7600|900|Go|mit|2019-10|5|cli,git,github-api-v3|https://cli.github.com|
            Pull requests, issues and more from the terminal
        jqlang/jq|33200|1700|400|C|other|2012-07|40|cli,jq,json|https://jqlang.org|
            Command-line JSON processor
        curl/curl|39900|7000|40|C|other|2010-03|1|curl,http,libcurl,transfer|https://curl.se|
            Command-line tool and library for transferring data with URLs
        openssl/openssl|29000|10900|2300|C|apache-2.0|2013-01|2|cryptography,ssl,tls|https://openssl-library.org|
            TLS and cryptography library
        sqlite/sqlite|8800|1300|0|C|other|2018-12|3|database,sql,sqlite|https://sqlite.org|mirror=https://sqlite.org/src
            Official mirror of the SQLite source code
        postgres/postgres|19400|5300|0|C|other|2010-09|1|database,postgresql,sql|https://www.postgresql.org|\
        mirror=https://git.postgresql.org/git/postgresql.git
            Mirror of the PostgreSQL server; no pull requests here
        redis/redis|72000|24300|2700|C|other|2009-03|2|cache,database,key-value,redis|https://redis.io|
            In-memory data structure store
        valkey-io/valkey|24000|950|600|C|bsd-3-clause|2024-03|2|cache,database,key-value,valkey|https://valkey.io|
            High-performance in-memory key-value store
        duckdb/duckdb|34500|2700|500|C++|mit|2018-06|1|analytics,database,olap,sql|https://duckdb.org|
            In-process analytical database
        elastic/elasticsearch|75400|25600|5600|Java|other|2010-02|1|elasticsearch,java,search-engine|\
        https://www.elastic.co|
            Distributed search and analytics engine
        meilisearch/meilisearch|54500|2300|230|Rust|other|2018-04|5|rust,search-engine,typo-tolerance|\
        https://www.meilisearch.com|
            Search engine with typo tolerance
        nginx/nginx|28500|7700|300|C|bsd-2-clause|2015-09|7|http,nginx,proxy,web-server|https://nginx.org|
            Web server, load balancer and reverse proxy
        caddyserver/caddy|68000|4500|260|Go|apache-2.0|2015-01|3|go,https,web-server|https://caddyserver.com|
            Web server with automatic HTTPS
        syncthing/syncthing|77500|4800|360|Go|mpl-2.0|2013-11|4|backup,p2p,synchronization|https://syncthing.net|
            Continuous file synchronization without a server
        restic/restic|31300|1700|500|Go|bsd-2-clause|2014-04|10|backup,deduplication,encryption|https://restic.net|
            Fast, secure and efficient backups
        borgbackup/borg|12600|810|500|Python|other|2013-10|20|backup,deduplication,python|https://www.borgbackup.org|
            Deduplicating archiver with compression and encryption
        WireGuard/wireguard-go|3600|1300|0|Go|mit|2018-05|900|go,tunnel,vpn|https://www.wireguard.com|\
        mirror=https://git.zx2c4.com/wireguard-go
            WireGuard implementation in user space
        keepassxreboot/keepassxc|25400|1700|800|C++|other|2016-10|8|cross-platform,password-manager,qt|\
        https://keepassxc.org|
            Cross-platform password manager
        bitwarden/server|17700|1500|250|C#|other|2015-12|1|csharp,password-manager,server|https://bitwarden.com|
            Server infrastructure of the Bitwarden password manager
        dotnet/runtime|17200|5300|8500|C#|mit|2019-09|1|csharp,dotnet,runtime|https://dot.net|
            The .NET runtime and libraries
        PowerShell/PowerShell|50300|8000|1200|C#|mit|2016-01|6|cross-platform,powershell,shell|\
        https://microsoft.com/PowerShell|
            Cross-platform shell and scripting language
        serverless/serverless|46900|5700|1000|JavaScript|mit|2015-04|700|aws-lambda,serverless||
            Framework for serverless applications
        raysan5/raylib|29200|2700|30|C|zlib|2013-11|2|c,game-development,graphics,library|https://www.raylib.com|user
            Simple library for learning game programming
        """
}
