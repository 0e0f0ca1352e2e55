#define _GNU_SOURCE
#include "html_style.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 500
#define LINE_HEIGHT 1.4

typedef struct {
    const StyleSheet *sheet;
    xmlNode *group;
    double left, top, width, bottom;
    /* The top of the line, what its pictures and words take, and its tallest picture. */
    double y, used, picture_height;
    Style style;
    Buffer words;
    int has_gap, lines;
} Layout;

static const char *const blocks[] = {"div",     "p",          "h1",     "h2",     "h3", "h4",  "h5",
                                     "h6",      "ul",         "ol",     "li",     "tr", "pre", "table",
                                     "section", "blockquote", "header", "footer", NULL};

/* MARK: Lines */

/* The width of a character in an average font, for a size of 1. */
static double width_of(const char **text, const char *end) {
    unsigned char first = (unsigned char)*(*text)++;
    if (first < 0x80)
        return strchr("iljtf.,:;'|!()[] ", first) ? 0.3 : strchr("mwMW@%", first) ? 0.85 : first <= 'Z' ? 0.62 : 0.53;
    while (*text < end && (*(const unsigned char *)*text & 0xC0) == 0x80)
        (*text)++;
    return first >= 0xE3 ? 1 : 0.6;
}

static double width(const char *text, size_t length, double size) {
    double sum = 0;
    for (const char *end = text + length; text < end;)
        sum += width_of(&text, end);
    return sum * size;
}

static void set_number(xmlNode *node, const char *name, double number) {
    Buffer text = {0};
    add_format(&text, "%g", number);
    set_attribute(node, name, terminated(&text));
}

static void end_line(Layout *layout) {
    Style *style = &layout->style;
    double height = fmax(layout->words.length > 0 ? LINE_HEIGHT * style->size : 0, layout->picture_height);
    if (layout->words.length > 0 && layout->lines++ < MAX_LINES && layout->y + 0.6 * style->size < layout->bottom) {
        xmlNode *text = xmlNewChild(layout->group, layout->group->ns, (const xmlChar *)"text", NULL);
        xmlAddChild(text, xmlNewDocText(text->doc, (const xmlChar *)terminated(&layout->words)));
        int is_center = equals(style->align, "center"), is_end = equals(style->align, "right");
        double start = layout->left + layout->used;
        set_number(text, "x",
                   is_center ? layout->left + layout->width / 2
                   : is_end  ? layout->left + layout->width
                             : start);
        set_number(text, "y", layout->y + height / 2 + 0.35 * style->size);
        Buffer css = {0};
        add_format(&css, "font-size:%gpx;text-anchor:%s;", style->size,
                   is_center ? "middle"
                   : is_end  ? "end"
                             : "start");
        const struct {
            const char *name;
            Span value;
        } values[] = {{"fill", style->color}, {"font-weight", style->weight}, {"font-family", style->family}};
        for (size_t index = 0; index < sizeof values / sizeof *values; index++) {
            if (values[index].value.length == 0)
                continue;
            add_format(&css, "%s:", values[index].name);
            css_write_value(layout->sheet, values[index].value, &css);
            add_format(&css, ";");
        }
        set_attribute(text, "style", terminated(&css));
    }
    layout->y += height;
    layout->used = layout->picture_height = 0;
    layout->words.length = 0;
    layout->has_gap = 0;
}

static void add_word(Layout *layout, Span word, Style style) {
    int starts = layout->words.length == 0;
    double room = layout->width - layout->used - width(layout->words.bytes, layout->words.length, style.size);
    if (!starts && style.wraps && width(word.at, word.length, style.size) > room)
        end_line(layout), starts = 1;
    if (starts)
        layout->style = style;
    else if (layout->has_gap)
        add_format(&layout->words, " ");
    add_span(&layout->words, word);
    layout->has_gap = 0;
}

static void add_text(Layout *layout, Span text, Style style) {
    Span line, word;
    if (style.is_verbatim) {
        while (next_part(&text, '\n', &line)) {
            add_word(layout, line, style);
            if (text.length > 0)
                end_line(layout);
        }
        return;
    }
    while (text.length > 0) {
        Span rest = trimmed(text);
        layout->has_gap |= rest.length == 0 || rest.at > text.at;
        if (rest.length == 0 || !next_word(&rest, &word))
            return;
        add_word(layout, word, style);
        text = (Span){word.at + word.length, text.length - (size_t)(word.at + word.length - text.at)};
    }
}

