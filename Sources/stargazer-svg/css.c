#define _GNU_SOURCE
#include "css.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The nesting of conditions, and of variables in the values of variables. */
#define MAX_DEPTH 8
#define MAX_RULES 20000
/* Variables of variables can multiply. Bytes. */
#define MAX_WRITTEN (4u << 20)

/* Returns the index of the first of some characters outside of strings and brackets; the length if there is none. */
static size_t find(Span text, size_t at, const char *stops) {
    for (size_t depth = 0; at < text.length; at++) {
        char character = text.at[at];
        if (depth == 0 && strchr(stops, character))
            return at;
        if (character == '\\') {
            at++;
        } else if (character == '"' || character == '\'') {
            while (++at < text.length && text.at[at] != character)
                if (text.at[at] == '\\')
                    at++;
        } else if (strchr("([{", character)) {
            depth++;
        } else if (strchr(")]}", character) && depth > 0) {
            depth--;
        }
    }
    return text.length;
}

static Span part(Span text, size_t from, size_t to) {
    to = to < text.length ? to : text.length;
    from = from < to ? from : to;
    return trimmed((Span){text.at + from, to - from});
}

static void add_rule(Rules *rules, Span selector, Span body) {
    if (rules->count == MAX_RULES)
        return;
    if (rules->count == rules->capacity) {
        rules->capacity = 2 * rules->capacity + 16;
        rules->items = realloc(rules->items, rules->capacity * sizeof *rules->items);
        if (!rules->items)
            _exit(2);
    }
    rules->items[rules->count++] = (Rule){selector, body};
}

/* MARK: Reading */

/* Returns whether a feature such as `(prefers-color-scheme: dark)` is true. */
static int feature_applies(Span feature, Surroundings surroundings) {
    Span name = {"", 0};
    double number = 0;
    next_part(&feature, ':', &name);
    Span value = trimmed(feature);
    read_number(value, &number);
    if (equals(name, "prefers-color-scheme"))
        return equals(value, surroundings.is_dark ? "dark" : "light");
    if (equals(name, "prefers-reduced-motion"))
        return equals(value, "no-preference");
    if (equals(name, "min-width"))
        return surroundings.width >= number;
    if (equals(name, "max-width"))
        return surroundings.width <= number;
    if (equals(name, "min-height"))
        return surroundings.height >= number;
    if (equals(name, "max-height"))
        return surroundings.height <= number;
    return 0;
}

static int one_applies(Span query, Surroundings surroundings) {
    int is_true = 1, is_negated = 0;
    for (size_t at = 0; at < query.length;) {
        if (query.at[at] == '(') {
            size_t end = find(query, at + 1, ")");
            is_true = is_true && feature_applies(part(query, at + 1, end), surroundings);
            at = end + 1;
            continue;
        }
        size_t end = at;
        while (end < query.length && query.at[end] != '(' && !isspace((unsigned char)query.at[end]))
            end++;
        Span word = part(query, at, end);
        if (equals(word, "not"))
            is_negated = 1;
        else if (word.length > 0 && !equals(word, "and") && !equals(word, "only") && !equals(word, "all") &&
                 !equals(word, "screen"))
            is_true = 0;
        at = end == at ? at + 1 : end;
    }
    return is_true != is_negated;
}

int css_media_applies(Span query, Surroundings surroundings) {
    Span one;
    if (trimmed(query).length == 0)
        return 1;
    while (next_part(&query, ',', &one))
        if (one_applies(one, surroundings))
            return 1;
    return 0;
}

int css_next_declaration(Span *body, Span *name, Span *value) {
    while (body->length > 0) {
        size_t end = find(*body, 0, ";"), colon = find(*body, 0, ":;");
        *name = part(*body, 0, colon);
        *value = part(*body, colon + 1, end);
        size_t taken = end < body->length ? end + 1 : end;
        body->at += taken, body->length -= taken;
        if (colon < end && name->length > 0)
            return 1;
    }
    return 0;
}

static int is_variable(Span name) { return name.length > 1 && name.at[0] == '-' && name.at[1] == '-'; }

static int is_property(Span name, const char *property) {
    if (name.length > 8 && strncasecmp(name.at, "-webkit-", 8) == 0)
        name = (Span){name.at + 8, name.length - 8};
    return equals(name, property);
}

static int keeps_end(Span value) { return contains(value, "forwards") || contains(value, "both"); }

static void read_declarations(StyleSheet *sheet, Span body) {
    Span name, value;
    int keeps = 0, is_named = 0;
    while (css_next_declaration(&body, &name, &value)) {
        if (is_variable(name))
            add_rule(&sheet->variables, name, value);
        keeps |= is_property(name, "animation-fill-mode") && keeps_end(value);
        is_named |= is_property(name, "animation-name") || is_property(name, "animation");
    }
    sheet->keeps_ends |= keeps && !is_named;
}

