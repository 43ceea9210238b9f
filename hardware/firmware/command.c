#include "command.h"

#include <string.h>

#include "crc.h"

#define WORDS_MOST 7

/* Four upper-case hex digits; false if they are none. */
static bool hex_value(const char *digits, uint16_t *value)
{
    *value = 0;
    for (uint8_t i = 0; i < 4; i++) {
        char c = digits[i];
        if (c >= '0' && c <= '9')
            c = (char)(c - '0');
        else if (c >= 'A' && c <= 'F')
            c = (char)(c - 'A' + 10);
        else
            return false;
        *value = (uint16_t)(*value << 4) | (uint8_t)c;
    }
    return true;
}

/* A decimal number in its one spelling, at most `most`. */
static bool decimal(const char *word, uint32_t most, uint32_t *value)
{
    if (!*word || (word[0] == '0' && word[1]))
        return false;
    *value = 0;
    for (; *word; word++) {
        if (*word < '0' || *word > '9')
            return false;
        uint8_t digit = (uint8_t)(*word - '0');
        if (*value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return true;
}

/* Whether a body is words of printable characters without $ and *, one space between. */
static bool well_formed(const char *body, uint8_t length)
{
    char before = ' ';
    for (uint8_t i = 0; i < length; before = body[i++])
        if (body[i] < ' ' || body[i] > '~' || body[i] == '*' || body[i] == '$' || (body[i] == ' ' && before == ' '))
            return false;
    return length && before != ' ';
}

/* Cut a well formed body at its spaces; what is beyond the last place stays in one piece. */
static uint8_t split(char *body, char *words[WORDS_MOST])
{
    uint8_t count = 0;
    for (char *at = body; at && count < WORDS_MOST; count++) {
        words[count] = at;
        at = strchr(at, ' ');
        if (at)
            *at++ = 0;
    }
    return count;
}

static bool rig_id(const char *word)
{
    if (*word == '-' || strlen(word) >= RIG_SIZE)
        return false;
    for (; *word; word++)
        if (!((*word >= 'A' && *word <= 'Z') || (*word >= '0' && *word <= '9') || *word == '-'))
            return false;
    return true;
}

static command_kind_t acknowledgement(command_t *command, char *words[WORDS_MOST], uint8_t count, uint16_t check)
{
    uint16_t given;
    if (count != 6)
        return BAD_FORM;
    if (strlen(words[5]) != 4 || !hex_value(words[5], &given) || given != check)
        return BAD_CHECK;
    if (!rig_id(words[3]) || !decimal(words[4], 0xFFFFFFFF, &command->number) || !command->number)
        return BAD_FORM;
    strcpy(command->rig, words[3]);
    return ACKNOWLEDGE;
}

static command_kind_t understand(command_t *command, char *body, uint8_t length)
{
    uint16_t check = CHECK_START;
    for (uint8_t i = 0; i + 5 < length; i++) /* as ACK wants it: up to before the space before its last word */
        check = check_add(check, (uint8_t)body[i]);
    char *words[WORDS_MOST];
    uint8_t count = split(body, words);
    uint32_t sequence;
    if (strcmp(words[0], "1"))
        return BAD_VERSION;
    if (count < 3 || !decimal(words[1], 255, &sequence))
        return BAD_FORM;
    command->has_sequence = true;
    command->sequence = (uint8_t)sequence;
    if (!strcmp(words[2], "HELLO?"))
        return count == 3 ? ASK_HELLO : BAD_FORM;
    if (!strcmp(words[2], "CLOCK?"))
        return count == 4 && decimal(words[3], 65535, &command->number) ? ASK_CLOCK : BAD_FORM;
    if (!strcmp(words[2], "LIMIT"))
        return count == 4 && decimal(words[3], 3600, &command->number) ? SET_LIMIT : BAD_FORM;
    return strcmp(words[2], "ACK") ? BAD_KIND : acknowledgement(command, words, count, check);
}

/* The line between $ and line feed, BODY*HHHH. */
static command_kind_t judge(command_t *command, char *text, uint8_t length)
{
    uint16_t crc;
    if (length && text[length - 1] == '\r')
        length--;
    if (length < 6 || text[length - 5] != '*' || !hex_value(text + length - 4, &crc) || !well_formed(text, length - 5))
        return BAD_FORM;
    length -= 5;
    if (crc_of((uint8_t *)text, length) != crc)
        return BAD_CRC;
    text[length] = 0;
    return understand(command, text, length);
}

command_t reader_take(reader_t *reader, char byte)
{
    command_t command = {.kind = NOTHING_YET};
    if (byte == '$') {
        if (reader->inside)
            command.kind = BAD_FORM; /* cut off by this one */
        reader->inside = true;
        reader->length = 0;
    } else if (!reader->inside) {
        ;
    } else if (byte == '\n') {
        reader->inside = false;
        command.kind = judge(&command, reader->text, reader->length);
    } else if (reader->length == COMMAND_MOST - 2) { /* $ and the line feed count, too */
        reader->inside = false;
        command.kind = BAD_LONG;
    } else {
        reader->text[reader->length++] = byte;
    }
    return command;
}

const char *reason_word(command_kind_t kind)
{
    static const char words[][8] = {"CRC", "CHECK", "FORM", "KIND", "LONG", "VERSION"};
    return words[kind - BAD_CRC];
}
