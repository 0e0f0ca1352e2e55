/// Repositories created in the last days and weeks before the program runs, all invented.
enum NewRepositories {
    static let table = """
        quietloop/murmur|11840|402|61|Rust|mit|200h|2|audio,cli,local-first,speech||
            Writes down what is said, on your own machine and in any language
        paperkite/inkwell|9320|288|44|TypeScript|agpl-3.0|310h|5|local-first,markdown,notes,self-hosted||
            Notes that stay plain files, with links that never break
        nightferry/lantern|7410|331|52|Go|apache-2.0|96h|1|cli,observability,self-hosted||
            One small program that tells what all your servers are doing
        tidewell/gullwing|6050|190|23|Python|mit|130h|3|agents,cli,local-first||
            Agents that ask before they act and show what they did
        copperleaf/kiln|5230|147|18|Zig|mit|18h|1|build-tool,cli,compiler||
            Builds what changed and nothing else, in one file
        mosswood/fern|4480|163|35|Rust|mpl-2.0|420h|9|linux,terminal,wayland||
            Terminal that draws every frame on time
        harborlight/buoy|3910|121|14|C|gpl-3.0|60h|4|gtk,linux,wayland||
            Clipboard history for Wayland desktops
        glasshouse/seedling|3370|98|9|Vala|gpl-3.0|250h|12|gnome,gtk,linux||
            Plans a garden, from the first seed to the last harvest
        oddfellow/ledgerline|2980|204|41|Kotlin|apache-2.0|510h|20|finance,local-first,self-hosted||
            Household accounts that no bank has to know of
        brightwater/eddy|2410|77|12|Go|mit|40h|2|database,local-first,sync||
            Keeps two databases in step over a bad connection
        saltmarsh/heron|2260|69|6|Python|bsd-3-clause|340h|15|maps,open-data,self-hosted||
            Maps for walkers, drawn from open data
        ninelives/pounce|1970|58|11|TypeScript|mit|75h|6|games,pixel-art,typescript||user
            A cat, a rooftop, and eight more tries
        tinfoil-works/thimble|1840|52|7|C++|mit|560h|30|audio,music,synthesizer||
            Synthesizer that fits on a stamp
        quietloop/hush|1610|45|5|Rust|mit|150h|8|audio,cli,speech||
            Takes the noise out of a recording
        longmeadow/swath|1490|61|9|JavaScript|mit|22h|3|data,notes,visualization||
            Tables you can draw on
        paperkite/blotter|1230|39|3|TypeScript|agpl-3.0|280h|16|markdown,notes,self-hosted||
            Publishes a folder of notes as a small quiet site
        starling-lab/roost|1150|34|4|Go|apache-2.0|110h|7|kubernetes,observability,self-hosted||
            Puts small clusters to bed at night
        mosswood/lichen|980|28|2|Rust|mpl-2.0|33h|5|cli,linux,terminal||
            Finds what fills the disk, and says so in one screen
        fieldnotes-dev/sketchpad|870|31|6|Dart|bsd-3-clause|470h|40|drawing,local-first,tablet||
            Paper that can be searched
        copperleaf/ember|760|24|3|Zig|mit|600h|22|compiler,games,wasm||
            Game engine small enough to read in a weekend
        harborlight/mooring|640|19|1|Vala|gpl-3.0|16h|2|gnome,gtk,self-hosted||
            Keeps an eye on your own servers from the desktop
        tidewell/pebble|520|17|2|Python|mit|390h|26|agents,local-first,python||
            Memory for agents, as a file you can read
        glasshouse/trellis|410|12|0|Swift|apache-2.0|52h|4|gtk,linux,tables||
            Tables for GTK that scroll through millions of rows
        ninelives/whisker|300|9|1|Lua|mit|640h|44|games,lua,pixel-art||user
            Everything a small game needs, and nothing it does not
        """
}
