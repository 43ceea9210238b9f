#include "lever.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"
#include "gates.h"

static volatile bool cocked; /* settled */
static volatile bool moving;
static volatile stamp_t began;
static volatile uint16_t last_edge_ms;

static bool closed(void)
{
    return !(PIND & _BV(LEVER_PIN));
}

ISR(INT0_vect)
{
    uint16_t low = TCNT1;
    last_edge_ms = clock_ms16();
    if (moving)
        return;
    moving = true;
    *(stamp_t *)&began = clock_extend(low);
    if (cocked)
        gates_arm();
}

void lever_init(void)
{
    PORTD |= _BV(LEVER_PIN);
    for (volatile uint8_t charge = 0; charge < 255; charge++) /* the pull-up lifts a cable */
        ;
    cocked = closed();
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
        }
    }
    return change;
}
