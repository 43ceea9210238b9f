#include "session.h"

#include <string.h>

#include "board.h"
#include "clock.h"
#include "command.h"
#include "gates.h"
#include "line.h"
#include "store.h"
#include "uart.h"

#define SHOT_LINES_MS 200 /* at most one in so long */
#define FIRST_AGAIN_MS 1000
#define LATER_AGAIN_MS 5000
#define REFUSALS_MS 1000

static line_t line;
static reader_t reader;
static uint8_t sequence;
static char rig[RIG_SIZE];
static uint16_t limit_s = COCKED_LIMIT_S;

static uint32_t sent_up_to;   /* highest shot said since the start; those from before it count as said */
static bool in_round;         /* saying all pending shots, oldest first, from `cursor` */
static uint32_t cursor;
static uint32_t round_at_ms;
static uint32_t last_shot_line_ms, last_refusal_ms;

static void begin(const char *kind)
{
    line_begin(&line, sequence++, kind);
    line_word(&line, rig);
}

static bool end(void)
{
    line_end(&line);
    return uart_send(line.text, line.length);
}

static void optional(uint32_t value, uint32_t absent)
{
    if (value == absent)
        line_none(&line);
    else
        line_number(&line, value);
}

static void say_hello(void)
{
    begin("HELLO");
    line_word(&line, FIRMWARE);
    line_number(&line, store.boot);
    line_number(&line, store.shots);
    line_number(&line, store_pending());
    line_number(&line, store.lost);
    line_number(&line, limit_s);
    line_word(&line, gates_have_plate() ? "12P" : "12");
    line_word(&line, lever_cocked() ? "COCKED" : "RELEASED");
    end();
}

static void say_clock(uint32_t nonce)
{
    stamp_t now = clock_now();
    begin("CLOCK");
    line_number(&line, nonce);
    line_number(&line, store.boot);
    line_number(&line, stamp_seconds(now));
    line_number(&line, stamp_us(now));
    end();
}

static void say_flags(const shot_t *shot, bool again)
{
    static const char letters[] = "DGHMP"; /* in the order of enum shot_flag's bits */
    char word[sizeof letters + 1];
    uint8_t length = 0;
    for (uint8_t i = 0; i < sizeof letters - 1; i++)
        if (shot->flags & 1 << i)
            word[length++] = letters[i];
    if (again)
        word[length++] = 'R';
    if (!length)
        word[length++] = '-';
    word[length] = 0;
    line_word(&line, word);
}

static bool say_shot(const shot_t *shot)
{
    begin("SHOT");
    line_number(&line, shot->number);
    line_number(&line, shot->boot);
    line_number(&line, shot->uptime_s);
    line_number(&line, shot->release_us);
    optional(shot->cocked_ms, ABSENT32);
    for (uint8_t i = 0; i < SENSORS; i++)
        optional(shot->sensors[i], ABSENT24);
    say_flags(shot, shot->number <= sent_up_to);
    line_check(&line);
    return end();
}

static void refuse(const command_t *command)
{
    if (clock_ms() - last_refusal_ms < REFUSALS_MS)
        return;
    last_refusal_ms = clock_ms();
    begin("ERR");
    line_word(&line, reason_word(command->kind));
    if (command->has_sequence)
        line_number(&line, command->sequence);
    else
        line_none(&line);
    end();
}

static void begin_round(void)
{
    in_round = true;
    cursor = 0;
}

static void obey(const command_t *command)
{
    switch (command->kind) {
    case NOTHING_YET:
        break;
    case ASK_HELLO:
        say_hello();
        begin_round();
        break;
    case ACKNOWLEDGE:
        if (!strcmp(command->rig, rig))
            store_acknowledge(command->number);
        break;
    case ASK_CLOCK:
        say_clock(command->number);
        break;
    case SET_LIMIT:
        limit_s = (uint16_t)command->number;
        say_hello();
        break;
    default:
        refuse(command);
    }
}

/* Say a new shot at once, pending ones after a second, then every five. */
static void say_shots(void)
{
    shot_t shot;
    uint32_t now = clock_ms();
    if (now - last_shot_line_ms < SHOT_LINES_MS || !store_written())
        return;
    if (in_round) {
        if (store_next_pending(cursor, &shot)) {
            if (!say_shot(&shot))
                return;
            last_shot_line_ms = now;
            cursor = shot.number + 1;
            if (shot.number > sent_up_to)
                sent_up_to = shot.number;
            return;
        }
        in_round = false;
        round_at_ms = now + LATER_AGAIN_MS;
    }
    if (store.shots > sent_up_to && store_next_pending(sent_up_to + 1, &shot) && say_shot(&shot)) {
        last_shot_line_ms = now;
        sent_up_to = shot.number;
        round_at_ms = now + FIRST_AGAIN_MS;
    } else if ((int32_t)(now - round_at_ms) >= 0) {
        if (store_pending())
            begin_round();
        round_at_ms = now + LATER_AGAIN_MS;
    }
}

void session_open(void)
{
    rig[0] = 'R';
    rig[1] = '-';
    for (uint8_t i = 0; i < 4; i++)
        rig[2 + i] = "0123456789ABCDEF"[store.rig >> (12 - 4 * i) & 15];
    sent_up_to = store.shots;
    last_refusal_ms = clock_ms() - REFUSALS_MS;
    last_shot_line_ms = clock_ms() - SHOT_LINES_MS;
    say_hello();
    begin_round();
}

void session_poll(void)
{
    char byte;
    command_t command = {.kind = NOTHING_YET};
    /* One line at a time: a host that asks without a pause must not keep the rig from its work. */
    while (command.kind == NOTHING_YET && uart_receive(&byte))
        command = reader_take(&reader, byte);
    obey(&command);
    say_shots();
}

void session_say_lever(lever_change_t change, stamp_t at)
{
    begin("LEVER");
    line_word(&line, change == LEVER_COCKED ? "COCKED" : "RELEASED");
    line_number(&line, stamp_us(at));
    end();
}

void session_warn(const char *what, uint32_t lasted_ms)
{
    begin("WARN");
    line_word(&line, what);
    line_number(&line, lasted_ms);
    line_number(&line, stamp_us(clock_now()));
    end();
}

uint16_t session_limit_s(void)
{
    return limit_s;
}
