/*
 * Reads code from standard input and writes to standard output which parts of it are comments, strings, keywords and so
 * on, as GtkSourceView's definitions of languages say.
 *
 * Those are regular expressions, and a hostile line may keep them busy for seconds. Therefore this runs in a separate
 * process, in a sandbox that it enters before it reads. The application kills it or sees it end, and shows the code
 * without colors. It needs no display: nothing is drawn.
 *
 * The input is a list of blocks: for each, the language as a README calls it, and the text. A string is its length in
 * bytes (32 bits, little-endian) and its bytes. The output has for each block the number of runs (32 bits,
 * little-endian) and the runs: the number of characters (32 bits), and the kind (8 bits). The runs follow each other
 * from the beginning of the text; what comes after the last one has no kind. The last byte is `Z`. Each block is
 * written as soon as it is read, so a block that ends the process leaves those before it.
 *
 * Exit status: 0, 2 after an error or without memory, 3 if the output exceeds MAX_OUTPUT, or SANDBOX_REFUSED. A signal
 * ends it at a limit of time, and at a system call that the sandbox forbids. Output is open until it exits.
 */
#define _GNU_SOURCE
#include <WorkerSandbox.h>
#include <gtksourceview/gtksource.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Bytes of code, and of runs. */
#define MAX_SOURCE (1u << 20)
#define MAX_OUTPUT (1u << 20)

/* The kinds of GtkSourceView's styles. `CodeRun.Kind` has the same numbers. */
enum kind { NONE, COMMENT, STRING, CONSTANT, KEYWORD, FUNCTION, TYPE, INSERTION, DELETION };

static const struct {
    const char *name;
    enum kind kind;
} styles[] = {
    {"def:comment", COMMENT},
    {"def:doc-comment-element", COMMENT},
    {"def:note", COMMENT},
    {"def:string", STRING},
    {"def:character", STRING},
    {"def:constant", CONSTANT},
    {"def:special-char", CONSTANT},
    {"def:heading", CONSTANT},
    {"diff:location", CONSTANT},
    {"def:statement", KEYWORD},
    {"def:preprocessor", KEYWORD},
    {"def:reserved", KEYWORD},
    {"xml:element-name", KEYWORD},
    /* It would count as a statement. */
    {"def:operator", NONE},
    {"def:function", FUNCTION},
    {"def:builtin", FUNCTION},
    {"def:type", TYPE},
    {"def:insertion", INSERTION},
    {"diff:added-line", INSERTION},
    {"def:deletion", DELETION},
    {"diff:removed-line", DELETION},
};

/* Names that READMEs use, between spaces, and the language of GtkSourceView that they mean. Where it lacks one, that is
 * a near one, with the same comments, strings and most of the keywords. */
