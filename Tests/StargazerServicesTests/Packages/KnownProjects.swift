/// Projects that everybody knows, with the site that GitHub shows for them, and the package that Debian has of them.
///
/// Written down before the rule was: each line has the repository, its site, and the binary package to find first. `-` is
/// nothing; `-12` is nothing in Debian 12, where Debian 13 has it. The first hundred are in Debian 12 under some address. Of the others a package
/// may have the name, or one like it.
enum KnownProjects {
    struct Project: Sendable, CustomStringConvertible {
        let path: String
        let homepage: String?
        /// Nil where Debian has nothing.
        let package: String?
        let isLibrary: Bool
        /// Whether only Debian 12 lacks it.
        let isIn13: Bool

        var description: String { path }
    }

    static let all: [Project] = table.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: " ").map(String.init)
        guard columns.count == 3 else { return nil }
        let library = columns[2].hasPrefix("library:")
        return Project(
            path: columns[0], homepage: columns[1] == "-" ? nil : columns[1],
            package: columns[2].hasPrefix("-") ? nil : columns[2].replacing("library:", with: ""), isLibrary: library,
            isIn13: columns[2] == "-12")
    }

    private static let table = """
        neovim/neovim https://neovim.io neovim
        cli/cli https://cli.github.com gh
        tmux/tmux - tmux
        kovidgoyal/kitty https://sw.kovidgoyal.net/kitty/ kitty
        jqlang/jq https://jqlang.org jq
        sharkdp/fd - fd-find
        sharkdp/bat - bat
        sharkdp/hyperfine - hyperfine
        sharkdp/hexyl - hexyl
        BurntSushi/ripgrep - ripgrep
        junegunn/fzf https://junegunn.github.io/fzf/ fzf
        ggreer/the_silver_searcher http://geoff.greer.fm/ag/ silversearcher-ag
        htop-dev/htop https://htop.dev/ htop
        aristocratos/btop - btop
        git/git https://git-scm.com git
        vim/vim https://www.vim.org vim
        fish-shell/fish-shell https://fishshell.com fish
        zsh-users/zsh-syntax-highlighting - zsh-syntax-highlighting
        zsh-users/zsh-autosuggestions - zsh-autosuggestions
        mpv-player/mpv https://mpv.io mpv
        yt-dlp/yt-dlp https://discord.gg/H5MNcFW63r yt-dlp
        FFmpeg/FFmpeg https://ffmpeg.org ffmpeg
        ImageMagick/ImageMagick https://imagemagick.org imagemagick
        curl/curl https://curl.se/ curl
        httpie/cli https://httpie.io httpie
        nginx/nginx https://nginx.org nginx
        redis/redis http://redis.io redis
        sqlite/sqlite https://sqlite.org/ sqlite3
        Kitware/CMake https://cmake.org cmake
        ninja-build/ninja https://ninja-build.org/ ninja-build
        mesonbuild/meson http://mesonbuild.com meson
        rust-lang/rust https://www.rust-lang.org rustc
        koalaman/shellcheck https://www.shellcheck.net shellcheck
        mvdan/sh https://pkg.go.dev/mvdan.cc/sh/v3 shfmt
        keepassxreboot/keepassxc https://keepassxc.org/ keepassxc
        syncthing/syncthing https://syncthing.net/ syncthing
        restic/restic https://restic.net restic
        borgbackup/borg https://www.borgbackup.org/ borgbackup
        rclone/rclone https://rclone.org rclone
        transmission/transmission https://transmissionbt.com transmission
        qbittorrent/qBittorrent https://www.qbittorrent.org qbittorrent
        obsproject/obs-studio https://obsproject.com obs-studio
        audacity/audacity https://www.audacityteam.org audacity
        KDE/krita https://krita.org krita
        GNOME/gimp https://www.gimp.org gimp
        darktable-org/darktable https://www.darktable.org/ darktable
        RawTherapee/RawTherapee https://rawtherapee.com rawtherapee
        godotengine/godot https://godotengine.org godot3
        FreeCAD/FreeCAD https://www.freecad.org freecad
        openscad/openscad https://www.openscad.org openscad
        blender/blender https://www.blender.org blender
        alacritty/alacritty https://alacritty.org alacritty
        i3/i3 https://i3wm.org/ i3
        swaywm/sway https://swaywm.org sway
        davatorium/rofi - rofi
        dunst-project/dunst https://dunst-project.org dunst
        polybar/polybar https://polybar.github.io polybar
        Alexays/Waybar - waybar
        flameshot-org/flameshot https://flameshot.org flameshot
        johnfactotum/foliate https://johnfactotum.github.io/foliate/ foliate
        pwmt/zathura https://pwmt.org/projects/zathura zathura
        ranger/ranger https://ranger.github.io/ ranger
        gokcehan/lf https://pkg.go.dev/github.com/gokcehan/lf lf
        jarun/nnn - nnn
        nvbn/thefuck - thefuck
        dylanaraps/neofetch - neofetch
        tj/git-extras - git-extras
        jonas/tig https://jonas.github.io/tig/ tig
        git-lfs/git-lfs https://git-lfs.com git-lfs
        psf/black https://black.readthedocs.io/en/stable/ black
        PyCQA/flake8 https://flake8.pycqa.org flake8
        python/mypy https://www.mypy-lang.org/ mypy
        psf/requests https://requests.readthedocs.io/en/latest/ library:python3-requests
        pallets/flask https://flask.palletsprojects.com library:python3-flask
        moby/moby https://mobyproject.org/ docker.io
        containers/podman https://podman.io podman
        containers/buildah https://buildah.io buildah
        opencontainers/runc https://www.opencontainers.org/ runc
        containerd/containerd https://containerd.io containerd
        prometheus/prometheus https://prometheus.io/ prometheus
        caddyserver/caddy https://caddyserver.com caddy
        haproxy/haproxy https://www.haproxy.org haproxy
        memcached/memcached https://memcached.org memcached
        openssl/openssl https://www.openssl.org openssl
        nlohmann/json https://json.nlohmann.me library:nlohmann-json3-dev
        gabime/spdlog - library:libspdlog-dev
        fmtlib/fmt https://fmt.dev library:libfmt-dev
        telegramdesktop/tdesktop https://desktop.telegram.org/ telegram-desktop
        weechat/weechat https://weechat.org/ weechat
        newsboat/newsboat https://newsboat.org/ newsboat
        strace/strace https://strace.io strace
        sqlmapproject/sqlmap https://sqlmap.org sqlmap
        hashcat/hashcat https://hashcat.net/hashcat/ hashcat
        tesseract-ocr/tesseract https://tesseract-ocr.github.io/ tesseract-ocr
        jgm/pandoc https://pandoc.org pandoc
        gohugoio/hugo https://gohugo.io hugo
        universal-ctags/ctags https://ctags.io universal-ctags
        ccache/ccache https://ccache.dev ccache
        mobile-shell/mosh https://mosh.org mosh
        ajeetdsouza/zoxide https://crates.io/crates/zoxide zoxide
        dandavison/delta https://dandavison.github.io/delta/ -12
        jesseduffield/lazygit - -12
        jesseduffield/lazydocker - -
        eza-community/eza https://eza.rocks -12
        helix-editor/helix https://helix-editor.com -12
        zellij-org/zellij https://zellij.dev -
        starship/starship https://starship.rs -12
        wezterm/wezterm https://wezterm.org/ -
        ghostty-org/ghostty https://ghostty.org -
        zed-industries/zed https://zed.dev -
        denoland/deno https://deno.com -
        oven-sh/bun https://bun.sh -
        astral-sh/uv https://docs.astral.sh/uv -
        atuinsh/atuin https://atuin.sh -12
        bootandy/dust - -12
        Canop/broot https://dystroy.org/broot -12
        sxyazi/yazi https://yazi-rs.github.io -
        nushell/nushell https://www.nushell.sh/ -
        charmbracelet/glow - -12
        derailed/k9s https://k9scli.io -
        helm/helm https://helm.sh -
        hashicorp/terraform https://www.terraform.io/ -
        grafana/grafana https://grafana.com -
        traefik/traefik https://traefik.io -
        minio/minio https://min.io/download -
        go-gitea/gitea https://gitea.com -
        microsoft/vscode https://code.visualstudio.com -
        atom/atom https://atom.io -
        signalapp/Signal-Desktop https://signal.org/download -
        jellyfin/jellyfin https://jellyfin.org -
        home-assistant/core https://www.home-assistant.io -
        ollama/ollama https://ollama.com -
        vercel/next.js https://nextjs.org -
        sveltejs/svelte https://svelte.dev -
        go-task/task https://taskfile.dev -12
        twpayne/chezmoi https://www.chezmoi.io/ -
        tldr-pages/tldr https://tldr.sh -
        sass/dart-sass https://sass-lang.com/dart-sass -
        lbonn/rofi - -
        git-for-windows/git http://gitforwindows.org -
        macvim-dev/macvim https://macvim.org -
        LazyVim/LazyVim http://www.lazyvim.org/ -
        ohmyzsh/ohmyzsh https://ohmyz.sh -
        nvm-sh/nvm - -
        Homebrew/brew https://brew.sh -
        mongodb/mongo https://www.mongodb.com/ -
        elastic/elasticsearch https://www.elastic.co/products/elasticsearch -
        flutter/flutter https://flutter.dev -
        electron/electron https://electronjs.org -
        hyprwm/Hyprland https://hypr.land -12
        """
}
