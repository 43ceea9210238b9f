#include "eeprom.h"

#include <avr/eeprom.h>
#include <avr/io.h>
#include <util/atomic.h>

#define QUEUE 64 /* a power of two */

static struct {
    uint16_t address;
    uint8_t byte;
} queue[QUEUE];
static uint8_t first, count;

uint8_t eeprom_get(uint16_t address)
{
    return eeprom_read_byte((const uint8_t *)address);
}

bool eeprom_put(uint16_t address, const void *bytes, uint8_t number)
{
    if (number > QUEUE - count)
        return false;
    for (const uint8_t *byte = bytes; number--; byte++) {
        uint8_t last = (first + count++) % QUEUE;
        queue[last].address = address++;
        queue[last].byte = *byte;
    }
    return true;
}

bool eeprom_idle(void)
{
    return !count && eeprom_is_ready();
}

void eeprom_poll(void)
{
    if (!count || !eeprom_is_ready())
        return;
    EEAR = queue[first].address;
    EECR |= _BV(EERE);
    if (EEDR != queue[first].byte) { /* what is there already costs no wear */
        EEDR = queue[first].byte;
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { /* the two must follow within four cycles */
            EECR |= _BV(EEMPE);
            EECR |= _BV(EEPE);
        }
    }
    first = (first + 1) % QUEUE;
    count--;
}
