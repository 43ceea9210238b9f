#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

/* Tests start it shortly before a wrap. */
#ifndef CLOCK_START
#define CLOCK_START 0
#endif

static volatile uint32_t overflows = CLOCK_START;
static volatile uint32_t ms;

ISR(TIMER1_OVF_vect)
{
    overflows++;
}

ISR(TIMER0_COMPA_vect)
{
    ms++;
}

void clock_init(void)
{
    TCCR1B = _BV(CS11); /* 16 MHz / 8 */
    TIMSK1 = _BV(TOIE1);
    TCCR0A = _BV(WGM01);
    OCR0A = 249;
    TCCR0B = _BV(CS01) | _BV(CS00); /* 16 MHz / 64 / 250 */
    TIMSK0 = _BV(OCIE0A);
}

stamp_t clock_extend(uint16_t low)
{
    stamp_t at = {overflows, low};
    /* An overflow not yet counted belongs to this reading if the reading is from just after it. */
    if ((TIFR1 & _BV(TOV1)) && low < 0x8000)
        at.high++;
    return at;
}

stamp_t clock_now(void)
{
    stamp_t at;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        at = clock_extend(TCNT1);
    }
    return at;
}

uint32_t clock_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        now = ms;
    }
    return now;
}

uint16_t clock_ms16(void)
{
    uint16_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        now = (uint16_t)ms;
    }
    return now;
}
