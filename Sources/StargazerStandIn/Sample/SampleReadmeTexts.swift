import Foundation

/// README texts with the repository's names filled in.
enum SampleReadmeTexts {
    private static let featuresByTopic = [
        "markdown-editor": [
            "**Live preview** next to the text, with tables, footnotes and math",
            "Spell checking in 40 languages", "Export to HTML, PDF and EPUB",
            "Light and dark themes, and your own in CSS",
        ],
        "music-player": [
            "**Gapless playback** of FLAC, Opus, MP3 and AAC", "Playlists that update automatically",
            "Album art and lyrics, from your files or from the web", "Media keys and desktop notifications",
        ],
        "terminal-emulator": [
            "**Tabs and splits**, restored at the next start", "True color, ligatures and emoji",
            "Search in the scrollback buffer", "More than 200 color schemes",
        ],
    ]

    /// Returns the features of an application; nil for a repository of another kind.
    static func features(of repository: SampleRepository) -> [String]? {
        repository.topics.lazy.compactMap { featuresByTopic[$0] }.first
    }

    static func application(_ repository: SampleRepository, features: [String]) -> String {
        let name = repository.name
        return """
            # \(name)

            [![Build](docs/badge-build.png)](https://example.org/build)

            \(repository.summary ?? "").

            ![Screenshot](docs/screenshot.png)

            ## Features

            \(features.map { "- \($0)" }.joined(separator: "\n"))

            ## Installation

            Download the [latest release](https://github.com/\(repository.fullName)/releases), or build it from source:

            ```sh
            git clone https://github.com/\(repository.fullName).git
            cd \(name)
            make
            ```

            ## Contributing

            Bug reports, translations and pull requests are welcome. For larger changes, please open an issue first.

            ## License

            \(name) is free software. See [LICENSE](LICENSE).
            """
    }

    static func plain(_ repository: SampleRepository) -> String {
        let name = repository.name
        let language = repository.language ?? "Shell"
        return """
            # \(name)

            [![Build](docs/badge-build.png)](https://example.org/build)
            [![Coverage](docs/badge-coverage.png)](https://example.org/coverage)
            [![License](https://img.shields.io/badge/license-\(repository.license ?? "none")-blue.svg)](LICENSE)

            \(repository.summary ?? "A small tool that does one thing well"). It is written in **\(language)** and runs
            on Linux, macOS and *most* BSDs. :rocket:

            - [Installation](#installation)
            - [Usage](#usage)
            - [Options](#options)
            - [Contributing](#contributing)

            > [!NOTE]
            > Version 2 changed the format of the settings. See [the guide](docs/guide.md) before you upgrade.

            ## Installation

            Download the latest release, or build it from source:

            ```sh
            git clone https://github.com/\(repository.fullName).git
            cd \(name)
            make && sudo make install PREFIX=/usr/local SYSCONFDIR=/etc BASH_COMPLETION_DIR=/usr/share/bash-completion/completions
            ```

            ## Usage

            1. Create a file `\(name).toml` in your project.
            2. Run it:

               ```sh
               \(name) --watch .
               ```
            3. Press <kbd>Ctrl</kbd>+<kbd>C</kbd> to stop it.

            ![The main window](docs/screenshot.png)

            ## Options

            | Option | Default | What it does |
            |:-------|:-------:|:-------------|
            | `--watch` | off | Runs again when a file in the folder changes |
            | `--jobs N` | 4 | Number of files to process at the same time |
            | `--format FORMAT` | `text` | `text`, `json` or `sarif`; `json` writes one object per line |
            | `--config PATH` | none | Reads the settings from this file[^1] |

            ### Roadmap

            - [x] Windows
            - [x] Reading from a pipe
            - [ ] A language server
              - [ ] hover
              - [ ] completion

            <details>
            <summary>Why another one?</summary>

            Because the alternatives were too slow for us. Measured with `hyperfine` on 10,000 files:

            | Tool | Time |
            |---|--:|
            | \(name) | 0.4 s |
            | alternatives | 12.9 s |

            </details>

            ## Contributing

            Issues and pull requests are welcome. Please read [CONTRIBUTING](CONTRIBUTING.md) first and be kind.

            > Simplicity is a great virtue but it requires hard work to achieve it and education to appreciate it.
            >
            > > And to make matters worse: complexity sells better.

            ---

            Made with :heart: by [\(repository.owner)](https://github.com/\(repository.owner)). H<sub>2</sub>O, 10<sup>3</sup>.

            [^1]: Defaults to a file in `$XDG_CONFIG_HOME/\(name)`.
            """
    }

