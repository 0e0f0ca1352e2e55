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
