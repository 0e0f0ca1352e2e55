/// Editors, web, games, media, learning. Figures are rounded, descriptions are our own or shortened.
enum KnownApplicationRepositories {
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
