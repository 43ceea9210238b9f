#include "line.h"

#include "crc.h"

static void put(line_t *line, char character)
{
    /* Two characters more than the longest line of this rig has; a line cut short fails its check. */
    if (line->length < LINE_MOST)
        line->text[line->length++] = character;
}

static void put_body(line_t *line, char character)
{
    put(line, character);
    line->crc = crc_add(line->crc, (uint8_t)character);
    line->check = check_add(line->check, (uint8_t)character);
}

static void hex_digits(char digits[4], uint16_t number)
{
    for (uint8_t i = 4; i--; number >>= 4)
        digits[i] = "0123456789ABCDEF"[number & 15];
}

void line_begin(line_t *line, uint8_t sequence, const char *kind)
{
    line->length = 0;
    line->crc = CRC_START;
    line->check = CHECK_START;
    put(line, '$');
    put_body(line, '1');
    line_number(line, sequence);
    line_word(line, kind);
}

void line_word(line_t *line, const char *word)
{
    put_body(line, ' ');
    while (*word)
        put_body(line, *word++);
}

void line_number(line_t *line, uint32_t number)
{
    char digits[11];
    uint8_t first = 10;
    digits[10] = 0;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    line_word(line, digits + first);
}

void line_none(line_t *line)
{
    line_word(line, "-");
}

void line_check(line_t *line)
{
    char digits[5] = "";
    hex_digits(digits, line->check);
    line_word(line, digits);
}

void line_end(line_t *line)
{
    char digits[4];
    hex_digits(digits, line->crc);
    put(line, '*');
    for (uint8_t i = 0; i < 4; i++)
        put(line, digits[i]);
    put(line, '\n');
    line->text[line->length] = 0;
}
