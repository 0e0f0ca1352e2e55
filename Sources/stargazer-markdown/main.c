/*
 * Parses Markdown from standard input and writes a flat list of events to standard output.
 *
 * For hostile input, Markdown parsers can need memory and time far beyond its size. This parser therefore runs in a
 * separate process, under limits set before it reads. The application kills it or sees it end, and continues.
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
 * Exit status: 0, 2 after an error, or 3 if the events exceed MOST_OUTPUT. A limit ends it with a signal.
 */
#define _GNU_SOURCE
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Bytes of address space. */
#define MOST_MEMORY (100u << 20)
/* Bytes of events. */
#define MOST_OUTPUT (8u << 20)
/* Seconds of processor time, and of elapsed time. */
#define MOST_PROCESSOR_TIME 2
#define MOST_TIME 10

static void limit(int resource, rlim_t most) {
    const struct rlimit limits = {most, most};
    if (setrlimit(resource, &limits) != 0)
        _exit(2);
}

static void set_limits(void) {
    /* End with the thread that started this process, even if that thread has already ended. */
    pid_t parent = getppid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(2);
    close_range(STDERR_FILENO + 1, ~0u, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    limit(RLIMIT_AS, MOST_MEMORY);
    limit(RLIMIT_CPU, MOST_PROCESSOR_TIME);
    limit(RLIMIT_CORE, 0);
    /* No more files can be opened. */
    limit(RLIMIT_NOFILE, 0);
    alarm(MOST_TIME);
}

static size_t written;

static void put(const void *bytes, size_t length) {
    written += length;
    if (written > MOST_OUTPUT)
        _exit(3);
    if (fwrite(bytes, 1, length, stdout) != length)
        _exit(2);
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

static cmark_node *parse(void) {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8);
    const char *extensions[] = {"table", "strikethrough", "autolink", "tasklist"};
    for (size_t place = 0; place < sizeof extensions / sizeof *extensions; place++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(extensions[place]));
    char buffer[65536];
    ssize_t length;
    while ((length = read(STDIN_FILENO, buffer, sizeof buffer)) > 0)
        cmark_parser_feed(parser, buffer, (size_t)length);
    if (length < 0)
        _exit(2);
    return cmark_parser_finish(parser);
}

int main(void) {
    set_limits();
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
    /* Exiting frees the memory faster than freeing each node. */
    _exit(fflush(stdout) == 0 ? 0 : 2);
}