static const struct {
    const char *id, *names;
} near[] = {
    {"c", " h "},
    {"c-sharp", " c# cs csharp "},
    {"commonlisp", " cl clj cljc cljs clojure clojurescript edn el elisp emacs-lisp lisp wat "},
    {"cpp", " arduino c++ cc cxx hh hpp hxx ino "},
    {"css", " postcss "},
    {"diff", " patch udiff "},
    {"docker", " containerfile dockerfile "},
    {"dosbatch", " bat batch batchfile cmd "},
    {"erlang", " erl "},
    {"fsharp", " f# fs fsx "},
    {"go", " golang "},
    {"groovy", " gradle jenkinsfile "},
    {"haskell", " agda dhall elm hs idris purescript purs "},
    {"html", " angular astro htm razor svelte vue xhtml "},
    {"ini", " cfg conf dotenv editorconfig env gitconfig properties service systemd "},
    {"js", " cjs es6 javascript mjs node qml "},
    {"json", " geojson json5 jsonc jsonl ndjson webmanifest "},
    {"jsx", " javascriptreact "},
    {"julia", " jl "},
    {"kotlin", " kt kts "},
    {"latex", " tex "},
    {"lua", " luau moonscript teal "},
    {"makefile", " just justfile make mk "},
    {"markdown", " md mdx qmd rmd "},
    {"objc", " mm obj-c objective-c objectivec "},
    {"ocaml", " ml mli reason rescript "},
    {"perl", " pl raku "},
    {"powershell", " posh ps ps1 pwsh "},
    {"proto", " protobuf "},
    {"python3", " bazel bzl cython ipython mojo nim py py3 pycon pyi python pyx starlark "},
    {"ruby", " cr crystal elixir erb ex exs gemfile iex podfile rake rb "},
    {"rust", " gleam rs wgsl zig "},
    {"scala", " sbt sc "},
    {"scheme", " fennel racket rkt scm "},
    {"scss", " sass styl stylus "},
    {"sh", " ash bash bash-session caddyfile console csh ksh nginx nix nu nushell sh-session shell shell-session "
           "shellscript shellsession terminal zsh "},
    {"solidity", " sol "},
    {"sql", " mysql pgsql plpgsql plsql postgres postgresql psql sqlite tsql "},
    {"terraform", " bicep hcl tf tfvars "},
    {"thrift", " gql graphql "},
    {"twig", " django ejs handlebars hbs jinja jinja2 liquid mustache njk "},
    {"typescript", " cts mts ts "},
    {"typescript-jsx", " tsx typescriptreact "},
    {"vbnet", " basic vb vba vbs "},
    {"xml", " plist rss svg xaml "},
    {"yaml", " ansible compose docker-compose yml "},
};

static struct {
    unsigned char bytes[MAX_OUTPUT];
    size_t length, written;
} output;

static void put(uint32_t value, size_t bytes) {
    if (output.length + bytes > sizeof output.bytes)
        _exit(3);
    for (; bytes > 0; bytes--, value >>= 8)
        output.bytes[output.length++] = value & 0xFF;
}

static void flush(void) {
    while (output.written < output.length) {
        ssize_t count = write(STDOUT_FILENO, output.bytes + output.written, output.length - output.written);
        if (count < 0)
            _exit(2);
        output.written += (size_t)count;
    }
}

static struct {
    unsigned char bytes[MAX_SOURCE + 1];
    size_t length, place;
} input;

static void read_all(void) {
    ssize_t count;
    while ((count = read(STDIN_FILENO, input.bytes + input.length, sizeof input.bytes - input.length)) > 0)
        input.length += (size_t)count;
    if (count < 0 || input.length > MAX_SOURCE)
        _exit(2);
}

/* Returns the next string, which the caller frees. */
static char *string(void) {
    const unsigned char *bytes = input.bytes + input.place;
    size_t rest = input.length - input.place;
    if (rest < 4)
        _exit(2);
    size_t length = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
    if (length > rest - 4 || !g_utf8_validate_len((const char *)bytes + 4, length, NULL))
        _exit(2);
    input.place += 4 + length;
    return g_strndup((const char *)bytes + 4, length);
}

/* Returns a scheme in which the kind is the blue of a color. Schemes are files; this one has no name. */
static GtkSourceStyleScheme *load_scheme(void) {
    GString *text = g_string_new("<style-scheme id='stargazer' name='Stargazer' version='1.0'>");
    for (size_t index = 0; index < G_N_ELEMENTS(styles); index++) {
        g_string_append_printf(text, "<style name='%s'", styles[index].name);
        if (styles[index].kind != NONE)
            g_string_append_printf(text, " foreground='#0000%02x'", styles[index].kind);
        g_string_append(text, "/>");
    }
    g_string_append(text, "</style-scheme>");
    int file = memfd_create("scheme", MFD_CLOEXEC);
    if (file < 0 || write(file, text->str, text->len) != (ssize_t)text->len)
        return NULL;
    char path[32];
    g_snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const char *paths[] = {path, NULL};
    GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_new();
    gtk_source_style_scheme_manager_set_search_path(schemes, (const gchar *const *)paths);
    return gtk_source_style_scheme_manager_get_scheme(schemes, "stargazer");
}