/* Moves a picture into the line, or below it. */
static void add_picture(Layout *layout, xmlNode *picture, Style style) {
    double size[2] = {layout->style.size, layout->style.size}, number;
    static const char *const sides[] = {"width", "height"};
    Span css = span_of(attribute(picture, "style")), name, value;
    for (int index = 0; index < 2; index++)
        if (read_number(span_of(attribute(picture, sides[index])), &number))
            size[index] = number;
    while (css_next_declaration(&css, &name, &value))
        for (int index = 0; index < 2; index++)
            if (equals(name, sides[index]))
                size[index] = size_in_pixels(value, style.size);
    if (layout->words.length > 0 || layout->used + size[0] > layout->width)
        end_line(layout);
    if (is_element(picture, "img")) {
        xmlNodeSetName(picture, (const xmlChar *)"image");
        set_attribute(picture, "href", attribute(picture, "src"));
    }
    xmlUnlinkNode(picture);
    xmlAddChild(layout->group, picture);
    xmlSetNs(picture, layout->group->ns);
    /* One that is as wide as a chart has the line for itself. */
    int is_alone = equals(style.align, "center") && layout->used == 0 && size[0] > 3 * style.size;
    set_number(picture, "x", layout->left + (is_alone ? (layout->width - size[0]) / 2 : layout->used));
    set_number(picture, "y", layout->y);
    set_number(picture, "width", size[0]);
    set_number(picture, "height", size[1]);
    Buffer fill = {0};
    css_write_value(layout->sheet, style.fill, &fill);
    if (fill.length > 0 && !*attribute(picture, "fill"))
        set_attribute(picture, "fill", terminated(&fill));
    layout->used += size[0] + 0.3 * style.size;
    layout->picture_height = fmax(layout->picture_height, fmin(size[1], 4000));
}

static void lay_out(Layout *layout, xmlNode *parent, Style style);

/* The width of an element's text and pictures in one line. */
static double natural_width(xmlNode *node, double size) {
    double sum = 0;
    if (node->type == XML_TEXT_NODE) {
        Span text = span_of((const char *)node->content), word;
        while (next_word(&text, &word))
            sum += width(word.at, word.length, size) + 0.3 * size;
    } else if (is_element(node, "svg") || is_element(node, "img")) {
        return 1.5 * size;
    } else {
        for (xmlNode *child = node->children; child; child = child->next)
            sum += natural_width(child, size);
    }
    return sum;
}

/* Puts blocks side by side. */
static void lay_out_row(Layout *layout, xmlNode *row, Style style) {
    double taken = 0, x = 0, bottom = layout->y;
    int growing = 0;
    for (xmlNode *child = xmlFirstElementChild(row); child; child = xmlNextElementSibling(child)) {
        Style own = style_of(layout->sheet, child, style);
        double fixed = own.share > 0 ? own.share * layout->width : own.width;
        growing += own.grows && fixed == 0;
        taken += own.grows && fixed == 0 ? 0 : fixed;
    }
    for (xmlNode *child = xmlFirstElementChild(row); child && layout->lines < MAX_LINES;) {
        xmlNode *next = xmlNextElementSibling(child);
        Style own = style_of(layout->sheet, child, style);
        double room = own.share > 0 ? own.share * layout->width : own.width;
        if (room <= 0)
            room = own.grows ? fmax(0, layout->width - taken) / growing : natural_width(child, own.size) + own.size;
        room = fmin(room, layout->width);
        if (x > 0 && x + room > layout->width + 1)
            x = 0, layout->y = bottom;
        Layout part = *layout;
        part.left += x, part.width = room, part.words = (Buffer){0};
        lay_out(&part, child, own);
        end_line(&part);
        layout->lines = part.lines;
        bottom = fmax(bottom, part.y);
        x += room;
        child = next;
    }
    layout->y = bottom;
}

static int has_blocks(xmlNode *node) {
    for (xmlNode *child = node->children; child; child = child->next)
        if (is_one_of(child, blocks))
            return 1;
    return 0;
}