    static func centered(_ repository: SampleRepository) -> String {
        let name = repository.name
        return """
            <p align="center">
              <a href="https://example.org/\(name)"><img src="docs/logo.png" width="120" alt="\(name)"></a>
            </p>
            <h1 align="center">\(name)</h1>
            <p align="center"><b>\(repository.summary ?? "A library and a command-line tool")</b></p>

            <p align="center">
              <a href="https://example.org/ci"><img alt="CI" src="docs/badge-ci.png"></a>
              <a href="https://example.org/docs"><img alt="Documentation" src="docs/badge-docs.png"></a>
              <a href="https://example.org/chat"><img alt="Chat" src="https://img.shields.io/badge/chat-on%20matrix-green.svg"></a>
              <br>
              <a href="#features">Features</a> · <a href="#install">Install</a> · <a href="docs/faq.md">FAQ</a>
            </p>

            <!-- Keep this list short. -->

            ## Features

            <table>
              <tr><th>Fast</th><th>Small</th><th>Private</th></tr>
              <tr>
                <td>Responds instantly, even with thousands of files.</td>
                <td>A single binary of two megabytes with no dependencies.</td>
                <td>Your data stays on your computer.</td>
              </tr>
            </table>

            <div align="center">
              <img src="docs/screenshot.png" width="80%" alt="Screenshot">
            </div>

            ## Install

            ```console
            $ curl -L https://example.org/\(name).tar.gz | tar xz
            $ ./\(name)/install.sh
            ```

            > [!WARNING]
            > Not ready for production yet. The API *will* change.

            * Linux
              * Debian and Ubuntu, with `apt`
                * [Older releases](https://example.org/older-releases)
            * macOS

            <a name="thanks"></a>
            ## Thanks

            <table><tr>
            <td align="center"><a href="https://example.org/a"><img src="docs/logo.png" width="64" alt=""><br><sub><b>Ada</b></sub></a></td>
            <td align="center"><a href="https://example.org/b"><img src="docs/logo.png" width="64" alt=""><br><sub><b>Bo</b></sub></a></td>
            <td align="center"><a href="https://example.org/c"><img src="docs/logo.png" width="64" alt=""><br><sub><b>Cleo</b></sub></a></td>
            </tr></table>
            """
    }

    static let chinese = """
        # 望远镜

        [English](README.en.md) | **简体中文**

        望远镜是一个星空观测与图像处理工具，支持多种望远镜和相机。它可以自动对齐、叠加和校准照片，并在几秒钟内生成最终图像。

        ## 安装

        ```sh
        pip install wangyuanjing
        ```

        | 相机 | 支持 | 说明 |
        |---|:-:|---|
        | 佳能 | ✅ | 通过 USB 连接，支持实时取景 |
        | 尼康 | ✅ | 需要固件 2.0 或更高版本 |
        | 索尼 | 🚧 | 正在开发中 |

        > [!TIP]
        > 使用 `--fast` 参数可以跳过校准步骤。

        1. 打开相机
        2. 运行程序
        3. 等待结果
        """

    static let japanese = """
        # 天文手帳

        天体観測の記録をつけるための手帳アプリです。オフラインでも使えます。

        ## 特徴

        - **速い** — 起動は一瞬です
        - **軽い** — メモリをほとんど使いません
        - 写真と位置情報を一緒に保存できます

        ```kotlin
        fun main() = println("こんにちは、星空")
        ```

        詳しくは[ドキュメント](docs/index.md)をご覧ください。
        """

    static let arabic = """
        # نجم

        مكتبة لرسم خرائط النجوم وعرضها في المتصفح. تعمل مع **PHP 8** وما فوق، ولا تحتاج إلى أي حزم أخرى.

        ## التثبيت

        ```sh
        composer require kawkab/najm
        ```

        - سريعة وخفيفة
        - تدعم `Canvas` و SVG
          - مع تكبير وتصغير
        - مجانية بالكامل

        > ملاحظة: الإصدار الثاني غيّر صيغة الملفات.

        | الخيار | الوصف |
        |---|---|
        | `zoom` | مستوى التكبير |
        | `grid` | إظهار الشبكة |
        """
}
