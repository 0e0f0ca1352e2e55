/// Invented applications: Markdown editors, music players, terminals, and astronomy in five scripts.
///
/// The topics `markdown-editor`, `music-player` and `terminal-emulator` select the README.
enum InventedRepositories {
    static let table = """
        paperkite/quillmark|18400|1120|214|TypeScript|mit|2019-03|6|desktop,electron,markdown-editor|\
        https://quillmark.example.org|
            Markdown editor with live preview, focus mode and a file tree
        northpier/blockdown|11200|690|156|TypeScript|mit|2020-10|2|markdown-editor,react,typescript,wysiwyg|\
        https://blockdown.example.org|
            WYSIWYG Markdown editor component for web applications
        mosswood/marginalia|9650|412|88|Rust|mpl-2.0|2021-05|11|gtk,linux,markdown-editor||
            Fast Markdown editor for GTK with spell checking and math
        lumenpad/lumenpad|8420|371|92|Swift|gpl-3.0|2019-11|9|ios,ipad,macos,markdown-editor|\
        https://lumenpad.example.org|
            Native Markdown editor for macOS and iPad
        brightwater/coauthor|7930|524|131|Go|agpl-3.0|2020-02|3|collaboration,markdown-editor,self-hosted|\
        https://coauthor.example.org|
            Self-hosted Markdown editor for teams, with real-time collaboration
        glasshouse/papyrine|6120|287|63|Vala|gpl-3.0|2018-09|30|gnome,gtk,markdown-editor||
            Distraction-free Markdown editor for the GNOME desktop
        fieldnotes-dev/fieldbook|5340|233|47|Dart|bsd-3-clause|2021-08|14|android,flutter,ios,markdown-editor,notes||
            Notes app and Markdown editor for phones and tablets
        juniperdocs/docsmith|4010|345|72|PHP|gpl-2.0|2014-06|52|documentation,git,markdown-editor,wiki|\
        https://docsmith.example.org|
            Wiki with a built-in Markdown editor and Git storage
        rowanpress/bookbinder|3260|198|35|TypeScript|mit|2020-01|27|epub,latex,markdown-editor,writing||
            Markdown editor for books: chapters, citations and export to EPUB
        copperleaf/tuiscribe|2140|74|19|Zig|mit|2022-11|18|cli,markdown-editor,terminal,tui||
            Markdown editor for the terminal with inline formatting
        slatehouse/vim-marklight|1580|66|12|Vim Script|mit|2016-03|240|markdown,syntax-highlighting,vim,vim-plugin||user
            Markdown highlighting, folding and preview for the Vim editor
        saltmarsh/tablewright|940|31|6|Python|bsd-3-clause|2021-02|120|cli,markdown,tables||
            Command-line editor for Markdown tables
        fernsong/fernsong|15600|1320|207|Kotlin|gpl-3.0|2017-09|8|android,jetpack-compose,music-player|\
        https://fernsong.example.org|
            Music player for Android without ads or tracking
        tinfoil-works/tonearm|12300|840|143|C++|gpl-3.0|2016-04|5|audio,linux,music-player,qt|\
        https://tonearm.example.org|
            Music player for large collections, with gapless playback and tag editing
        brightwater/jukebarn|9870|655|118|Go|agpl-3.0|2018-01|2|music-player,music-server,self-hosted,streaming|\
        https://jukebarn.example.org|
            Self-hosted music server with a web player and offline sync
        northpier/webdeck|7740|540|96|TypeScript|mit|2019-02|4|electron,lyrics,music-player,web-audio||
            Cross-platform music player with themes and synchronized lyrics
        quietloop/warbler|6840|298|57|Rust|mit|2021-01|9|audio,cli,music-player,terminal,tui||
            Music player for the terminal with album art and lyrics
        glasshouse/cadenza|5210|214|38|Vala|gpl-3.0|2019-06|14|gnome,gtk,linux,music-player||
            Simple music player for the GNOME desktop
        harborlight/driftwood|4390|247|52|C|gpl-3.0|2013-02|70|gtk,linux,music-player,tag-editor||
            Lightweight GTK music player and library manager
        lumenpad/sidetone|3650|162|41|Swift|mit|2020-07|20|ios,macos,music-player||
            Native music player for macOS and iOS
        tidewell/playhead|2930|183|27|Python|gpl-3.0|2015-11|60|audio,mpris,music-player,python||
            Scriptable music player that plays from your folders
        starling-lab/murmuration|2480|97|15|Elixir|apache-2.0|2022-04|33|home-audio,multiroom,music-player||
            Multi-room music player that keeps all speakers in sync
        ninelives/chipcat|1820|72|9|C++|mit|2018-08|310|chiptune,music-player,tracker||user
            Music player for tracker modules and chiptunes
        copperleaf/pocketwave|1240|44|8|Zig|mit|2023-03|48|embedded,music-player,raspberry-pi||
            Tiny music player for the Raspberry Pi
        mosswood/bracken|13900|602|174|Rust|mit|2020-08|3|gpu,linux,terminal-emulator,wayland|\
        https://bracken.example.org|
            GPU-accelerated terminal emulator with tabs, splits and ligatures
        northpier/webterm|8310|930|145|TypeScript|mit|2017-05|7|javascript,terminal-emulator,web-component||
            Terminal emulator component for web applications
        copperleaf/waymark|7190|310|44|Zig|mit|2021-04|12|cli,prompt,shell,terminal||
            Shell prompt that shows what matters and starts instantly
        lumenpad/cinder|6280|256|83|Swift|mit|2021-10|10|macos,terminal-emulator||
            Native terminal for macOS with a command palette
        nightferry/moorage|5430|285|61|Go|apache-2.0|2018-12|21|remote,ssh,terminal,terminal-multiplexer||
            Terminal sessions that survive a lost connection
        glasshouse/porchlight|4760|191|55|Vala|gpl-3.0|2019-04|16|gnome,gtk,linux,terminal-emulator||
            Terminal for the GNOME desktop with profiles and a drop-down window
        harborlight/chartroom|4120|176|29|C|gpl-3.0|2016-10|38|cli,monitoring,ncurses,terminal||
            System monitor for the terminal with history charts
        tidewell/reelback|3870|143|24|Python|mit|2017-07|95|cli,gif,recording,terminal||
            Records terminal sessions and converts them to GIFs
        quietloop/treefrog|3350|128|31|Rust|mit|2022-01|6|cli,file-manager,terminal,tui||
            Terminal file manager with previews and bulk rename
        brightwater/sqlpane|2640|119|22|Go|mit|2020-05|13|cli,database,sql,terminal||
            Terminal client for SQL databases with autocompletion
        paperkite/colorchart|1190|164|10|JavaScript|mit|2015-09|400|color-scheme,terminal,themes||
            Color schemes for forty terminal emulators
        ninelives/alleycat|860|37|7|Lua|mit|2023-06|29|games,roguelike,terminal||user
            Roguelike for the terminal about a cat after dark
        xingkong-lab/wangyuanjing|3200|410|22|Vue|mit|2019-04|26|astronomy||
            星空观测与图像处理工具，支持多种望远镜和相机
        hoshizora/tenmon-techo|1450|96|8|Kotlin|apache-2.0|2020-08|44|astronomy||user
            天体観測の記録をつけるための手帳アプリ。オフラインでも使えます
        byeolbit/star-map|980|71|5|TypeScript|mit|2021-09|31|astronomy||user
            밤하늘의 별자리를 보여 주는 지도입니다
        kawkab/najm|640|58|4|PHP|gpl-3.0|2018-11|88|astronomy||user
            مكتبة لرسم خرائط النجوم (PHP 8) وعرضها في المتصفح
        kochavim/shamayim|510|33|3|C#|mit|2017-12|140|astronomy||user
            ספרייה לחישוב מיקומי כוכבים, version 2.0 ומעלה
        """
}

