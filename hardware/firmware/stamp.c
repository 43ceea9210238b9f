/* Arithmetic on stamps, without any hardware. */
#include "clock.h"

#define MS_OF_A_DAY 86400000UL

uint32_t stamp_us(stamp_t at)
{
    return (at.high << 15) | (at.low >> 1);
}

uint32_t stamp_seconds(stamp_t at)
{
    /* An overflow is 32768 us = 512/15625 s. */
    uint32_t rest = (at.high % 15625) * 512 + ((uint32_t)at.low * 512 >> 16);
    return at.high / 15625 * 512 + rest / 15625;
}

uint32_t stamp_ticks(stamp_t from, stamp_t to)
{
    return (to.high << 16 | to.low) - (from.high << 16 | from.low);
}

uint32_t stamp_ms_between(stamp_t from, stamp_t to)
{
    uint64_t ticks = ((uint64_t)to.high << 16 | to.low) - ((uint64_t)from.high << 16 | from.low);
    uint64_t ms = ticks / 2000;
    return ms < MS_OF_A_DAY ? (uint32_t)ms : MS_OF_A_DAY;
}
