#define _GNU_SOURCE
#include "still.h"
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes. What is larger is a drawing, not a card. */
#define MAX_REWRITTEN (4u << 20)

int is_element(const xmlNode *node, const char *name) {
    return node && node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static const char *text_of(const xmlAttr *attribute) {
    const xmlNode *text = attribute && attribute->type == XML_ATTRIBUTE_NODE ? attribute->children : NULL;
    /* Entities are resolved, so there is one text. */
    return text && text->content ? (const char *)text->content : "";
}

const char *attribute(xmlNode *node, const char *name) { return text_of(xmlHasProp(node, (const xmlChar *)name)); }

void set_attribute(xmlNode *node, const char *name, const char *value) {
    xmlSetProp(node, (const xmlChar *)name, (const xmlChar *)value);
}

/* Returns the next node of a tree in the order of the document, after the children of this one if they are skipped. */
static xmlNode *next_node(xmlNode *node, xmlNode *root, int skips_children) {
    if (node->children && !skips_children && node->type == XML_ELEMENT_NODE)
        return node->children;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

static double length_of(xmlNode *node, const char *name, double otherwise) {
    double number;
    Span text = trimmed(span_of(attribute(node, name)));
    const char *unit = read_number(text, &number);
    return unit && *unit != '%' ? number : otherwise;
}

static Surroundings surroundings_of(xmlNode *root, int is_dark) {
    Span box = span_of(attribute(root, "viewBox")), word;
    double numbers[4] = {0, 0, 300, 150};
    for (int index = 0; index < 4 && next_word(&box, &word); index++)
        read_number(word, &numbers[index]);
    return (Surroundings){
        length_of(root, "width", numbers[2]),
        length_of(root, "height", numbers[3]),
        is_dark,
    };
}

/* MARK: Styles */

/* Replaces the style sheets by one. Returns whether that changes something. */
static int merge_sheets(StyleSheet *sheet, xmlNode *root) {
    static const char *const unknown[] = {"@media", "animation", "var(", "transform-origin", "@supports", "@layer"};
    int changes = 0;
    xmlNode *next;
    for (xmlNode *node = root; node; node = next) {
        next = next_node(node, root, 0);
        if (!is_element(node, "style") || contains(span_of(attribute(node, "type")), "less"))
            continue;
        Span text = span_of((const char *)xmlNodeGetContent(node)), media = span_of(attribute(node, "media"));
        for (size_t index = 0; index < sizeof unknown / sizeof *unknown; index++)
            changes |= contains(text, unknown[index]);
        changes |= trimmed(media).length > 0;
        if (css_media_applies(media, sheet->surroundings))
            css_read(sheet, text);
    }
    return changes;
}

static void write_sheet(const StyleSheet *sheet, xmlNode *root) {
    xmlNode *next;
    for (xmlNode *node = root; node; node = next) {
        int is_style = is_element(node, "style");
        next = next_node(node, root, is_style);
        if (is_style && node != root)
            xmlUnlinkNode(node);
    }
    Buffer text = {0};
    css_write(sheet, &text);
    xmlNode *style = xmlNewDocNode(root->doc, root->ns, (const xmlChar *)"style", NULL);
    xmlAddChild(style, xmlNewDocText(root->doc, (const xmlChar *)terminated(&text)));
    if (root->children)
        xmlAddPrevSibling(root->children, style);
    else
        xmlAddChild(root, style);
}

/* Replaces animations and variables in the attributes of an element. */
static int rewrite_attributes(const StyleSheet *sheet, xmlNode *node) {
    int changes = 0;
    for (xmlAttr *one = node->properties; one; one = one->next) {
        const char *name = (const char *)one->name;
        Span value = span_of(text_of(one));
        int is_style = strcmp(name, "style") == 0, has_variable = contains(value, "var(");
        if (!has_variable && !(is_style && (contains(value, "animation") || contains(value, "transform-origin"))))
            continue;
        Buffer text = {0};
        if (is_style) {
            css_write_body(sheet, value, &text);
            css_write_end(sheet, value, &text);
        } else {
            css_write_value(sheet, value, &text);
        }
        xmlFreeNodeList(one->children);
        xmlNode *content = xmlNewDocText(node->doc, (const xmlChar *)terminated(&text));
        one->children = one->last = content;
        content->parent = (xmlNode *)one;
        free(text.bytes);
        changes = 1;
    }
    return changes;
}

/* MARK: SMIL */

/* Returns how far a value reaches: 0 for what does not show. */
static double reach(const char *name, Span value) {
    double sum = 0, number;
    int skipped = strcmp(name, "d") == 0 || strcmp(name, "points") == 0 ? 2 : 0;
    if (equals(value, "visible") || equals(value, "inline") || equals(value, "block"))
        return 1;
    while (value.length > 0) {
        const char *end = strchr("+-.0123456789", *value.at) ? read_number(value, &number) : NULL;
        if (end && skipped-- <= 0)
            sum += fabs(number);
        size_t taken = end ? (size_t)(end - value.at) : 1;
        value.at += taken, value.length -= taken;
    }
    return strcmp(name, "stroke-dashoffset") == 0 ? 1 / (1 + sum) : sum;
}

static int is_one_of(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return 1;
    return 0;
}

typedef struct {
    /* Begins by itself, and not after a click or another animation. */
    int begins, begins_at_zero, repeats;
} Begin;

static Begin begin_of(xmlNode *animation) {
    Span list = span_of(attribute(animation, "begin")), one;
    Begin begin = {.begins = list.length == 0, .begins_at_zero = list.length == 0};
    for (int index = 0; next_part(&list, ';', &one); index++) {
        double number;
        int is_offset = read_number(one, &number) != NULL;
        begin.begins |= is_offset || contains(one, ".begin") || contains(one, ".end");
        begin.begins_at_zero |= is_offset && number <= 0;
        begin.repeats |= index > 0;
    }
    int is_endless = contains(span_of(attribute(animation, "repeatCount")), "indefinite") ||
                     contains(span_of(attribute(animation, "repeatDur")), "indefinite");
    begin.begins_at_zero |= is_endless && begin.begins;
    begin.repeats |= is_endless;
    return begin;
}

/* Returns the value that an animation leaves, or shows again and again; nothing if that is the value without it. */
static Span shown_value(xmlNode *animation, const char *name, Span base) {
    static const char *const sizes[] = {"d", "points", "width", "height", "r", "rx", "ry", NULL};
    Span values = span_of(attribute(animation, "values")), one, last = {0}, fullest = {0};
    if (trimmed(values).length == 0)
        values = span_of(attribute(animation, "to"));
    if (values.length == 0)
        return last;
    double most = 0;
    while (next_part(&values, ';', &one)) {
        if (one.length > 0)
            last = one;
        if (reach(name, one) > most)
            most = reach(name, one), fullest = one;
    }
    Begin begin = begin_of(animation);
    const char *duration = attribute(animation, "dur");
    int is_set = is_element(animation, "set"), lasts = is_set && (!*duration || strcmp(duration, "indefinite") == 0);
    if (!begin.begins)
        return (Span){0};
    int is_endless = contains(span_of(attribute(animation, "repeatCount")), "indefinite");
    if (lasts || (equals(span_of(attribute(animation, "fill")), "freeze") && !is_endless))
        return last;
    int is_empty = base.length > 0 ? reach(name, base) == 0 && reach(name, fullest) > 0 : is_one_of(name, sizes);
    if (strcmp(name, "stroke-dashoffset") == 0)
        is_empty = base.length > 0 && reach(name, base) < reach(name, fullest);
    return is_empty && begin.begins_at_zero && begin.repeats ? fullest : (Span){0};
}

static const char *reference(xmlNode *node) {
    const char *name = attribute(node, "href");
    if (!*name)
        name = attribute(node, "xlink:href");
    return *name == '#' ? name + 1 : "";
}

/* Replaces the value of an attribute by the one that its animation shows. */
static int apply_animation(xmlNode *animation, xmlHashTable *elements) {
    static const char *const styles[] = {"opacity",        "visibility",        "display", "fill",       "fill-opacity",
                                         "stroke-opacity", "stroke-dashoffset", "stroke",  "stop-color", "stop-opacity",
                                         "stroke-width",   "stroke-dasharray",  NULL};
    const char *name = attribute(animation, "attributeName"), *referred = reference(animation);
    xmlNode *target = *referred ? xmlHashLookup(elements, (const xmlChar *)referred) : animation->parent;
    if (!target || target->type != XML_ELEMENT_NODE || !*name || strchr(name, ':') || strcmp(name, "href") == 0)
        return 0;
    Span style = span_of(attribute(target, "style")), base = span_of(attribute(target, name)), key, value;
    int is_style = is_one_of(name, styles);
    for (Span rest = style; is_style && css_next_declaration(&rest, &key, &value);)
        if (equals(key, name))
            base = value;
    Span shown = shown_value(animation, name, trimmed(base));
    if (!shown.at)
        return 0;
    Buffer text = {0};
    if (is_element(animation, "animateTransform")) {
        if (equals(span_of(attribute(animation, "additive")), "sum"))
            add_format(&text, "%s ", attribute(target, name));
        const char *type = attribute(animation, "type");
        add_format(&text, "%s(%.*s)", *type ? type : "translate", (int)shown.length, shown.at);
    } else if (is_style) {
        /* Rules of a style sheet would go before an attribute. */
        add_format(&text, "%.*s;%s:%.*s!important", (int)style.length, style.at, name, (int)shown.length, shown.at);
        name = "style";
    } else {
        add_span(&text, shown);
    }
    set_attribute(target, name, terminated(&text));
    return 1;
}

/* MARK: Text */

/* Moves text to the height at which a browser draws it, since librsvg draws all text on its baseline. */
static int apply_baseline(xmlNode *node) {
    const char *name = attribute(node, "dominant-baseline"), *distance = "0";
    Span style = span_of(attribute(node, "style")), key, value;
    Buffer copy = {0};
    while (css_next_declaration(&style, &key, &value)) {
        if (equals(key, "dominant-baseline")) {
            copy.length = 0;
            add_span(&copy, value);
            name = terminated(&copy);
        }
    }
    if (!*name)
        return 0;
    if (strcmp(name, "middle") == 0 || strcmp(name, "central") == 0)
        distance = "0.35em";
    else if (strcmp(name, "hanging") == 0 || strcmp(name, "text-before-edge") == 0)
        distance = "0.8em";
    xmlUnsetProp(node, (const xmlChar *)"dominant-baseline");
    for (xmlNode *child = node; child; child = next_node(child, node, 0))
        if ((child == node || (is_element(child, "tspan") && *attribute(child, "y"))) && !*attribute(child, "dy"))
            set_attribute(child, "dy", distance);
    return 1;
}

/* Puts the text of a path where the path begins, since librsvg knows no paths of text. */
static int straighten(xmlNode *text, xmlHashTable *elements) {
    xmlNode *path = xmlHashLookup(elements, (const xmlChar *)reference(text));
    if (!path || !text->parent)
        return 0;
    Span rest = span_of(attribute(path, "d"));
    double start[2] = {0, 0}, offset = 0, length = reach("d", rest);
    for (int index = 0; index < 2 && rest.length > 0;) {
        const char *end = strchr("+-.0123456789", *rest.at) ? read_number(rest, &start[index]) : NULL;
        index += end != NULL;
        size_t taken = end ? (size_t)(end - rest.at) : 1;
        rest.at += taken, rest.length -= taken;
    }
    xmlNodeSetName(text, (const xmlChar *)"tspan");
    if (length == 0) {
        set_attribute(text, "display", "none");
        return 1;
    }
    const char *unit = read_number(span_of(attribute(text, "startOffset")), &offset), *x = attribute(text->parent, "x");
    if (unit && *unit == '%')
        offset *= length / 100;
    Buffer number = {0};
    double shift;
    if (start[0] + offset == 0 && *x) {
        add_format(&number, "%s", x);
    } else {
        const char *end = read_number(span_of(x), &shift);
        add_format(&number, "%g", start[0] + offset + (end && *end != '%' ? shift : 0));
    }
    set_attribute(text, "x", terminated(&number));
    number.length = 0;
    add_format(&number, "%g", start[1]);
    set_attribute(text, "y", terminated(&number));
    return 1;
}

/* Corrects the type that a picture inside states, since librsvg relies on it. */
static int apply_type(xmlNode *image) {
    static const char *const types[][2] = {{"iVBORw0KGgo", "image/png"}, {"/9j/", "image/jpeg"},
                                           {"R0lGOD", "image/gif"},      {"UklGR", "image/webp"},
                                           {"PHN2Zy", "image/svg+xml"},  {"PD94bWw", "image/svg+xml"}};
    const char *address = attribute(image, "href"), *base64;
    if (!*address)
        address = attribute(image, "xlink:href");
    if (strncmp(address, "data:", 5) != 0 || !(base64 = strstr(address, ";base64,")))
        return 0;
    for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
        size_t length = strlen(types[index][1]);
        if (strncmp(base64 + 8, types[index][0], strlen(types[index][0])) != 0 ||
            strncmp(address + 5, types[index][1], length) == 0)
            continue;
        Buffer corrected = {0};
        add_format(&corrected, "data:%s%s", types[index][1], base64);
        set_attribute(image, "href", terminated(&corrected));
        return 1;
    }
    return 0;
}

/* MARK: Document */

static int rewrite(xmlNode *root, int is_dark) {
    StyleSheet sheet = {.surroundings = surroundings_of(root, is_dark)};
    xmlHashTable *elements = xmlHashCreate(64);
    int changes = merge_sheets(&sheet, root);
    if (changes)
        write_sheet(&sheet, root);
    for (xmlNode *node = root; node; node = next_node(node, root, 0)) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        const char *name = attribute(node, "id");
        if (*name)
            xmlHashAddEntry(elements, (const xmlChar *)name, node);
        changes |= rewrite_attributes(&sheet, node);
    }
    for (xmlNode *node = root; node; node = next_node(node, root, 0))
        if (is_element(node, "animate") || is_element(node, "set") || is_element(node, "animateTransform") ||
            is_element(node, "animateColor"))
            changes |= apply_animation(node, elements);
    xmlNode *next;
    for (xmlNode *node = root; node; node = next) {
        int is_object = is_element(node, "foreignObject");
        next = next_node(node, root, is_object);
        if (is_object && node != root)
            replace_foreign_object(&sheet, node), changes = 1;
        else if (is_element(node, "textPath"))
            changes |= straighten(node, elements);
        else if (is_element(node, "image"))
            changes |= apply_type(node);
    }
    for (xmlNode *node = root; node; node = next_node(node, root, 0))
        if (is_element(node, "text") || is_element(node, "tspan"))
            changes |= apply_baseline(node);
    return changes;
}

