#include "store.h"

#include <string.h>

#include "crc.h"
#include "eeprom.h"

/* Layout of a slot: a packed record, its CRC, two marks. All numbers little-endian. */
#define RECORD 30
#define SLOT (RECORD + 2 + 2)
#define ACKNOWLEDGED (RECORD + 2)
#define COCKED (RECORD + 3)
/* Behind the slots: the starts in turn, then who it is (twice, as one may be half written). */
#define BOOTS_AT (SLOTS * SLOT)
#define BOOTS 8
#define RIG_AT (BOOTS_AT + 4 * BOOTS)

_Static_assert(RIG_AT + 8 <= EEPROM_BYTES, "the memory is too small");

store_t store;
static uint32_t unacknowledged; /* a bit a slot */
static uint8_t next_boot_cell;

static uint16_t slot_of(uint32_t number)
{
    return (uint16_t)(number % SLOTS) * SLOT;
}

/* The marks' values: none is that of an erased cell, and no two shots that follow each other in a slot share one. */
static uint8_t mark(uint32_t number, uint8_t key)
{
    uint8_t value = (uint8_t)number ^ key;
    return value == 0xFF ? 0 : value;
}

static uint8_t acknowledged_mark(uint32_t number)
{
    return mark(number, 0x5A);
}

static uint8_t cocked_mark(uint32_t number)
{
    return mark(number, 0xC3);
}

static uint8_t *put(uint8_t *at, uint32_t value, uint8_t bytes)
{
    for (; bytes--; value >>= 8)
        *at++ = (uint8_t)value;
    return at;
}

static uint32_t take(const uint8_t **at, uint8_t bytes)
{
    uint32_t value = 0;
    for (uint8_t i = 0; i < bytes; i++)
        value |= (uint32_t)*(*at)++ << 8 * i;
    return value;
}

static void pack(const shot_t *shot, uint8_t bytes[RECORD + 2])
{
    uint8_t *at = put(bytes, shot->number, 4);
    at = put(at, shot->boot, 2);
    at = put(at, shot->uptime_s, 4);
    at = put(at, shot->release_us, 4);
    at = put(at, shot->cocked_ms, 4);
    for (uint8_t i = 0; i < 3; i++)
        at = put(at, shot->sensors[i], 3);
    at = put(at, shot->flags, 1);
    at = put(at, shot->lost, 2);
    put(at, crc_of(bytes, RECORD), 2);
}

/* The record in a slot; false if there is none whose CRC holds and whose number belongs there. */
static bool read_slot(uint8_t slot, shot_t *shot)
{
    uint8_t bytes[RECORD + 2];
    const uint8_t *at = bytes;
    for (uint8_t i = 0; i < sizeof bytes; i++)
        bytes[i] = eeprom_get((uint16_t)slot * SLOT + i);
    shot->number = take(&at, 4);
    shot->boot = (uint16_t)take(&at, 2);
    shot->uptime_s = take(&at, 4);
    shot->release_us = take(&at, 4);
    shot->cocked_ms = take(&at, 4);
    for (uint8_t i = 0; i < 3; i++)
        shot->sensors[i] = take(&at, 3);
    shot->flags = (uint8_t)take(&at, 1);
    shot->lost = (uint16_t)take(&at, 2);
    return take(&at, 2) == crc_of(bytes, RECORD) && shot->number && shot->number % SLOTS == slot;
}

/* A number of two bytes with its CRC behind it; 0 if the CRC does not hold. */
static uint16_t read_cell(uint16_t address)
{
    uint8_t bytes[4];
    for (uint8_t i = 0; i < 4; i++)
        bytes[i] = eeprom_get(address + i);
    uint16_t crc = crc_of(bytes, 2);
    return bytes[2] == (uint8_t)crc && bytes[3] == (uint8_t)(crc >> 8) ? (uint16_t)(bytes[0] | bytes[1] << 8) : 0;
}

