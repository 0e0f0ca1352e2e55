#define _GNU_SOURCE
#include "html_style.h"
#include <string.h>

int is_one_of(const xmlNode *node, const char *const *names) {
    for (; *names; names++)
        if (is_element(node, *names))
            return 1;
    return 0;
}

double size_in_pixels(Span value, double parent) {
    double number;
    const char *unit = read_number(value, &number);
    if (!unit)
        return parent;
    Span rest = {unit, (size_t)(value.at + value.length - unit)};
    if (equals(rest, "em"))
        return number * parent;
    if (equals(rest, "%"))
        return number * parent / 100;
    return equals(rest, "rem") ? number * 16 : equals(rest, "pt") ? number * 4 / 3 : number;
}

/* Reads the size and the weight of a value such as `600 14px/1.5 Ubuntu, sans-serif`. */
static void apply_font(Style *style, Span value, double parent) {
    Span word;
    double number;
    while (next_word(&value, &word)) {
        const char *unit = read_number(word, &number);
        if (equals(word, "bold") || unit == word.at + word.length)
            style->weight = word;
        else if (unit)
            style->size = size_in_pixels(word, parent);
    }
}

static void apply(Style *style, Span body, double parent) {
    Span name, value;
    while (css_next_declaration(&body, &name, &value)) {
        if (equals(name, "font-size"))
            style->size = size_in_pixels(value, parent);
        else if (equals(name, "font"))
            apply_font(style, value, parent);
        else if (equals(name, "color"))
            style->color = value;
        else if (equals(name, "fill"))
            style->fill = equals(value, "currentColor") ? style->color : value;
        else if (equals(name, "font-weight"))
            style->weight = value;
        else if (equals(name, "font-family"))
            style->family = value;
        else if (equals(name, "text-align"))
            style->align = value;
        else if (equals(name, "justify-content"))
            style->is_justified = contains(value, "center");
        else if (equals(name, "white-space"))
            style->wraps = !equals(value, "nowrap") && !equals(value, "pre");
        else if (equals(name, "flex-direction"))
            style->is_column = contains(value, "column");
        else if (equals(name, "align-items"))
            style->is_centered = contains(value, "center");
        else if (equals(name, "flex") || equals(name, "flex-grow"))
            style->grows = value.length > 0 && *value.at >= '1' && *value.at <= '9';
        else if (equals(name, "width") && contains(value, "%"))
            style->share = size_in_pixels(value, 1);
        else if (equals(name, "width"))
            style->width = size_in_pixels(value, 0);
        else if (equals(name, "display"))
            style->is_row = contains(value, "flex"), style->is_left_out = equals(value, "none");
        else if (equals(name, "visibility"))
            style->is_hidden = equals(value, "hidden");
    }
}

/* Whether an element has the name and the classes of a part of a selector such as `div.a.b`. */
static int has_all(xmlNode *node, Span part) {
    Span one, classes, word;
    for (int index = 0; next_part(&part, '.', &one); index++) {
        int is_found = index == 0 && (one.length == 0 || equals(one, "*") || equals(one, (const char *)node->name));
        classes = span_of(attribute(node, "class"));
        while (index > 0 && !is_found && next_word(&classes, &word))
            is_found = word.length == one.length && strncmp(word.at, one.at, one.length) == 0;
        if (!is_found)
            return 0;
    }
    return 1;
}

static int selects(Span selectors, xmlNode *node) {
    enum { MAX_PARTS = 8 };
    Span selector, parts[MAX_PARTS];
    while (next_part(&selectors, ',', &selector)) {
        int count = 0;
        while (count < MAX_PARTS && next_word(&selector, &parts[count]))
            count += !equals(parts[count], ">");
        if (count == 0 || count == MAX_PARTS || !has_all(node, parts[--count]))
            continue;
        for (xmlNode *parent = node->parent; count > 0 && parent && parent->type == XML_ELEMENT_NODE;
             parent = parent->parent)
            count -= has_all(parent, parts[count - 1]);
        if (count == 0)
            return 1;
    }
    return 0;
}

Style style_of(const StyleSheet *sheet, xmlNode *node, Style parent) {
    static const struct {
        const char *name;
        double size;
    } headings[] = {{"h1", 2}, {"h2", 1.5}, {"h3", 1.17}, {"h4", 1}, {"small", 0.83}};
    Style style = parent;
    style.is_row = style.is_column = style.is_centered = style.is_justified = style.grows = style.is_left_out = 0;
    style.width = style.share = 0;
    for (size_t index = 0; index < sizeof headings / sizeof *headings; index++)
        if (is_element(node, headings[index].name))
            style.size = parent.size * headings[index].size;
    if (is_one_of(node, (const char *const[]){"h1", "h2", "h3", "h4", "b", "strong", "th", NULL}))
        style.weight = span_of("bold");
    if (is_element(node, "center"))
        style.align = span_of("center");
    if (is_element(node, "pre"))
        style.is_verbatim = 1, style.wraps = 0;
    for (const Rule *rule = sheet->rules.items; rule < sheet->rules.items + sheet->rules.count; rule++)
        if (selects(rule->selector, node))
            apply(&style, rule->body, parent.size);
    static const char *const attributes[] = {"font-size", "font-family", "font-weight", "color", NULL};
    for (const char *const *name = attributes; *name; name++) {
        Buffer declaration = {0};
        add_format(&declaration, "%s:%s", *name, attribute(node, *name));
        if (*attribute(node, *name))
            apply(&style, (Span){declaration.bytes, declaration.length}, parent.size);
    }
    apply(&style, span_of(attribute(node, "style")), parent.size);
    if (style.is_row)
        style.align = span_of((style.is_column ? style.is_centered : style.is_justified) ? "center" : "");
    return style;
}
