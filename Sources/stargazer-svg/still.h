#pragma once

#include "css.h"
#include <libxml/tree.h>

/*
 * Returns an SVG without what librsvg does not know: it shows the end of animations, the lines of `foreignObject`, and
 * what depends on the color scheme. Returns the same text if there is nothing of that, or if it is no XML.
 */
Buffer still_picture(Buffer svg, int is_dark);

/* Replaces a `foreignObject` by lines of text. */
void replace_foreign_object(const StyleSheet *sheet, xmlNode *object);

int is_element(const xmlNode *node, const char *name);
/* Returns the value of an attribute; an empty text if there is none. */
const char *attribute(xmlNode *node, const char *name);
void set_attribute(xmlNode *node, const char *name, const char *value);
