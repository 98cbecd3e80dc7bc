/* The table of traps. Each function looks for one, and explains it if it is there. */
#include "traps.h"
#include "preference.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct trap {
    const char *name;
    void (*check)(struct diagnosis *diagnosis, const char *name);
};

/* Adds a finding; problem and remedy are from text_format, and belong to it from then on. */
static struct finding *add(struct diagnosis *diagnosis, const char *trap, enum severity severity,
                           char *problem, char *remedy)
{
    static struct finding spare;
    struct finding *finding = &spare;

    if (diagnosis->nfindings < FINDINGS_MAX)
        finding = &diagnosis->findings[diagnosis->nfindings++];
    *finding =
        (struct finding){.trap = trap, .severity = severity, .problem = problem, .remedy = remedy};
    return finding;
}

static char *copy(const char *text)
{
    return text == NULL ? NULL : text_format("%s", text);
}

/* Names the line that sets the key, or else the one that opens the section (last is best: OpenSSL
   lets the last one win), or else section and key. */
static void point(const struct diagnosis *diagnosis, struct finding *finding, const char *section,
                  const char *key)
{
    const struct lines *lines = &diagnosis->environment.lines;
    const struct line *line = lines_find(lines, section, key);

    if (line == NULL && key != NULL)
        line = lines_find(lines, section, NULL);
    finding->file = copy(line == NULL ? diagnosis->environment.file : line->file);
    finding->line = line == NULL ? 0 : line->number;
    finding->section = copy(section);
    finding->key = copy(key);
}

static bool has_found(const struct diagnosis *diagnosis, const char *trap)
{
    for (size_t i = 0; i < diagnosis->nfindings; i++)
        if (strcmp(diagnosis->findings[i].trap, trap) == 0)
            return true;
    return false;
}

static bool is_active(const struct diagnosis *diagnosis)
{
    return diagnosis->active.own_name != NULL;
}

static char *how_to_add(const struct environment *environment)
{
    return environment->state == FILE_READ
               ? text_format("Run fastsha2-enable, or add as the last line of %s: .include %s",
                             environment->file, DOCTOR_CONFIGURATION)
               : text_format("Unset OPENSSL_CONF, or set it to a file that includes %s, or to that "
                             "file itself.",
                             DOCTOR_CONFIGURATION);
}

/* The library and the command. */

static void check_library(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;

    if (environment->supported)
        return;
    add(diagnosis, name, SEVERITY_BROKEN,
        text_format("The libcrypto in use calls itself \"%s\". fastsha2 is for OpenSSL 3.0 and "
                    "later.",
                    environment->version),
        text_format("Have the program use OpenSSL 3.0 or later."));
}

static void check_command(struct diagnosis *diagnosis, const char *name)
{
    if (diagnosis->command == NULL)
        return;
    add(diagnosis, name, SEVERITY_NOTE,
        text_format("The openssl command in PATH belongs to another OpenSSL (%s), which reads a "
                    "configuration of its own. What it shows is not true of programs that use this "
                    "libcrypto.",
                    diagnosis->command),
        text_format("Put the folder of this OpenSSL's command first in PATH, or call it by its "
                    "full path."));
}

/* The file. */

static void check_file(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    const char *file = environment->file;
    char *problem = NULL;
    struct finding *finding;

    switch (environment->state) {
    case FILE_READ:
    case FILE_NOT_PARSED:
        return;
    case FILE_NOT_NAMED:
        problem = text_format("OPENSSL_CONF is set but empty, so no configuration is read at all.");
        break;
    case FILE_MISSING:
        problem = text_format("The configuration file %s does not exist. OpenSSL passes over that "
                              "without a word.",
                              file);
        break;
    case FILE_UNREADABLE:
        problem = text_format("The configuration file %s cannot be read (%s). OpenSSL passes over "
                              "that without a word.",
                              file, environment->fault);
        break;
    case FILE_FOLDER:
        problem = text_format("The configuration file %s is a folder, so no configuration is read.",
                              file);
        break;
    }
    finding = add(diagnosis, name, SEVERITY_FAULT, problem,
                  environment->file_named
                      ? how_to_add(environment)
                      : text_format("Create it with the line: .include %s", DOCTOR_CONFIGURATION));
    if (environment->state != FILE_NOT_NAMED)
        finding->file = copy(file);
}

