/* The memory that survives the loss of power: bytes are queued and written in their order, 3.4 ms each, while all else goes on. */
#ifndef EEPROM_H
#define EEPROM_H

#include <stdbool.h>
#include <stdint.h>

#define EEPROM_BYTES 1024

uint8_t eeprom_get(uint16_t address);
/* Queue bytes; false, and nothing queued, if there is no room for all of them. */
bool eeprom_put(uint16_t address, const void *bytes, uint8_t count);
bool eeprom_idle(void); /* all is written */
void eeprom_poll(void); /* write the next byte, if the memory is ready */

#endif
