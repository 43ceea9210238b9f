#include "watch.h"

#include <avr/io.h>

#include "board.h"
#include "clock.h"
#include "gates.h"
#include "session.h"
#include "shots.h"
#include "store.h"

#define LONGEST_MS 86400000UL

typedef struct {
    const char *word;
    uint32_t since_ms, said_ms;
    bool on, said;
} lasting_t;

static lasting_t dark[2] = {{.word = "GATE1"}, {.word = "GATE2"}};
static lasting_t trembling[2] = {{.word = "TREMBLE1"}, {.word = "TREMBLE2"}};
static bool cocked_said;
static uint32_t cocked_said_ms;

static uint32_t at_most_a_day(uint32_t ms)
{
    return ms < LONGEST_MS ? ms : LONGEST_MS;
}

static void watch(lasting_t *it, bool on, uint32_t now)
{
    if (on && !it->on)
        it->since_ms = now;
    it->on = on;
    if (!on) {
        if (it->said)
            session_warn(it->word, 0);
        it->said = false;
    } else if (it->said ? now - it->said_ms >= WARN_AGAIN_MS : now - it->since_ms > GATE_STUCK_MS) {
        session_warn(it->word, at_most_a_day(now - it->since_ms));
        it->said = true;
        it->said_ms = now;
    }
}

static bool watch_gates(uint32_t now)
{
    bool any = false;
    for (uint8_t gate = 0; gate < 2; gate++) {
        bool trembles = gate_trembles(gate);
        watch(&trembling[gate], trembles, now);
        watch(&dark[gate], !trembles && gate_dark(gate), now);
        any |= trembling[gate].on || dark[gate].on;
    }
    return any;
}

static bool cocked_too_long(void)
{
    return session_limit_s() && shots_cocked_ms() >= 1000UL * session_limit_s();
}

static void watch_cocked(uint32_t now)
{
    if (!cocked_too_long()) {
        cocked_said = false;
    } else if (!cocked_said || now - cocked_said_ms >= WARN_AGAIN_MS) {
        session_warn("COCKED", at_most_a_day(shots_cocked_ms()));
        cocked_said = true;
        cocked_said_ms = now;
    }
}

static void light(volatile uint8_t *port, uint8_t pin, bool on)
{
    if (on)
        *port |= _BV(pin);
    else
        *port &= ~_BV(pin);
}

void watch_init(void)
{
    DDRB |= _BV(STATE_LAMP);
    DDRD |= _BV(COCKED_LAMP);
}

void watch_poll(void)
{
    uint32_t now = clock_ms();
    bool gates_wrong = watch_gates(now);
    watch_cocked(now);
    bool blink = now & 0x80;
    light(&PORTD, COCKED_LAMP, lever_cocked() && (!cocked_too_long() || blink));
    light(&PORTB, STATE_LAMP, gates_wrong ? blink : store_pending() ? true : (now & 0x7FF) < 0x40);
}
