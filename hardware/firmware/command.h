/* Reading what the host says, a byte at a time. No hardware, no state but the reader's. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#define COMMAND_MOST 64 /* from $ to the line feed */
#define RIG_SIZE 13     /* a rig id and its end */

typedef enum {
    NOTHING_YET,
    ASK_HELLO,
    ACKNOWLEDGE,
    ASK_CLOCK,
    SET_LIMIT,
    /* What it could not take, the words of ERR. */
    BAD_CRC,
    BAD_CHECK,
    BAD_FORM,
    BAD_KIND,
    BAD_LONG,
    BAD_VERSION
} command_kind_t;

typedef struct {
    command_kind_t kind;
    bool has_sequence;
    uint8_t sequence;
    uint32_t number;   /* ACKNOWLEDGE: of the shot; ASK_CLOCK: the nonce; SET_LIMIT: seconds */
    char rig[RIG_SIZE]; /* ACKNOWLEDGE */
} command_t;

typedef struct {
    char text[COMMAND_MOST]; /* what follows $ */
    uint8_t length;
    bool inside;
} reader_t;

/* Take a byte; return what the line it ends means, else NOTHING_YET in `kind`. A reader of zeros is a new one. */
command_t reader_take(reader_t *reader, char byte);
const char *reason_word(command_kind_t kind);

#endif
