/// Systems, desktops and everyday tools. Figures are rounded, descriptions are our own or shortened.
enum KnownSystemRepositories {
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
