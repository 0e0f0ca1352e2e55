/*
 * Parses Markdown from standard input and writes a flat list of events to standard output.
 *
 * For hostile input, Markdown parsers can need memory and time far beyond its size, and a parser in C may have worse
 * faults. This one therefore runs in a separate process, in a sandbox that it enters before it reads. The application
 * kills it or sees it end, and continues.
 *
 * An event is one byte, sometimes followed by values. A string is its length in bytes (32 bits, little-endian) and
 * its bytes (valid UTF-8). `MarkdownEvents.swift` reads the list.
 *
 *   T string           text                        P p                      paragraph begins, ends
 *   S                  soft line break             G level (8 bits) g       heading begins, ends
 *   B                  hard line break             _                        thematic break
 *   C string           code span                   X info text (strings)    code block
 *   H string           inline HTML                 M string                 HTML block
 *   F string           footnote reference          Q q                      block quote begins, ends
 *   E W K              emphasis, strong,           U tight (8 bits)         bullet list begins
 *                      strikethrough begin         O tight start (32 bits)  ordered list begins
 *   L string           link begins                 u                        list ends
 *   e                  any of these four ends      I state (8 bits) i       item begins, ends; 1: task, 2: done task
 *   V                  image begins                N n                      footnote definition begins, ends
 *   v url title        image ends (strings)        A a                      table begins, ends
 *                                                  R                        table row begins
 *                                                  D alignment header d     cell begins (8 bits each), ends
 *
 *   Z                  end of the list; without it, the list is incomplete
 *
 * Exit status: 0, 2 after an error or without memory, 3 if the events exceed MAX_OUTPUT, or SANDBOX_REFUSED. A signal
 * ends it at a limit of time, and at a system call that the sandbox forbids. Such calls are all but a few, so it uses
 * nothing of stdio. Output is open until it exits.
 */
#include <WorkerSandbox.h>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of events. */
#define MAX_OUTPUT (8u << 20)

static struct {
    unsigned char bytes[65536];
    /* The bytes that wait here, and all so far. */
    size_t length, total;
} output;

static void flush(void) {
    for (size_t start = 0; start < output.length;) {
        ssize_t count = write(STDOUT_FILENO, output.bytes + start, output.length - start);
        if (count < 0)
            _exit(2);
        start += (size_t)count;
    }
    output.length = 0;
}

static void put(const void *bytes, size_t length) {
    output.total += length;
    if (output.total > MAX_OUTPUT)
        _exit(3);
    for (const unsigned char *rest = bytes; length > 0;) {
        size_t room = sizeof output.bytes - output.length;
        size_t count = length < room ? length : room;
        memcpy(output.bytes + output.length, rest, count);
        output.length += count;
        rest += count;
        length -= count;
        if (output.length == sizeof output.bytes)
            flush();
    }
}

static void put_byte(int value) {
    unsigned char byte = (unsigned char)value;
    put(&byte, 1);
}

static void put_number(uint32_t value) {
    unsigned char bytes[4] = {value & 0xFF, value >> 8 & 0xFF, value >> 16 & 0xFF, value >> 24 & 0xFF};
    put(bytes, sizeof bytes);
}

static void put_string(const char *text) {
    size_t length = text ? strlen(text) : 0;
    put_number((uint32_t)length);
    put(text, length);
}

/* The position in the innermost open table. */
static struct {
    const uint8_t *alignments;
    int columns;
    int column;
    int is_header;
} table;

static void begin_list(cmark_node *node) {
    int is_ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    put_byte(is_ordered ? 'O' : 'U');
    put_byte(cmark_node_get_list_tight(node));
    if (is_ordered)
        put_number((uint32_t)cmark_node_get_list_start(node));
}

static int is(cmark_node *node, const char *type) { return strcmp(cmark_node_get_type_string(node), type) == 0; }

static void begin_item(cmark_node *node) {
    put_byte('I');
    put_byte(!is(node, "tasklist") ? 0 : cmark_gfm_extensions_get_tasklist_item_checked(node) ? 2 : 1);
}

static void begin_extension(cmark_node *node) {
    if (is(node, "strikethrough")) {
        put_byte('K');
    } else if (is(node, "table")) {
        table.alignments = cmark_gfm_extensions_get_table_alignments(node);
        table.columns = cmark_gfm_extensions_get_table_columns(node);
        put_byte('A');
    } else if (is(node, "table_row") || is(node, "table_header")) {
        table.column = 0;
        table.is_header = cmark_gfm_extensions_get_table_row_is_header(node);
        put_byte('R');
    } else if (is(node, "table_cell")) {
        put_byte('D');
        put_byte(table.column < table.columns && table.alignments ? table.alignments[table.column] : 0);
        put_byte(table.is_header);
        table.column++;
    }
}

