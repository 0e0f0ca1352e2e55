#pragma once

#include <stddef.h>

/* Bytes that grow. Without memory for them the process ends. */
typedef struct {
    char *bytes;
    size_t length, capacity;
} Buffer;

void add_bytes(Buffer *buffer, const void *bytes, size_t length);
void add_format(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns the text with a null byte at its end. */
const char *terminated(Buffer *buffer);

/* A part of a text. */
typedef struct {
    const char *at;
    size_t length;
} Span;

Span span_of(const char *text);
void add_span(Buffer *buffer, Span span);
Span trimmed(Span span);
/* Ignores the case of ASCII. */
int equals(Span span, const char *text);
int contains(Span span, const char *text);
/* Takes the first part off a list, up to a separator. Returns 0 at its end. */
int next_part(Span *list, char separator, Span *part);
int next_word(Span *list, Span *word);
/* Reads the number at the start of a text, and returns what follows it; NULL if there is none. */
const char *read_number(Span span, double *number);