static void read_rules(StyleSheet *sheet, Span text, int depth) {
    for (size_t at = 0; at < text.length;) {
        size_t head = find(text, at, "{;}");
        Span prelude = part(text, at, head);
        at = head + 1;
        if (head >= text.length || text.at[head] != '{')
            continue;
        size_t end = find(text, head + 1, "}");
        Span body = part(text, head + 1, end), rest = prelude, word;
        at = end + 1;
        if (prelude.length == 0 || prelude.at[0] != '@') {
            add_rule(&sheet->rules, prelude, body);
            read_declarations(sheet, body);
            continue;
        }
        size_t name_end = 1;
        while (name_end < prelude.length &&
               (isalnum((unsigned char)prelude.at[name_end]) || prelude.at[name_end] == '-'))
            name_end++;
        word = part(prelude, 0, name_end);
        rest = part(prelude, name_end, prelude.length);
        if (equals(word, "@keyframes") || equals(word, "@-webkit-keyframes"))
            add_rule(&sheet->keyframes, rest, body);
        else if (depth < MAX_DEPTH && ((equals(word, "@media") && css_media_applies(rest, sheet->surroundings)) ||
                                       equals(word, "@layer") || equals(word, "@supports")))
            read_rules(sheet, body, depth + 1);
    }
}

void css_read(StyleSheet *sheet, Span text) {
    Buffer plain = {0};
    for (size_t at = 0; at < text.length; at++) {
        Span rest = {text.at + at, text.length - at};
        if (rest.length > 1 && strncmp(rest.at, "/*", 2) == 0) {
            const char *end = memmem(rest.at + 2, rest.length - 2, "*/", 2);
            at = end ? (size_t)(end + 1 - text.at) : text.length;
            add_bytes(&plain, " ", 1);
        } else if (rest.length > 3 && strncmp(rest.at, "<!--", 4) == 0) {
            at += 3;
        } else if (rest.length > 2 && strncmp(rest.at, "-->", 3) == 0) {
            at += 2;
        } else {
            add_bytes(&plain, rest.at, 1);
        }
    }
    read_rules(sheet, (Span){plain.bytes, plain.length}, 0);
}

/* MARK: Writing */

static void write_value(const StyleSheet *sheet, Span value, Buffer *out, int depth) {
    while (value.length > 0 && out->length < MAX_WRITTEN) {
        const char *start = memmem(value.at, value.length, "var(", 4);
        size_t before = start ? (size_t)(start - value.at) : value.length;
        add_bytes(out, value.at, before);
        if (!start)
            return;
        size_t end = find(value, before + 4, ")"), comma = find(value, before + 4, ",)");
        Span name = part(value, before + 4, comma), found = {0};
        for (const Rule *one = sheet->variables.items + sheet->variables.count; one-- > sheet->variables.items;) {
            if (one->selector.length == name.length && memcmp(one->selector.at, name.at, name.length) == 0) {
                found = one->body;
                break;
            }
        }
        if (!found.at && comma < end)
            found = part(value, comma + 1, end);
        if (depth < MAX_DEPTH)
            write_value(sheet, found, out, depth + 1);
        size_t taken = end < value.length ? end + 1 : end;
        value.at += taken, value.length -= taken;
    }
}

void css_write_value(const StyleSheet *sheet, Span value, Buffer *out) { write_value(sheet, value, out, 0); }

/* Finds the last value of a property; an empty one if there is none. */
static Span value_of(Span body, const char *property) {
    Span name, value, found = {"", 0};
    while (css_next_declaration(&body, &name, &value))
        if (is_property(name, property))
            found = value;
    return found;
}

/* Reads an origin in pixels. */
static int read_origin(Span value, double *x, double *y) {
    Span words[2], more;
    if (!next_word(&value, &words[0]) || !next_word(&value, &words[1]) || next_word(&value, &more))
        return 0;
    for (int index = 0; index < 2; index++) {
        const char *unit = read_number(words[index], index == 0 ? x : y);
        Span rest = {unit, unit ? (size_t)(words[index].at + words[index].length - unit) : 0};
        if (!unit || (rest.length > 0 && !equals(rest, "px")))
            return 0;
    }
    return 1;
}

/* Adds declarations. What has no effect in librsvg, or a wrong one, is left out. */
static void write_declarations(const StyleSheet *sheet, Span body, Span origin, const char *importance, Buffer *out) {
    Span name, value;
    double x, y;
    int has_origin = read_origin(origin, &x, &y);
    while (css_next_declaration(&body, &name, &value)) {
        if (contains(name, "animation") || contains(name, "transform-origin") || is_variable(name))
            continue;
        add_span(out, name);
        int moves = has_origin && equals(name, "transform") && !equals(value, "none");
        add_format(out, ":");
        if (moves)
            add_format(out, "translate(%gpx,%gpx) ", x, y);
        write_value(sheet, value, out, 0);
        if (moves)
            add_format(out, " translate(%gpx,%gpx)", -x, -y);
        /* librsvg ignores transformations that are important. */
        add_format(out, "%s;", equals(name, "transform") ? "" : importance);
    }
}

void css_write_body(const StyleSheet *sheet, Span body, Buffer *out) {
    write_declarations(sheet, body, value_of(body, "transform-origin"), "", out);
}