static void end_extension(cmark_node *node) {
    if (is(node, "strikethrough"))
        put_byte('e');
    else if (is(node, "table"))
        put_byte('a');
    else if (is(node, "table_cell"))
        put_byte('d');
}

static void put_literal(int event, cmark_node *node) {
    put_byte(event);
    put_string(cmark_node_get_literal(node));
}

static void begin(cmark_node *node) {
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_TEXT) {
        put_literal('T', node);
    } else if (type == CMARK_NODE_SOFTBREAK) {
        put_byte('S');
    } else if (type == CMARK_NODE_LINEBREAK) {
        put_byte('B');
    } else if (type == CMARK_NODE_CODE) {
        put_literal('C', node);
    } else if (type == CMARK_NODE_HTML_INLINE) {
        put_literal('H', node);
    } else if (type == CMARK_NODE_FOOTNOTE_REFERENCE) {
        put_literal('F', node);
    } else if (type == CMARK_NODE_EMPH) {
        put_byte('E');
    } else if (type == CMARK_NODE_STRONG) {
        put_byte('W');
    } else if (type == CMARK_NODE_LINK) {
        put_byte('L');
        put_string(cmark_node_get_url(node));
    } else if (type == CMARK_NODE_IMAGE) {
        put_byte('V');
    } else if (type == CMARK_NODE_PARAGRAPH) {
        put_byte('P');
    } else if (type == CMARK_NODE_HEADING) {
        put_byte('G');
        put_byte(cmark_node_get_heading_level(node));
    } else if (type == CMARK_NODE_THEMATIC_BREAK) {
        put_byte('_');
    } else if (type == CMARK_NODE_CODE_BLOCK) {
        put_byte('X');
        put_string(cmark_node_get_fence_info(node));
        put_string(cmark_node_get_literal(node));
    } else if (type == CMARK_NODE_HTML_BLOCK) {
        put_literal('M', node);
    } else if (type == CMARK_NODE_BLOCK_QUOTE) {
        put_byte('Q');
    } else if (type == CMARK_NODE_LIST) {
        begin_list(node);
    } else if (type == CMARK_NODE_ITEM) {
        begin_item(node);
    } else if (type == CMARK_NODE_FOOTNOTE_DEFINITION) {
        put_byte('N');
    } else {
        begin_extension(node);
    }
}

static void end(cmark_node *node) {
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG || type == CMARK_NODE_LINK) {
        put_byte('e');
    } else if (type == CMARK_NODE_IMAGE) {
        put_byte('v');
        put_string(cmark_node_get_url(node));
        put_string(cmark_node_get_title(node));
    } else if (type == CMARK_NODE_PARAGRAPH) {
        put_byte('p');
    } else if (type == CMARK_NODE_HEADING) {
        put_byte('g');
    } else if (type == CMARK_NODE_BLOCK_QUOTE) {
        put_byte('q');
    } else if (type == CMARK_NODE_LIST) {
        put_byte('u');
    } else if (type == CMARK_NODE_ITEM) {
        put_byte('i');
    } else if (type == CMARK_NODE_FOOTNOTE_DEFINITION) {
        put_byte('n');
    } else {
        end_extension(node);
    }
}

/* cmark's own functions print an error and abort, which the sandbox forbids. */

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory)
        _exit(2);
    return memory;
}

static void *reallocate(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory)
        _exit(2);
    return memory;
}

static cmark_mem allocator = {allocate, reallocate, free};

/* Bytes in which formulas end. */
#define MAX_FORMULA 1000

static int is_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static int is_word(int byte) {
    return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') || byte == '_' ||
           byte >= 0x80;
}

/* The marks that close formulas. */
enum mark { INLINE, DISPLAY, QUOTED, MARKS };
static const char *const marks[MARKS] = {"$", "$$", "`$"};

/* The block whose formulas were last looked for, and up to where it has none of these closing marks. */
static struct {
    cmark_node *block;
    int end[MARKS];
} unclosed;

/* Returns where the closing mark of a formula begins, or -1. */
static int formula_end(cmark_inline_parser *parser, int start, enum mark kind) {
    const char *mark = marks[kind];
    int length = (int)strlen(mark);
    int is_inline = kind == INLINE;
    int place = start > unclosed.end[kind] ? start : unclosed.end[kind];
    for (; place < start + MAX_FORMULA; place++) {
        int byte = cmark_inline_parser_peek_at(parser, place);
        if (byte == 0) {
            unclosed.end[kind] = INT_MAX - MAX_FORMULA;
            return -1;
        }
        if (byte == '\\' && mark[0] == '$' && cmark_inline_parser_peek_at(parser, place + 1) != 0) {
            place++;
            continue;
        }
        int matched = 0;
        while (matched < length && cmark_inline_parser_peek_at(parser, place + matched) == mark[matched])
            matched++;
        if (matched < length)
            continue;
        if (!is_inline)
            return place;
        /* In "$5 or $6" the second sign closes nothing. */
        if (place > start && !is_space(cmark_inline_parser_peek_at(parser, place - 1)) &&
            !is_word(cmark_inline_parser_peek_at(parser, place + 1)))
            return place;
    }
    if (place > unclosed.end[kind])
        unclosed.end[kind] = place;
    return -1;
}

