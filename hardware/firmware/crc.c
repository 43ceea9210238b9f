#include "crc.h"

uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)byte << 8;
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
    return crc;
}

uint16_t check_add(uint16_t check, uint8_t byte)
{
    check ^= byte;
    for (uint8_t bit = 0; bit < 8; bit++)
        check = check & 1 ? (check >> 1) ^ 0xA001 : check >> 1;
    return check;
}

uint16_t crc_of(const uint8_t *bytes, uint8_t count)
{
    uint16_t crc = CRC_START;
    while (count--)
        crc = crc_add(crc, *bytes++);
    return crc;
}
