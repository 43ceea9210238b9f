/* What survives the loss of power: who the rig is, how often it started, its last shots and which of them are acknowledged.
 *
 * Shot n lies in slot n % SLOTS, so every cell is written once in SLOTS shots (wear levelling: 100,000 writes a cell are
 * 2.8 million shots). There is no counter to tear: the last shot is the highest number among records whose CRC holds, and a
 * record is sent only when all of it is written. Two marks a slot are outside the record, each bound to the number it
 * belongs to, so that what an older shot left there means nothing: `acknowledged`, and `cocked`, set while the lever is
 * cocked for the shot that will lie there. Pure, but for eeprom.h.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stdint.h>

#define SLOTS 28
#define ABSENT24 0xFFFFFFUL
#define ABSENT32 0xFFFFFFFFUL

enum shot_flag { FLAG_DOUBLE = 1, FLAG_GATE1 = 2, FLAG_GATE2 = 4, FLAG_MISFIRE = 8, FLAG_POWER = 16 };

typedef struct {
    uint32_t number; /* from 1 */
    uint16_t boot;
    uint32_t uptime_s;
    uint32_t release_us;
    uint32_t cocked_ms;   /* or ABSENT32 */
    uint32_t sensors[3];  /* gate 1, gate 2, plate: half microseconds after the release, or ABSENT24 */
    uint8_t flags;
    uint16_t lost;        /* unacknowledged shots that had to make room, up to this one */
} shot_t;

typedef struct {
    uint16_t rig; /* four hex digits of the rig id */
    uint16_t boot;
    uint32_t shots; /* the last shot's number */
    uint16_t lost;
} store_t;

extern store_t store;

/* Read the memory, count the start. `fresh_rig` becomes the id if there is none yet. */
void store_open(uint16_t fresh_rig);
/* The marks of the next shot's cocking: set it; whether it was set before the start. */
void store_mark_cocked(void);
bool store_was_cocked(void);
/* Queue the next shot (number, boot and lost are filled in); false if the memory is too busy now. */
bool store_add(shot_t *shot);
bool store_written(void);
uint8_t store_pending(void);
/* The oldest unacknowledged shot with a number of at least `from`; false if there is none. */
bool store_next_pending(uint32_t from, shot_t *shot);
void store_acknowledge(uint32_t number);

#endif
