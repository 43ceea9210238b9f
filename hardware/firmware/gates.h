/* The two light gates and the plate, all timed by Timer1's input capture.
 *
 * The analogue comparator looks at one of them at a time (its multiplexer) and hands its edges to the capture unit: both
 * gates meet the same threshold and the same path, so delays cancel and no interrupt's lateness enters a time. A pin change
 * interrupt watches both gates beside it: it counts their interruptions and knows a gate 2 that came without gate 1.
 */
#ifndef GATES_H
#define GATES_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"

enum { GATE1, GATE2, PLATE, SENSORS };
enum gates_stage { GATES_RESTING = SENSORS, GATES_DONE }; /* before these: the sensor that is waited for */

typedef struct {
    uint8_t stage;           /* a sensor, or gates_stage */
    bool seen[SENSORS];
    bool blocked[2];         /* already dark when the watch began, or trembling: it has no say in this one */
    uint8_t interruptions[2]; /* how often each gate went dark */
    stamp_t at[SENSORS];
} gates_t;

void gates_init(bool with_plate);
void gates_arm(void);           /* begin the watch; for interrupt routines */
void gates_rest(void);          /* end it */
void gates_skip(uint8_t stage); /* waited long enough for this one, if it is still waited for: the next */
gates_t gates_now(void);
void gates_poll(void);          /* now and then, at best every millisecond */
bool gate_dark(uint8_t gate);
bool gate_trembles(uint8_t gate); /* it goes dark and light all the time: light about at the threshold, lamps that flicker */
bool gates_have_plate(void);

#endif
