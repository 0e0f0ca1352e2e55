#define _GNU_SOURCE
#include "text.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void add_bytes(Buffer *buffer, const void *bytes, size_t length) {
    if (buffer->capacity - buffer->length < length) {
        buffer->capacity = 2 * (buffer->length + length);
        buffer->bytes = realloc(buffer->bytes, buffer->capacity);
        if (!buffer->bytes)
            _exit(2);
    }
    if (length > 0)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void add_format(Buffer *buffer, const char *format, ...) {
    char *text = NULL;
    va_list values;
    va_start(values, format);
    int length = vasprintf(&text, format, values);
    va_end(values);
    if (length < 0)
        _exit(2);
    add_bytes(buffer, text, (size_t)length);
    free(text);
}

const char *terminated(Buffer *buffer) {
    add_bytes(buffer, "", 1);
    buffer->length--;
    return buffer->bytes;
}

Span span_of(const char *text) { return (Span){text ? text : "", text ? strlen(text) : 0}; }

void add_span(Buffer *buffer, Span span) { add_bytes(buffer, span.at, span.length); }

Span trimmed(Span span) {
    while (span.length > 0 && isspace((unsigned char)*span.at))
        span.at++, span.length--;
    while (span.length > 0 && isspace((unsigned char)span.at[span.length - 1]))
        span.length--;
    return span;
}

int equals(Span span, const char *text) {
    return strlen(text) == span.length && strncasecmp(span.at, text, span.length) == 0;
}

int contains(Span span, const char *text) { return memmem(span.at, span.length, text, strlen(text)) != NULL; }

int next_part(Span *list, char separator, Span *part) {
    if (list->length == 0)
        return 0;
    const char *end = memchr(list->at, separator, list->length);
    *part = trimmed((Span){list->at, end ? (size_t)(end - list->at) : list->length});
    size_t taken = end ? (size_t)(end - list->at) + 1 : list->length;
    list->at += taken, list->length -= taken;
    return 1;
}

int next_word(Span *list, Span *word) {
    *list = trimmed(*list);
    size_t length = 0;
    while (length < list->length && !isspace((unsigned char)list->at[length]))
        length++;
    *word = (Span){list->at, length};
    list->at += length, list->length -= length;
    return length > 0;
}

const char *read_number(Span span, double *number) {
    /* The text may end without a null byte. */
    char copy[32] = {0};
    span = trimmed(span);
    size_t length = 0;
    while (length < span.length && length < sizeof copy - 1 && span.at[length] &&
           strchr("+-.0123456789eE", span.at[length]))
        copy[length] = span.at[length], length++;
    char *end;
    *number = strtod(copy, &end);
    return end == copy ? NULL : span.at + (end - copy);
}
