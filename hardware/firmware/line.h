/* Building a line the rig says: $1 SEQUENCE KIND words*CRC. No hardware. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_MOST 128

typedef struct {
    char text[LINE_MOST + 1];
    uint8_t length;
    uint16_t crc;
    uint16_t check;
} line_t;

void line_begin(line_t *line, uint8_t sequence, const char *kind);
void line_word(line_t *line, const char *word);
void line_number(line_t *line, uint32_t number);
void line_none(line_t *line);
void line_check(line_t *line); /* the second check over the body so far, as a word */
void line_end(line_t *line);   /* the first check and the line feed; then `text` has `length` characters */

#endif
