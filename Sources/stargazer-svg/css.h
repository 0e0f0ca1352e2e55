#pragma once

#include "text.h"

/* Where a picture shows. */
typedef struct {
    double width, height;
    int is_dark;
} Surroundings;

typedef struct {
    /* Of `@keyframes`, the name. */
    Span selector, body;
} Rule;

typedef struct {
    Rule *items;
    size_t count, capacity;
} Rules;

typedef struct {
    Rules rules, keyframes, variables;
    Surroundings surroundings;
    /* Whether some rule without an animation of its own keeps animations at their end. */
    int keeps_ends;
} StyleSheet;

/* Reads what applies here of a style sheet. */
void css_read(StyleSheet *sheet, Span text);
int css_media_applies(Span query, Surroundings surroundings);
/* Takes the first declaration off a body. Returns 0 at its end. */
int css_next_declaration(Span *body, Span *name, Span *value);
/*
 * Adds the rules that apply, in terms that librsvg knows: without conditions, variables, animations and origins of
 * transformations. What an animation shows at its end becomes a rule.
 */
void css_write(const StyleSheet *sheet, Buffer *out);
/* The same for declarations. */
void css_write_body(const StyleSheet *sheet, Span body, Buffer *out);
void css_write_end(const StyleSheet *sheet, Span body, Buffer *out);
/* Adds a value with the values of its variables. */
void css_write_value(const StyleSheet *sheet, Span value, Buffer *out);