static xmlParserInput *load_nothing(const char *address, const char *name, xmlParserCtxt *context) {
    (void)address, (void)name, (void)context;
    return NULL;
}

/* Whether there may be something to rewrite. Most pictures have nothing of it, and need no tree. */
static int is_candidate(Span text) {
    static const char *const words[] = {"animat", "<set",     ":set",     "foreignObject",    "@media",  "media=",
                                        "var(",   "textPath", "baseline", "transform-origin", ";base64,"};
    for (size_t index = 0; index < sizeof words / sizeof *words; index++)
        if (contains(text, words[index]))
            return 1;
    return 0;
}

Buffer still_picture(Buffer svg, int is_dark) {
    if (svg.length > MAX_REWRITTEN || !is_candidate((Span){svg.bytes, svg.length}))
        return svg;
    xmlSetExternalEntityLoader(load_nothing);
    xmlDoc *document =
        xmlReadMemory(svg.bytes, (int)svg.length, NULL, NULL,
                      XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    xmlChar *bytes = NULL;
    int length = 0;
    if (root && rewrite(root, is_dark)) {
        if (document->intSubset)
            xmlUnlinkNode((xmlNode *)document->intSubset);
        xmlDocDumpMemoryEnc(document, &bytes, &length, "UTF-8");
    }
    xmlFreeDoc(document);
    if (!bytes || length <= 0)
        return svg;
    free(svg.bytes);
    return (Buffer){(char *)bytes, (size_t)length, (size_t)length};
}