/* NCONF ends its message with the number of the line, among those of all the files that it has read
   so far. */
static void check_syntax(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    const struct lines *lines = &environment->lines;
    struct finding *finding;

    if (environment->state != FILE_NOT_PARSED)
        return;
    finding = add(
        diagnosis, name, SEVERITY_BROKEN,
        text_format("The configuration file is not well-formed (%s). OpenSSL drops all of "
                    "it, without a word to programs.",
                    environment->fault == NULL ? "OpenSSL gives no reason" : environment->fault),
        text_format("Correct that line: blank, a comment after #, [section], key = value, "
                    "or .include file."));
    finding->file = copy(lines->bad_file != NULL ? lines->bad_file : environment->file);
    finding->line = lines->bad_number;
}

/* The include that an installation has left behind, or that has a slip of the pen. */
static void check_includes(struct diagnosis *diagnosis, const char *name)
{
    const struct lines *lines = &diagnosis->environment.lines;

    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->line[i];
        struct finding *finding;
        bool ours = line->dead && !is_active(diagnosis) && strstr(line->value, "fastsha2") != NULL;
        if (!line->dead)
            continue;
        finding = add(diagnosis, name, ours ? SEVERITY_FAULT : SEVERITY_NOTE,
                      text_format("The file %s, which is included, cannot be read. OpenSSL passes "
                                  "over that without a word.",
                                  line->value),
                      text_format("Correct the path, or take the line out."));
        finding->file = copy(line->file);
        finding->line = line->number;
    }
    if (lines->endless)
        add(diagnosis, name, SEVERITY_NOTE,
            text_format("A file includes itself, or more files are included than are read here. "
                        "OpenSSL reads such a file until it cannot open it once more."),
            text_format("Take the include out that leads back to its own file."))
            ->file = copy(diagnosis->environment.file);
}

static void check_mentioned(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    struct finding *finding;

    if (is_active(diagnosis) || environment->conf == NULL || environment->entry != NULL ||
        lines_mention(&environment->lines, "fastsha2"))
        return;
    finding = add(diagnosis, name, SEVERITY_FAULT,
                  text_format("The configuration file does not mention fastsha2."),
                  how_to_add(environment));
    finding->file = copy(environment->file);
}

/* fastsha2 is spoken of, but not on the way that OpenSSL goes through the file. */
static void check_reached(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    const char *init = environment->init;
    struct finding *finding;

    if (is_active(diagnosis) || environment->conf == NULL || environment->entry != NULL ||
        !lines_mention(&environment->lines, "fastsha2") || has_found(diagnosis, "include"))
        return;
    if (init == NULL) {
        finding = add(diagnosis, name, SEVERITY_FAULT,
                      text_format("The file has no openssl_conf in its first part, before any "
                                  "[section], so OpenSSL passes over all its sections."),
                      text_format("Add at the top, before the first [section]: openssl_conf = "
                                  "openssl_init"));
        point(diagnosis, finding, "default", "openssl_conf");
        finding->line = 0;
    } else if (environment->providers == NULL) {
        finding = add(diagnosis, name, SEVERITY_FAULT,
                      text_format("The section [%s], which openssl_conf names, has no line "
                                  "\"providers\", so no provider is configured.",
                                  init),
                      text_format("Add there: providers = provider_sect"));
        point(diagnosis, finding, init, "providers");
    } else {
        finding = add(diagnosis, name, SEVERITY_FAULT,
                      text_format("The section [%s], which lists the providers, does not list "
                                  "fastsha2, although the file mentions it elsewhere.",
                                  environment->providers),
                      text_format("Add there: fastsha2 = fastsha2_sect"));
        point(diagnosis, finding, environment->providers, "fastsha2");
    }
}