static GtkSourceLanguage *language(GtkSourceLanguageManager *languages, const char *name) {
    char *lower = g_ascii_strdown(name, -1);
    char *word = g_strconcat(" ", lower, " ", NULL);
    const char *id = lower;
    for (size_t index = 0; index < G_N_ELEMENTS(near); index++)
        if (strstr(near[index].names, word))
            id = near[index].id;
    GtkSourceLanguage *found = gtk_source_language_manager_get_language(languages, id);
    g_free(word);
    g_free(lower);
    /* A hidden one is a part of others, and some crash alone. */
    return found && !gtk_source_language_get_hidden(found) ? found : NULL;
}

/* The kind of the text that begins here: that of the innermost part of the code that has one. */
static unsigned kind_at(const GtkTextIter *place) {
    unsigned kind = NONE;
    GSList *tags = gtk_text_iter_get_tags(place);
    for (GSList *next = tags; next; next = next->next) {
        GdkRGBA *color = NULL;
        gboolean is_set = FALSE;
        g_object_get(next->data, "foreground-rgba", &color, "foreground-set", &is_set, NULL);
        if (is_set && color)
            kind = (unsigned)(color->blue * 255 + 0.5f);
        gdk_rgba_free(color);
    }
    g_slist_free(tags);
    return kind;
}

static void put_runs(GtkSourceLanguage *language, GtkSourceStyleScheme *scheme, const char *text) {
    size_t head = output.length;
    put(0, 4);
    if (!language)
        return;
    GtkSourceBuffer *buffer = gtk_source_buffer_new_with_language(language);
    gtk_source_buffer_set_highlight_matching_brackets(buffer, FALSE);
    gtk_source_buffer_set_style_scheme(buffer, scheme);
    gtk_text_buffer_set_text(GTK_TEXT_BUFFER(buffer), text, -1);
    GtkTextIter place, end;
    gtk_text_buffer_get_bounds(GTK_TEXT_BUFFER(buffer), &place, &end);
    gtk_source_buffer_ensure_highlight(buffer, &place, &end);
    uint32_t runs = 0;
    while (!gtk_text_iter_is_end(&place)) {
        GtkTextIter next = place;
        if (!gtk_text_iter_forward_to_tag_toggle(&next, NULL))
            next = end;
        put((uint32_t)(gtk_text_iter_get_offset(&next) - gtk_text_iter_get_offset(&place)), 4);
        put(kind_at(&place), 1);
        runs++;
        place = next;
    }
    for (int index = 0; index < 4; index++)
        output.bytes[head + (size_t)index] = runs >> (8 * index) & 0xFF;
    /* The rules of a language are loaded again, which takes 5 ms, unless one of its buffers remains. */
    if (g_object_get_data(G_OBJECT(language), "buffer"))
        g_object_unref(buffer);
    else
        g_object_set_data(G_OBJECT(language), "buffer", buffer);
}

static GLogWriterOutput drop(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
    (void)level, (void)fields, (void)count, (void)data;
    return G_LOG_WRITER_HANDLED;
}

int main(void) {
    /* Each further arena would reserve address space that the limit does not leave. */
    mallopt(M_ARENA_MAX, 1);
    g_log_set_writer_func(drop, NULL, NULL);
    /* What is installed is loaded before: finding it needs more than the sandbox allows. */
    GtkSourceStyleScheme *scheme = load_scheme();
    GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default();
    if (!scheme || !gtk_source_language_manager_get_language_ids(languages) || !g_main_context_default())
        _exit(2);
    sandbox_enter(SANDBOX_RENDERER, gtk_source_language_manager_get_search_path(languages));
    read_all();
    while (input.place < input.length) {
        char *name = string();
        char *text = string();
        put_runs(language(languages, name), scheme, text);
        flush();
        g_free(name);
        g_free(text);
    }
    put('Z', 1);
    flush();
    /* Exiting frees the memory faster than freeing each object. */
    _exit(0);
}