/// Repositories created in the last days and weeks before the program runs, all invented.
enum NewRepositories {
    static let table = """
        quietloop/murmur|11840|402|61|Rust|mit|200h|2|audio,cli,local-first,speech||
            Transcribes speech in any language, on your own computer
        paperkite/inkwell|9320|288|44|TypeScript|agpl-3.0|310h|5|local-first,markdown,notes,self-hosted||
            Notes as plain Markdown files, with links that never break
        nightferry/lantern|7410|331|52|Go|apache-2.0|96h|1|cli,observability,self-hosted||
            Monitors all your servers with one small binary
        tidewell/gullwing|6050|190|23|Python|mit|130h|3|agents,cli,local-first||
            Coding agents that ask before they act and log what they did
        copperleaf/kiln|5230|147|18|Zig|mit|18h|1|build-tool,cli,compiler||
            Incremental build tool in a single binary
        mosswood/fern|4480|163|35|Rust|mpl-2.0|420h|9|linux,terminal,wayland||
            Wayland terminal that renders every frame on time
        harborlight/buoy|3910|121|14|C|gpl-3.0|60h|4|gtk,linux,wayland||
            Clipboard history for Wayland desktops
        glasshouse/seedling|3370|98|9|Vala|gpl-3.0|250h|12|gnome,gtk,linux||
            Garden planner, from the first seed to the last harvest
        oddfellow/ledgerline|2980|204|41|Kotlin|apache-2.0|510h|20|finance,local-first,self-hosted||
            Household accounts that stay on your own server
        brightwater/eddy|2410|77|12|Go|mit|40h|2|database,local-first,sync||
            Syncs two databases over an unreliable connection
        saltmarsh/heron|2260|69|6|Python|bsd-3-clause|340h|15|maps,open-data,self-hosted||
            Hiking maps made from open data
        ninelives/pounce|1970|58|11|TypeScript|mit|75h|6|games,pixel-art,typescript||user
            Pixel-art platformer about a cat with nine lives
        tinfoil-works/thimble|1840|52|7|C++|mit|560h|30|audio,music,synthesizer||
            Polyphonic synthesizer plugin with a tiny interface
        quietloop/hush|1610|45|5|Rust|mit|150h|8|audio,cli,speech||
            Removes background noise from recordings
        longmeadow/swath|1490|61|9|JavaScript|mit|22h|3|data,notes,visualization||
            Spreadsheets and charts in your notes
        paperkite/blotter|1230|39|3|TypeScript|agpl-3.0|280h|16|markdown,notes,self-hosted||
            Publishes a folder of Markdown notes as a static site
        starling-lab/roost|1150|34|4|Go|apache-2.0|110h|7|kubernetes,observability,self-hosted||
            Scales small Kubernetes clusters down at night
        mosswood/lichen|980|28|2|Rust|mpl-2.0|33h|5|cli,linux,terminal||
            Shows what fills your disk, in one terminal screen
        fieldnotes-dev/sketchpad|870|31|6|Dart|bsd-3-clause|470h|40|drawing,local-first,tablet||
            Sketchbook for tablets with searchable handwriting
        copperleaf/ember|760|24|3|Zig|mit|600h|22|compiler,games,wasm||
            Game engine that you can read in a weekend
        harborlight/mooring|640|19|1|Vala|gpl-3.0|16h|2|gnome,gtk,self-hosted||
            Shows the status of your servers on the desktop
        tidewell/pebble|520|17|2|Python|mit|390h|26|agents,local-first,python||
            Long-term memory for agents in a readable file
        glasshouse/trellis|410|12|0|Swift|apache-2.0|52h|4|gtk,linux,tables||
            GTK table widget that scrolls through millions of rows
        ninelives/whisker|300|9|1|Lua|mit|640h|44|games,lua,pixel-art||user
            Small game framework for Lua
        """
}