static void check_overridden_key(struct diagnosis *diagnosis, const char *name, const char *section,
                                 const char *key)
{
    const struct lines *lines = &diagnosis->environment.lines;
    const struct line *line = section == NULL ? NULL : lines_find_overridden(lines, section, key);
    const struct line *last = section == NULL ? NULL : lines_find(lines, section, key);
    struct finding *finding;

    if (line == NULL || last == NULL)
        return;
    finding = add(diagnosis, name, SEVERITY_NOTE,
                  text_format("%s is set twice, to %s and, at %s line %zu, to %s. The last one "
                              "wins: what the section [%s] asks for is lost.",
                              key, line->value, last->file, last->number, last->value, line->value),
                  text_format("Give both the same name, so that the sections are merged."));
    finding->file = copy(line->file);
    finding->line = line->number;
    finding->section = copy(section);
    finding->key = copy(key);
}

static void check_overridden(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;

    check_overridden_key(diagnosis, name, "default", "openssl_conf");
    check_overridden_key(diagnosis, name, environment->init, "providers");
    check_overridden_key(diagnosis, name, environment->init, "alg_section");
    check_overridden_key(diagnosis, name, environment->algorithms, "default_properties");
}

static void check_section(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    struct finding *finding;

    if (environment->section == NULL || environment->section_exists)
        return;
    finding = add(diagnosis, name, SEVERITY_BROKEN,
                  text_format("There is no section [%s], which the list of providers names for %s. "
                              "OpenSSL stops there: the rest of the configuration has no effect.",
                              environment->section, environment->entry),
                  text_format("Add the section, or name the one that is meant."));
    point(diagnosis, finding, environment->providers, environment->entry);
}

/* OpenSSL names the key of the section that openssl_conf names: "module=alg_section, value=…". */
static void point_to_rejected(const struct diagnosis *diagnosis, struct finding *finding)
{
    const struct environment *environment = &diagnosis->environment;
    const char *start = strstr(environment->rejected, "module=");

    if (start == NULL || environment->init == NULL)
        return;
    start += strlen("module=");
    char *key = text_format("%.*s", (int)strcspn(start, ","), start);
    const struct line *line = lines_find(&environment->lines, environment->init, key);
    if (line != NULL) {
        free(finding->file);
        point(diagnosis, finding, environment->init, key);
    }
    free(key);
}

static void check_rejected(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    struct finding *finding;

    if (environment->rejected == NULL || has_found(diagnosis, "section"))
        return;
    finding =
        add(diagnosis, name, SEVERITY_BROKEN,
            text_format("OpenSSL rejects the configuration (%s) and stops there, without a "
                        "word to programs.",
                        environment->rejected),
            text_format("Correct what it names: a section that is not there, or a key that is not "
                        "known in its section."));
    finding->file = copy(environment->file);
    point_to_rejected(diagnosis, finding);
}

/* The provider's section. */

static void check_activate(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    struct finding *finding;

    if (is_active(diagnosis) || !environment->section_exists || environment->activate != NULL)
        return;
    finding = add(diagnosis, name, SEVERITY_FAULT,
                  text_format("The section [%s] has no line \"activate = 1\", so OpenSSL knows "
                              "fastsha2, but does not load it.",
                              environment->section),
                  text_format("Add there: activate = 1"));
    point(diagnosis, finding, environment->section, "activate");
}

static bool is_off(const char *value)
{
    static const char *const off[] = {"0", "no", "false", "off"};

    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        if (strcasecmp(value, off[i]) == 0)
            return true;
    return false;
}