/* Returns a text of this many dollar signs, which are one node and not as many as there are. */
static cmark_node *dollar_signs(cmark_inline_parser *parser, int offset, int count) {
    char *text = allocate((size_t)count + 1, 1);
    memset(text, '$', (size_t)count);
    cmark_node *node = cmark_node_new_with_mem(CMARK_NODE_TEXT, &allocator);
    if (!cmark_node_set_literal(node, text))
        _exit(2);
    free(text);
    cmark_inline_parser_set_offset(parser, offset + count);
    return node;
}

/* A formula between dollar signs is a code span, so that nothing in it is markup. */
static cmark_node *match_formula(cmark_syntax_extension *extension, cmark_parser *parser, cmark_node *parent,
                                 unsigned char character, cmark_inline_parser *inline_parser) {
    (void)extension, (void)parser;
    if (parent != unclosed.block)
        memset(&unclosed, 0, sizeof unclosed);
    unclosed.block = parent;
    int offset = cmark_inline_parser_get_offset(inline_parser);
    int before = offset > 0 ? cmark_inline_parser_peek_at(inline_parser, offset - 1) : ' ';
    if (character != '$' || before == '$' || is_word(before))
        return NULL;
    int signs = 1;
    while (cmark_inline_parser_peek_at(inline_parser, offset + signs) == '$')
        signs++;
    if (signs > 2)
        return dollar_signs(inline_parser, offset, signs);
    int next = cmark_inline_parser_peek_at(inline_parser, offset + 1);
    int is_display = next == '$', is_quoted = next == '`';
    int start = offset + (is_display || is_quoted ? 2 : 1);
    enum mark kind = is_display ? DISPLAY : is_quoted ? QUOTED : INLINE;
    if (kind == INLINE && is_space(next))
        return NULL;
    int end = formula_end(inline_parser, start, kind);
    while (start < end && is_space(cmark_inline_parser_peek_at(inline_parser, start)))
        start++;
    int last = end;
    while (last > start && is_space(cmark_inline_parser_peek_at(inline_parser, last - 1)))
        last--;
    if (start >= last)
        return NULL;
    char formula[MAX_FORMULA + 1];
    for (int place = start; place < last; place++)
        formula[place - start] = (char)cmark_inline_parser_peek_at(inline_parser, place);
    formula[last - start] = 0;
    cmark_node *node = cmark_node_new_with_mem(CMARK_NODE_CODE, &allocator);
    if (!cmark_node_set_literal(node, formula))
        _exit(2);
    cmark_inline_parser_set_offset(inline_parser, end + (int)strlen(marks[kind]));
    return node;
}

static cmark_syntax_extension *formulas(void) {
    cmark_syntax_extension *extension = cmark_syntax_extension_new("formula");
    cmark_syntax_extension_set_match_inline_func(extension, match_formula);
    cmark_syntax_extension_set_special_inline_chars(
        extension, cmark_llist_append(cmark_get_default_mem_allocator(), NULL, (void *)(intptr_t)'$'));
    return extension;
}

static cmark_node *parse(void) {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser =
        cmark_parser_new_with_mem(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8, &allocator);
    const char *extensions[] = {"table", "strikethrough", "autolink", "tasklist"};
    for (size_t place = 0; place < sizeof extensions / sizeof *extensions; place++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(extensions[place]));
    cmark_parser_attach_syntax_extension(parser, formulas());
    char buffer[65536];
    ssize_t length;
    while ((length = read(STDIN_FILENO, buffer, sizeof buffer)) > 0)
        cmark_parser_feed(parser, buffer, (size_t)length);
    if (length < 0)
        _exit(2);
    return cmark_parser_finish(parser);
}

int main(void) {
    sandbox_enter(SANDBOX_PARSER, NULL);
    cmark_node *root = parse();
    cmark_iter *walk = cmark_iter_new(root);
    cmark_event_type event;
    while ((event = cmark_iter_next(walk)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(walk);
        if (event == CMARK_EVENT_ENTER)
            begin(node);
        else
            end(node);
    }
    put_byte('Z');
    flush();
    /* Exiting frees the memory faster than freeing each node. */
    _exit(0);
}