/* Returns how much shows of what has these declarations: 1 without any. */
static double visibility(Span body, double otherwise) {
    Span opacity = value_of(body, "opacity"), offset = value_of(body, "stroke-dashoffset");
    double number, shown = otherwise;
    if (read_number(opacity, &number))
        shown = number;
    if (read_number(offset, &number))
        shown = 1 - fmin(fabs(number), 1000) / 1001;
    if (equals(value_of(body, "visibility"), "hidden") || equals(value_of(body, "display"), "none") ||
        contains(value_of(body, "transform"), "scale(0)"))
        shown = 0;
    return shown;
}

typedef struct {
    int keeps_end, is_endless, is_reverse, alternates;
    double count;
} Timing;

static void read_timing(Span value, Timing *timing) {
    Span word;
    double number;
    while (next_word(&value, &word)) {
        timing->keeps_end |= equals(word, "forwards") || equals(word, "both");
        timing->is_endless |= equals(word, "infinite");
        timing->is_reverse |= equals(word, "reverse") || equals(word, "alternate-reverse");
        timing->alternates |= equals(word, "alternate") || equals(word, "alternate-reverse");
        if (read_number(word, &number) == word.at + word.length)
            timing->count = number;
    }
}

/* Takes the first frame off keyframes. */
static int next_frame(Span *keyframes, Rule *frame) {
    size_t head = find(*keyframes, 0, "{");
    if (head >= keyframes->length)
        return 0;
    size_t end = find(*keyframes, head + 1, "}");
    *frame = (Rule){part(*keyframes, 0, head), part(*keyframes, head + 1, end)};
    size_t taken = end < keyframes->length ? end + 1 : end;
    keyframes->at += taken, keyframes->length -= taken;
    return 1;
}

static int is_frame_at(Span selector, const char *keyword, const char *percentage) {
    Span one;
    while (next_part(&selector, ',', &one))
        if (equals(one, keyword) || equals(one, percentage))
            return 1;
    return 0;
}

static void write_animation(const StyleSheet *sheet, Span keyframes, Timing timing, Span body, Buffer *out) {
    Span origin = value_of(body, "transform-origin"), best = {0};
    Rule frame;
    if (!timing.is_endless && (timing.keeps_end || sheet->keeps_ends)) {
        int flips = timing.alternates && fmod(timing.count, 2) == 0, is_start = timing.is_reverse != flips;
        while (next_frame(&keyframes, &frame))
            if (is_frame_at(frame.selector, is_start ? "from" : "to", is_start ? "0%" : "100%"))
                write_declarations(sheet, frame.body, origin, "!important", out);
        return;
    }
    /* One that never ends shows its fullest frame, unless more shows without it. */
    double shown = visibility(body, 1);
    while (timing.is_endless && next_frame(&keyframes, &frame)) {
        double of_frame = visibility(frame.body, 0);
        if (of_frame > shown)
            shown = of_frame, best = frame.body;
    }
    write_declarations(sheet, best, origin, "!important", out);
}

void css_write_end(const StyleSheet *sheet, Span body, Buffer *out) {
    Span rest = body, name, value, one;
    Timing all = {.count = 1};
    while (css_next_declaration(&rest, &name, &value))
        if (is_property(name, "animation-fill-mode") || is_property(name, "animation-iteration-count") ||
            is_property(name, "animation-direction"))
            read_timing(value, &all);
    rest = body;
    while (css_next_declaration(&rest, &name, &value)) {
        if (!is_property(name, "animation") && !is_property(name, "animation-name"))
            continue;
        while (out->length < MAX_WRITTEN && value.length > 0) {
            size_t comma = find(value, 0, ",");
            one = part(value, 0, comma);
            value = part(value, comma + 1, value.length);
            Timing timing = all;
            read_timing(one, &timing);
            Span words = one, word;
            while (next_word(&words, &word))
                for (size_t index = 0; index < sheet->keyframes.count; index++) {
                    const Rule *keyframes = sheet->keyframes.items + index;
                    if (word.length == keyframes->selector.length &&
                        memcmp(word.at, keyframes->selector.at, word.length) == 0)
                        write_animation(sheet, keyframes->body, timing, body, out);
                }
        }
    }
}

void css_write(const StyleSheet *sheet, Buffer *out) {
    for (const Rule *rule = sheet->rules.items; rule < sheet->rules.items + sheet->rules.count; rule++) {
        add_span(out, rule->selector);
        add_format(out, "{");
        css_write_body(sheet, rule->body, out);
        add_format(out, "}\n");
    }
    for (const Rule *rule = sheet->rules.items; rule < sheet->rules.items + sheet->rules.count; rule++) {
        Buffer end = {0};
        css_write_end(sheet, rule->body, &end);
        if (end.length > 0) {
            add_span(out, rule->selector);
            add_format(out, "{");
            add_span(out, (Span){end.bytes, end.length});
            add_format(out, "}\n");
        }
        free(end.bytes);
    }
}