static bool is_on(const char *value)
{
    static const char *const on[] = {"1", "yes", "true", "on"};

    for (size_t i = 0; i < sizeof on / sizeof on[0]; i++)
        if (strcasecmp(value, on[i]) == 0)
            return true;
    return false;
}

/* OpenSSL before 3.3 activates whatever the value is. */
static bool reads_activate(void)
{
    return OPENSSL_version_major() > 3 || OPENSSL_version_minor() >= 3;
}

static void check_activate_off(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    const char *value = environment->activate;
    struct finding *finding;

    if (value == NULL || is_on(value) || (is_active(diagnosis) && reads_activate()))
        return;
    if (!reads_activate())
        finding = add(diagnosis, name, SEVERITY_NOTE,
                      text_format("The section [%s] has \"activate = %s\". This OpenSSL takes that "
                                  "for yes; versions from 3.3 on do not.",
                                  environment->section, value),
                      text_format("Write activate = 1, or take the line out to switch fastsha2 "
                                  "off."));
    else
        finding = add(diagnosis, name, SEVERITY_FAULT,
                      text_format("The section [%s] has \"activate = %s\", which %s.",
                                  environment->section, value,
                                  is_off(value) ? "switches fastsha2 off"
                                                : "is neither yes nor no to this OpenSSL"),
                      text_format("Write: activate = 1"));
    point(diagnosis, finding, environment->section, "activate");
}

static void check_module(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    const struct module *module = &diagnosis->module;
    const char *key = environment->module != NULL ? "module" : NULL;
    char *problem = NULL, *remedy;

    if (!diagnosis->module_examined || module->state == MODULE_USABLE)
        return;
    remedy =
        text_format("Name the module that was installed for this OpenSSL, or install it there.");
    switch (module->state) {
    case MODULE_USABLE:
    case MODULE_MISSING:
        problem = text_format("The module %s does not exist.%s", module->path,
                              environment->modules_named && environment->module == NULL
                                  ? " OPENSSL_MODULES names that folder."
                                  : "");
        if (environment->module != NULL && module->with_suffix) {
            free(remedy);
            remedy = text_format("Write the file's whole name, %s%s: OpenSSL adds nothing to it.",
                                 environment->module, MODULE_SUFFIX);
        }
        break;
    case MODULE_UNREADABLE:
        problem = text_format("The module %s cannot be read (%s).", module->path, module->detail);
        free(remedy);
        remedy = text_format("Make the file and the folders above it readable to everybody.");
        break;
    case MODULE_NOT_ELF:
        problem = text_format("%s is not a module, but %s.", module->path, module->detail);
        break;
    case MODULE_OTHER_MACHINE:
        problem = text_format("The module %s is built for another machine: %s.", module->path,
                              module->detail);
        break;
    }
    point(diagnosis, add(diagnosis, name, SEVERITY_FAULT, problem, remedy), environment->section,
          key);
}

/* A value that the provider refuses. Its message names the key. */
static void check_backend(struct diagnosis *diagnosis, const char *name)
{
    static const char *const keys[] = {"sha256-backend", "sha512-backend"};
    const char *error = diagnosis->module_examined ? diagnosis->module.load_error : NULL;

    if (error == NULL || diagnosis->module.state != MODULE_USABLE)
        return;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *message = strstr(error, keys[i]);
        if (message == NULL)
            continue;
        const char *end = strstr(message, TEXT_BETWEEN_ERRORS);
        size_t size = end == NULL ? strlen(message) : (size_t)(end - message);
        point(diagnosis,
              add(diagnosis, name, SEVERITY_FAULT,
                  text_format("fastsha2 refuses its configuration: %.*s.", (int)size, message),
                  text_format("Correct the list, or take the line out: the fastest back end is "
                              "chosen then.")),
              diagnosis->environment.section, keys[i]);
        return;
    }
}

