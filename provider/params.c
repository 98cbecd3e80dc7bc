/* OSSL_PARAM requests, answered. */
#include "params.h"

#include <string.h>

OSSL_PARAM *params_find(OSSL_PARAM *params, const char *name)
{
    if (params != NULL)
        for (; params->key != NULL; params++)
            if (strcmp(params->key, name) == 0)
                return params;
    return NULL;
}

/* An integer of size bytes in the byte order of this machine. */
static void write_native(unsigned char *to, size_t size, size_t value)
{
    for (size_t i = 0; i < size; i++) {
        size_t shifted = i < sizeof value ? value >> (8 * i) : 0;
        unsigned char byte = (unsigned char)shifted;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        to[i] = byte;
#else
        to[size - 1 - i] = byte;
#endif
    }
}

/* Bytes that an integer of this kind needs to hold the value. */
static size_t width(size_t value, int is_signed)
{
    size_t bits = is_signed ? 1 : 0;

    for (; value != 0; value >>= 1)
        bits++;
    return bits == 0 ? 1 : (bits + 7) / 8;
}

int params_set_uint(OSSL_PARAM *params, const char *name, size_t value)
{
    OSSL_PARAM *p = params_find(params, name);

    if (p == NULL)
        return 1;
    if (p->data_type != OSSL_PARAM_INTEGER && p->data_type != OSSL_PARAM_UNSIGNED_INTEGER)
        return 0;
    p->return_size = sizeof value;
    if (p->data == NULL)
        return 1;
    if (p->data_size < width(value, p->data_type == OSSL_PARAM_INTEGER))
        return 0;
    write_native(p->data, p->data_size, value);
    p->return_size = p->data_size;
    return 1;
}

int params_set_text(OSSL_PARAM *params, const char *name, const char *text)
{
    OSSL_PARAM *p = params_find(params, name);
    size_t size = strlen(text);

    if (p == NULL)
        return 1;
    p->return_size = size;
    switch (p->data_type) {
    case OSSL_PARAM_UTF8_PTR:
        if (p->data != NULL)
            *(const char **)p->data = text;
        return 1;
    case OSSL_PARAM_UTF8_STRING:
        if (p->data == NULL)
            return 1;
        if (p->data_size < size)
            return 0;
        memcpy(p->data, text, size);
        if (p->data_size > size)
            ((char *)p->data)[size] = '\0';
        return 1;
    default:
        return 0;
    }
}
