/* The rig's clock: Timer1 at half a microsecond a tick, extended to 48 bits; and a millisecond count for what can wait. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Half microseconds since the start; 48 bits, no wrap for years. */
typedef struct {
    uint32_t high; /* overflows of Timer1, 32.768 ms each */
    uint16_t low;
} stamp_t;

void clock_init(void);
stamp_t clock_now(void);
/* For interrupt routines: the whole of a reading of TCNT1 or ICR1 not older than 16 ms. */
stamp_t clock_extend(uint16_t low);
uint16_t clock_ms16(void); /* wraps after 65 s */
uint32_t clock_ms(void);

/* Pure. */
uint32_t stamp_us(stamp_t at);                  /* rig time of the protocol: wraps after 71.6 minutes */
uint32_t stamp_seconds(stamp_t at);             /* since the start */
uint32_t stamp_ticks(stamp_t from, stamp_t to); /* half microseconds, for spans under 35 minutes */
uint32_t stamp_ms_between(stamp_t from, stamp_t to); /* at most 86400000 */

#endif