static void lay_out(Layout *layout, xmlNode *parent, Style style) {
    xmlNode *next;
    for (xmlNode *node = parent->children; node && layout->lines < MAX_LINES; node = next) {
        next = node->next;
        if (node->type == XML_TEXT_NODE) {
            add_text(layout, span_of((const char *)node->content), style);
            continue;
        }
        if (node->type != XML_ELEMENT_NODE ||
            is_one_of(node, (const char *const[]){"style", "script", "title", "head", "template", NULL}))
            continue;
        Style own = style_of(layout->sheet, node, style);
        if (own.is_left_out || own.is_hidden)
            continue;
        if (is_element(node, "svg") || is_element(node, "img")) {
            add_picture(layout, node, own);
            continue;
        }
        int is_block = is_one_of(node, blocks), is_heading = is_block && node->name[0] == 'h' && own.size > style.size;
        if (is_block || is_element(node, "br"))
            end_line(layout);
        if (is_block && layout->y > layout->top && (is_heading || is_element(node, "p")))
            layout->y += 0.4 * own.size;
        if (is_element(node, "li"))
            add_text(layout, span_of("\u2022 "), own);
        if (own.is_row && !own.is_column && has_blocks(node)) {
            end_line(layout);
            lay_out_row(layout, node, own);
        } else {
            lay_out(layout, node, own);
        }
        if (is_block)
            end_line(layout);
        else if (is_element(node, "td") || is_element(node, "th"))
            layout->has_gap = 1;
    }
}

/* MARK: Object */

/* Resolves a length that may be a share of the surroundings. */
static double resolved(xmlNode *node, const char *name, double whole) {
    double number;
    const char *unit = read_number(span_of(attribute(node, name)), &number);
    return !unit ? 0 : *unit == '%' ? number * whole / 100 : number;
}

/* Whether the first element puts its lines in the middle of the height. */
static int is_centered(xmlNode *object) {
    xmlNode *first = xmlFirstElementChild(object);
    Span body = span_of(first ? attribute(first, "style") : ""), name, value;
    while (css_next_declaration(&body, &name, &value))
        if (equals(name, "align-items") && contains(value, "center"))
            return 1;
    return 0;
}

static Style inherited_style(const StyleSheet *sheet, xmlNode *node) {
    if (!node || node->type != XML_ELEMENT_NODE)
        return (Style){.size = 16,
                       .color = {"", 0},
                       .fill = {"", 0},
                       .weight = {"", 0},
                       .family = {"", 0},
                       .align = {"", 0},
                       .wraps = 1};
    return style_of(sheet, node, inherited_style(sheet, node->parent));
}

void replace_foreign_object(const StyleSheet *sheet, xmlNode *object) {
    /* A picture for programs without HTML follows it in a `switch`. */
    int has_substitute = is_element(object->parent, "switch") && xmlNextElementSibling(object);
    if (!has_substitute) {
        const Surroundings *all = &sheet->surroundings;
        Layout layout = {
            .sheet = sheet,
            .left = resolved(object, "x", all->width),
            .top = resolved(object, "y", all->height),
            .width = resolved(object, "width", all->width),
        };
        double height = resolved(object, "height", all->height);
        if (layout.width <= 1)
            layout.width = all->width;
        layout.bottom = height > 1 ? layout.top + height : INFINITY;
        layout.y = layout.top;
        layout.group = xmlNewDocNode(object->doc, object->ns, (const xmlChar *)"g", NULL);
        static const char *const copied[] = {"id", "transform", "opacity", "class", NULL};
        for (const char *const *name = copied; *name; name++)
            if (*attribute(object, *name))
                set_attribute(layout.group, *name, attribute(object, *name));
        layout.style = inherited_style(sheet, object);
        lay_out(&layout, object, layout.style);
        end_line(&layout);
        xmlAddPrevSibling(object, layout.group);
        double rest = layout.bottom - layout.y;
        if (is_centered(object) && isfinite(rest) && rest > 0) {
            Buffer transform = {0};
            add_format(&transform, "%s translate(0,%g)", attribute(object, "transform"), rest / 2);
            set_attribute(layout.group, "transform", terminated(&transform));
        }
    }
    xmlUnlinkNode(object);
}
