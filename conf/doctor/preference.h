/* What a property query (property(7)) says of fastsha2. */
#ifndef DOCTOR_PREFERENCE_H
#define DOCTOR_PREFERENCE_H

enum preference {
    PREFERENCE_ABSENT,    /* there is no query, or nothing in it */
    PREFERENCE_OURS,      /* ?provider=fastsha2, and no demand beside */
    PREFERENCE_MANDATORY, /* provider=NAME, without the question mark */
    PREFERENCE_DEMAND,    /* another demand, which fastsha2 does not meet */
    PREFERENCE_OTHER,     /* ?provider=NAME, of another name, or no word of a provider */
};

/* query may be NULL. */
enum preference preference_of(const char *query);

#endif
