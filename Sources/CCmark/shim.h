#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm/houdini.h>

/* (transfer full) HTML's named and numbered characters as the characters themselves; free with free(). */
static inline unsigned char *ccmark_unescape(const char *text, int length) {
    cmark_strbuf buffer;
    cmark_strbuf_init(cmark_get_default_mem_allocator(), &buffer, length + 1);
    houdini_unescape_html_f(&buffer, (const uint8_t *)text, length);
    return cmark_strbuf_detach(&buffer);
}
