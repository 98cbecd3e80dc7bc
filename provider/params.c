/* OSSL_PARAM arrays, read and answered. */
#include "params.h"

#include <limits.h>
#include <string.h>

OSSL_PARAM *params_find(OSSL_PARAM *params, const char *name)
{
    if (params != NULL)
        for (; params->key != NULL; params++)
            if (strcmp(params->key, name) == 0)
                return params;
    return NULL;
}

void params_find_all(const OSSL_PARAM *params, const char *const names[], size_t count,
                     const OSSL_PARAM *found[])
{
    for (size_t i = 0; i < count; i++)
        found[i] = NULL;
    if (params != NULL)
        for (; params->key != NULL; params++)
            for (size_t i = 0; i < count; i++)
                if (params->key[0] == names[i][0] && strcmp(params->key, names[i]) == 0) {
                    found[i] = found[i] == NULL ? params : found[i];
                    break;
                }
}

/* The byte of that weight of a native integer. */
static unsigned char native_byte(const unsigned char *bytes, size_t size, size_t weight)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    (void)size;
    return bytes[weight];
#else
    return bytes[size - 1 - weight];
#endif
}

/* A value of 64 bits and a sign. */
struct integer {
    int negative;
    uint64_t low; /* modulo 2^64 */
};

static int read_native(const OSSL_PARAM *p, struct integer *value)
{
    size_t size = p->data_size;

    if (size == 0)
        return 0;
    value->negative =
        p->data_type == OSSL_PARAM_INTEGER && native_byte(p->data, size, size - 1) >= 0x80;
    value->low = 0;

    unsigned char extension = value->negative ? 0xff : 0;
    for (size_t i = 0; i < sizeof value->low; i++) {
        uint64_t byte = i < size ? native_byte(p->data, size, i) : extension;
        value->low |= byte << (8 * i);
    }
    for (size_t i = sizeof value->low; i < size; i++)
        if (native_byte(p->data, size, i) != extension)
            return 0;
    return !value->negative || value->low >> 63 == 1;
}

static int read_real(const OSSL_PARAM *p, struct integer *value)
{
    double real;

    if (p->data_size != sizeof real)
        return 0;
    memcpy(&real, p->data, sizeof real);
    value->negative = real < 0;
    if (real >= 0 && real < 0x1p64)
        value->low = (uint64_t)real;
    else if (real < 0 && real >= -0x1p63)
        value->low = (uint64_t)(int64_t)real;
    else
        return 0;
    return real == (value->negative ? (double)(int64_t)value->low : (double)value->low);
}

static int read_integer(const OSSL_PARAM *p, struct integer *value)
{
    if (p->data == NULL)
        return 0;
    switch (p->data_type) {
    case OSSL_PARAM_INTEGER:
    case OSSL_PARAM_UNSIGNED_INTEGER:
        return read_native(p, value);
    case OSSL_PARAM_REAL:
        return read_real(p, value);
    default:
        return 0;
    }
}

int params_get_uint64(const OSSL_PARAM *p, uint64_t *value)
{
    struct integer integer;

    if (!read_integer(p, &integer) || integer.negative)
        return 0;
    *value = integer.low;
    return 1;
}

int params_get_int(const OSSL_PARAM *p, int *value)
{
    struct integer integer;

    if (!read_integer(p, &integer))
        return 0;
    if (integer.negative ? (int64_t)integer.low < INT_MIN : integer.low > INT_MAX)
        return 0;
    *value = (int)(int64_t)integer.low;
    return 1;
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

int params_answer_uint(OSSL_PARAM *p, size_t value)
{
    if (p->data_type != OSSL_PARAM_INTEGER && p->data_type != OSSL_PARAM_UNSIGNED_INTEGER)
        return 0;
    p->return_size = sizeof value;
    if (p->data == NULL)
        return 1;
    if (p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && p->data_size == sizeof value) {
        memcpy(p->data, &value, sizeof value); /* what EVP asks for before each MAC */
        return 1;
    }
    if (p->data_size < width(value, p->data_type == OSSL_PARAM_INTEGER))
        return 0;
    write_native(p->data, p->data_size, value);
    p->return_size = p->data_size;
    return 1;
}

int params_set_uint(OSSL_PARAM *params, const char *name, size_t value)
{
    OSSL_PARAM *p = params_find(params, name);

    return p == NULL || params_answer_uint(p, value);
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