static void check_load(struct diagnosis *diagnosis, const char *name)
{
    const struct module *module = &diagnosis->module;

    if (!diagnosis->module_examined || module->load_error == NULL ||
        module->state != MODULE_USABLE || has_found(diagnosis, "backend"))
        return;
    point(diagnosis,
          add(diagnosis, name, SEVERITY_FAULT,
              text_format("OpenSSL cannot load %s: %s.", module->path, module->load_error),
              text_format("Install the module anew for this system.")),
          diagnosis->environment.section, NULL);
}

/* The other providers, and the preference. */

static void check_default(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    const char *standard = environment->standard;
    struct finding *finding;
    char *remedy;

    if (diagnosis->active.standard || diagnosis->ciphers || diagnosis->active.count == 0)
        return;
    remedy =
        standard == NULL
            ? text_format("Add to the list of providers: default = default_sect, and a section "
                          "[default_sect] with: activate = 1")
            : text_format("Add to the section [%s]: activate = 1", standard);
    finding = add(diagnosis, name, SEVERITY_BROKEN,
                  text_format("The provider default is not active: to activate any provider in the "
                              "file switches off the one that is otherwise there. Random numbers, "
                              "ciphers and TLS, and whatever else fastsha2 does not have, are "
                              "missing."),
                  remedy);
    if (standard != NULL && NCONF_get_section(environment->conf, standard) != NULL)
        point(diagnosis, finding, standard, "activate");
    else if (environment->providers != NULL)
        point(diagnosis, finding, environment->providers, "default");
}

static void check_mandatory(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;

    if (preference_of(environment->properties) != PREFERENCE_MANDATORY)
        return;
    point(diagnosis,
          add(diagnosis, name, diagnosis->random ? SEVERITY_FAULT : SEVERITY_BROKEN,
              text_format("default_properties = %s demands that provider of everything, as there "
                          "is no question mark before it%s.",
                          environment->properties,
                          diagnosis->random ? "" : ": nobody may give random numbers any more"),
              text_format("Write: default_properties = ?provider=fastsha2")),
          environment->algorithms, "default_properties");
}

static void check_preference(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    enum preference preference = preference_of(environment->properties);

    if (preference != PREFERENCE_OTHER && preference != PREFERENCE_DEMAND)
        return;
    point(diagnosis,
          add(diagnosis, name, SEVERITY_FAULT,
              text_format("default_properties = %s %s.", environment->properties,
                          preference == PREFERENCE_DEMAND
                              ? "demands a property that fastsha2 does not have"
                              : "does not prefer fastsha2, which it would have to spell "
                                "?provider=fastsha2; a name that no provider has is no error to "
                                "OpenSSL"),
              text_format("Write: default_properties = ?provider=fastsha2")),
          environment->algorithms, "default_properties");
}

static void check_order(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;
    struct finding *finding;
    bool sorted = diagnosis->first != NULL && diagnosis->later != NULL &&
                  strcmp(diagnosis->first, diagnosis->later) != 0;

    if (!is_active(diagnosis) || environment->conf == NULL || environment->rejected != NULL ||
        preference_of(environment->properties) != PREFERENCE_ABSENT)
        return;
    finding = add(
        diagnosis, name, SEVERITY_FAULT,
        sorted ? text_format("No preference is configured, so the order of the providers decides, "
                             "which is not dependable: SHA-256 is served by %s, and by %s "
                             "once a program has called OSSL_PROVIDER_available.",
                             diagnosis->first, diagnosis->later)
               : text_format("No preference is configured, so the order of the providers decides, "
                             "which is not dependable: OpenSSL promises none."),
        environment->algorithms == NULL
            ? text_format("Add to the section that openssl_conf names: alg_section = "
                          "evp_properties, and a section [evp_properties] with: default_properties "
                          "= ?provider=fastsha2")
            : text_format("Add there: default_properties = ?provider=fastsha2"));
    if (environment->algorithms != NULL)
        point(diagnosis, finding, environment->algorithms, "default_properties");
    else if (environment->init != NULL)
        point(diagnosis, finding, environment->init, "alg_section");
}

