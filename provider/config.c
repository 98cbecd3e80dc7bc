/* Preferences from the configuration, and what to say of a wrong one. */
#include "config.h"

#include <string.h>

/* "a, b, c" in as much room as there is. */
static void join(char *to, size_t room, const struct backend_names *names)
{
    size_t used = 0;

    to[0] = '\0';
    for (size_t i = 0; i < names->count; i++) {
        size_t size = strlen(names->name[i]);
        if (used + 2 + size + 1 > room)
            return;
        if (i != 0) {
            memcpy(to + used, ", ", 2);
            used += 2;
        }
        memcpy(to + used, names->name[i], size + 1);
        used += size;
    }
}

int config_preference(const struct core *core, const char *key, const struct backend_names *known,
                      struct preference *preference)
{
    static const char *const faults[] = {
        [PREFERENCE_EMPTY] = "empty name",
        [PREFERENCE_UNKNOWN] = "unknown name",
        [PREFERENCE_REPEATED] = "repeated name",
    };
    const char *value = core_setting(core, key);
    struct excerpt culprit;
    char allowed[256];

    preference->count = 0;
    if (value == NULL)
        return 1;
    enum preference_fault fault = preference_read(value, known, preference, &culprit);
    if (fault == PREFERENCE_VALID)
        return 1;
    join(allowed, sizeof allowed, known);
    CORE_RAISE(core, REASON_BAD_CONFIGURATION,
               "%s = %.100s: %s '%.*s'; allowed are, separated by commas: %s", key, value,
               faults[fault], culprit.size < 40 ? (int)culprit.size : 40, culprit.start, allowed);
    return 0;
}
