/* The protocol's two checks, a byte at a time. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFF  /* CRC-16/CCITT-FALSE */
#define CHECK_START 0x0000 /* CRC-16/ARC */

uint16_t crc_add(uint16_t crc, uint8_t byte);
uint16_t check_add(uint16_t check, uint8_t byte);
uint16_t crc_of(const uint8_t *bytes, uint8_t count);

#endif