static void check_node(struct diagnosis *diagnosis, const char *name)
{
    const struct environment *environment = &diagnosis->environment;

    if (environment->init == NULL || environment->entry == NULL ||
        (environment->node != NULL && strcmp(environment->node, environment->init) == 0))
        return;
    point(diagnosis,
          add(diagnosis, name, SEVERITY_NOTE,
              environment->node == NULL
                  ? text_format("The file has no nodejs_conf, which Node.js reads in place of "
                                "openssl_conf: Node.js does not get fastsha2.")
                  : text_format("nodejs_conf, which Node.js reads in place of openssl_conf, names "
                                "the section [%s]: Node.js does not get what [%s] configures.",
                                environment->node, environment->init),
              text_format("Write beside openssl_conf: nodejs_conf = %s", environment->init)),
          "default", environment->node == NULL ? "openssl_conf" : "nodejs_conf");
}

/* The outcome. */

static void check_answers(struct diagnosis *diagnosis, const char *name)
{
    for (size_t i = 0; i < SERVICES; i++) {
        const struct served *served = &diagnosis->served[i];
        if (served->answer == ANSWER_WRONG)
            add(diagnosis, name, SEVERITY_BROKEN,
                text_format("The result of %s is wrong.", served->service->name),
                text_format("Switch fastsha2 off with fastsha2-disable. If the result is right "
                            "then, report this with the output of fastsha2-doctor."));
    }
}

/* OpenSSL 3.0 has SHA-256/192 from nobody but us. */
static void check_missing(struct diagnosis *diagnosis, const char *name)
{
    if (has_found(diagnosis, "mandatory") || has_found(diagnosis, "default"))
        return;
    for (size_t i = 0; i < SERVICES; i++) {
        const struct served *served = &diagnosis->served[i];
        if (served_by_nobody(served) && strcmp(served->service->name, "SHA2-256/192") != 0)
            add(diagnosis, name, SEVERITY_BROKEN,
                text_format("%s is to be had from no provider.", served->service->name),
                text_format("Activate the provider default."));
    }
    if (!diagnosis->random)
        add(diagnosis, name, SEVERITY_BROKEN,
            text_format("Random numbers are to be had from no provider."),
            text_format("Activate the provider default."));
}

/* All is as it should be, but for the result. */
static void check_unexplained(struct diagnosis *diagnosis, const char *name)
{
    for (size_t i = 0; i < diagnosis->nfindings; i++)
        if (diagnosis->findings[i].severity != SEVERITY_NOTE)
            return;
    for (size_t i = 0; i < SERVICES; i++)
        if (!served_by_us(&diagnosis->served[i])) {
            add(diagnosis, name, SEVERITY_FAULT,
                text_format("%s is not served by fastsha2, and this program does not see why.",
                            diagnosis->served[i].service->name),
                text_format("Please report it with the output of fastsha2-doctor --json."));
            return;
        }
}

static const struct trap traps[] = {
    {"library", check_library},
    {"command", check_command},
    {"file", check_file},
    {"syntax", check_syntax},
    {"include", check_includes},
    {"not-mentioned", check_mentioned},
    {"not-reached", check_reached},
    {"overridden", check_overridden},
    {"section", check_section},
    {"rejected", check_rejected},
    {"activate", check_activate},
    {"activate-off", check_activate_off},
    {"module", check_module},
    {"backend", check_backend},
    {"load", check_load},
    {"default", check_default},
    {"mandatory", check_mandatory},
    {"preference", check_preference},
    {"order", check_order},
    {"node", check_node},
    {"answer", check_answers},
    {"missing", check_missing},
    {"unexplained", check_unexplained},
};

void traps_check(struct diagnosis *diagnosis)
{
    for (size_t i = 0; i < sizeof traps / sizeof traps[0]; i++)
        traps[i].check(diagnosis, traps[i].name);
}
