#pragma once

#include "still.h"

/* What a text inherits. */
typedef struct {
    double size;
    Span color, fill, weight, family, align;
    int is_verbatim, wraps, is_hidden;
    /* Not inherited: a row of children, a column of them, whether it shows at all, and the width as one of those; 0 if
       that is up to the text. */
    int is_row, is_column, is_centered, is_justified, grows, is_left_out;
    double width, share;
} Style;

/* Returns the style of an element whose parent has this one. */
Style style_of(const StyleSheet *sheet, xmlNode *node, Style parent);
/* `parent` is what relative sizes refer to. */
double size_in_pixels(Span value, double parent);
int is_one_of(const xmlNode *node, const char *const *names);
