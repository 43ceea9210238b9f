#include "lever.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"
#include "gates.h"

/* What this interrupt is late by on average, in ticks: measured (benchmarks/rig_firmware.py). */
#define LATE 7

static volatile bool cocked; /* settled */
static volatile bool moving;
static volatile stamp_t began;
static volatile uint16_t last_edge_ms;

static bool closed(void)
{
    return !(PIND & _BV(LEVER_PIN));
}

/* The first edge of a change; interrupts are off. The later ones are only looked for in the interrupt's flag: a switch that
 * trembles must not keep the chip from everything else. */
static void begin(stamp_t at)
{
    EIMSK = 0;
    moving = true;
    *(stamp_t *)&began = at;
    if (cocked)
        gates_arm();
}

ISR(INT0_vect)
{
    stamp_t at = clock_extend(TCNT1);
    at.high -= at.low < LATE;
    at.low -= LATE;
    last_edge_ms = clock_ms16();
    begin(at);
}

void lever_init(void)
{
    PORTD |= _BV(LEVER_PIN);
    for (uint8_t steady_ms = 0; steady_ms < LEVER_STEADY_MS; steady_ms++) {
        _delay_ms(1);
        if (closed() != cocked) {
            cocked = !cocked;
            steady_ms = 0;
        }
    }
    EICRA = _BV(ISC00); /* any edge */
    EIFR = _BV(INTF0);
    EIMSK = _BV(INT0);
}

bool lever_cocked(void)
{
    return cocked;
}

lever_change_t lever_poll(stamp_t *at)
{
    lever_change_t change = LEVER_STILL;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (!moving && !(EIFR & _BV(INTF0)) && closed() != cocked) { /* an edge of which no interrupt told */
            last_edge_ms = clock_ms16();
            begin(clock_now());
        }
        if (moving && (EIFR & _BV(INTF0))) {
            EIFR = _BV(INTF0);
            last_edge_ms = clock_ms16();
        }
        if (moving && (uint16_t)(clock_ms16() - last_edge_ms) >= LEVER_STEADY_MS) {
            bool now = closed();
            *at = *(stamp_t *)&began;
            moving = false;
            if (cocked && now) {
                gates_t gates = gates_now();
                if (gates.seen[GATE1] || gates.seen[GATE2]) {
                    now = false;
                    moving = true; /* and closed since: found as a new cocking */
                    *(stamp_t *)&began = clock_now();
                } else {
                    gates_rest();
                }
            }
            if (now != cocked)
                change = now ? LEVER_COCKED : LEVER_RELEASED;
            cocked = now;
            EIMSK = moving ? 0 : _BV(INT0);
        }
    }
    return change;
}