static void write_cell(uint16_t address, uint16_t value)
{
    uint8_t bytes[4];
    put(bytes, value, 2);
    put(bytes + 2, crc_of(bytes, 2), 2);
    eeprom_put(address, bytes, 4);
}

static void open_shots(void)
{
    shot_t shot;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        if (!read_slot(slot, &shot))
            continue;
        if (eeprom_get((uint16_t)slot * SLOT + ACKNOWLEDGED) != acknowledged_mark(shot.number))
            unacknowledged |= 1UL << slot;
        if (shot.number > store.shots) {
            store.shots = shot.number;
            store.lost = shot.lost;
        }
    }
}

static void count_boot(void)
{
    for (uint8_t cell = 0; cell < BOOTS; cell++) {
        uint16_t boot = read_cell(BOOTS_AT + 4 * cell);
        if (boot && (!store.boot || (int16_t)(boot - store.boot) > 0)) { /* after 65535 comes 1 */
            store.boot = boot;
            next_boot_cell = (cell + 1) % BOOTS;
        }
    }
    if (!++store.boot)
        store.boot = 1;
    write_cell(BOOTS_AT + 4 * next_boot_cell, store.boot);
}

static void open_rig(uint16_t fresh_rig)
{
    store.rig = read_cell(RIG_AT);
    if (!store.rig)
        store.rig = read_cell(RIG_AT + 4);
    if (!store.rig)
        store.rig = fresh_rig ? fresh_rig : 1;
    write_cell(RIG_AT, store.rig);
    write_cell(RIG_AT + 4, store.rig);
}

void store_open(uint16_t fresh_rig)
{
    memset(&store, 0, sizeof store);
    unacknowledged = 0;
    next_boot_cell = 0;
    open_shots();
    count_boot();
    open_rig(fresh_rig);
}

void store_mark_cocked(void)
{
    uint8_t cocked = cocked_mark(store.shots + 1);
    eeprom_put(slot_of(store.shots + 1) + COCKED, &cocked, 1);
}

bool store_was_cocked(void)
{
    return eeprom_get(slot_of(store.shots + 1) + COCKED) == cocked_mark(store.shots + 1);
}

bool store_add(shot_t *shot)
{
    uint8_t bytes[RECORD + 2];
    uint32_t bit = 1UL << ((store.shots + 1) % SLOTS);
    shot->number = store.shots + 1;
    shot->boot = store.boot;
    shot->lost = store.lost;
    if ((unacknowledged & bit) && shot->lost < 0xFFFF)
        shot->lost++;
    pack(shot, bytes);
    if (!eeprom_put(slot_of(shot->number), bytes, sizeof bytes))
        return false;
    store.shots = shot->number;
    store.lost = shot->lost;
    unacknowledged |= bit;
    return true;
}

bool store_written(void)
{
    return eeprom_idle();
}

uint8_t store_pending(void)
{
    uint8_t count = 0;
    for (uint32_t bits = unacknowledged; bits; bits &= bits - 1)
        count++;
    return count;
}

bool store_next_pending(uint32_t from, shot_t *shot)
{
    uint32_t oldest = store.shots >= SLOTS ? store.shots - SLOTS + 1 : 1;
    for (uint32_t number = from > oldest ? from : oldest; number <= store.shots; number++) {
        uint8_t slot = (uint8_t)(number % SLOTS);
        if ((unacknowledged & 1UL << slot) && read_slot(slot, shot) && shot->number == number)
            return true;
    }
    return false;
}

void store_acknowledge(uint32_t number)
{
    uint32_t bit = 1UL << (number % SLOTS);
    uint8_t acknowledged = acknowledged_mark(number);
    if (number > store.shots || number + SLOTS <= store.shots || !(unacknowledged & bit))
        return;
    if (eeprom_put(slot_of(number) + ACKNOWLEDGED, &acknowledged, 1)) /* else the host says it again */
        unacknowledged &= ~bit;
}
