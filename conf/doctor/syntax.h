/* The parts that a line of a configuration file is made of, by config(5). */
#ifndef DOCTOR_SYNTAX_H
#define DOCTOR_SYNTAX_H

#include <stdbool.h>

char *syntax_skip_blanks(char *text);

/* Ends the text where the blanks at its end begin. */
void syntax_trim(char *text);

/* Ends the text where its comment begins. */
void syntax_cut_comment(char *text);

/* The first character that cannot be of the name of a section or a key; a backslash lets any be. A dollar
   sign can be of one if .pragma dollarid says so. */
char *syntax_end_of_name(char *text, bool dollars);

/* The same for the name of a variable, which has fewer characters to choose from, and no backslash. */
const char *syntax_end_of_variable(const char *text, bool dollars);

bool syntax_is_quote(char c);

#endif
