/* What the tests call of the firmware's pure parts, and a memory that forgets power at a chosen byte. */
#include <string.h>

#include "clock.h"
#include "command.h"
#include "eeprom.h"
#include "line.h"
#include "store.h"

/* ---- lines ---- */

struct taken {
    uint32_t kind, has_sequence, sequence, number;
    char rig[16];
};

/* Feed bytes to a fresh reader; returns how many commands or refusals came of it. */
int take_bytes(const char *bytes, int count, struct taken *taken, int most)
{
    reader_t reader;
    memset(&reader, 0, sizeof reader);
    int found = 0;
    for (int i = 0; i < count; i++) {
        command_t command = reader_take(&reader, bytes[i]);
        if (command.kind == NOTHING_YET || found == most)
            continue;
        taken[found].kind = command.kind;
        taken[found].has_sequence = command.has_sequence;
        taken[found].sequence = command.sequence;
        taken[found].number = command.number;
        memset(taken[found].rig, 0, sizeof taken[found].rig);
        if (command.kind == ACKNOWLEDGE)
            strcpy(taken[found].rig, command.rig);
        found++;
    }
    return found;
}

/* A line of words: numbers where `words[i]` is null. */
int make_line(uint8_t sequence, const char *kind, int count, const char *const *words, const uint32_t *numbers, int check,
              char *text)
{
    line_t line;
    line_begin(&line, sequence, kind);
    for (int i = 0; i < count; i++) {
        if (words[i])
            line_word(&line, words[i]);
        else
            line_number(&line, numbers[i]);
    }
    if (check)
        line_check(&line);
    line_end(&line);
    memcpy(text, line.text, line.length);
    return line.length;
}

/* ---- stamps ---- */

uint32_t us_of(uint64_t ticks)
{
    return stamp_us((stamp_t){(uint32_t)(ticks >> 16), (uint16_t)ticks});
}

uint32_t seconds_of(uint64_t ticks)
{
    return stamp_seconds((stamp_t){(uint32_t)(ticks >> 16), (uint16_t)ticks});
}

uint32_t ticks_between(uint64_t from, uint64_t to)
{
    return stamp_ticks((stamp_t){(uint32_t)(from >> 16), (uint16_t)from}, (stamp_t){(uint32_t)(to >> 16), (uint16_t)to});
}

uint32_t ms_between(uint64_t from, uint64_t to)
{
    return stamp_ms_between((stamp_t){(uint32_t)(from >> 16), (uint16_t)from},
                            (stamp_t){(uint32_t)(to >> 16), (uint16_t)to});
}

/* ---- the memory ---- */

uint8_t memory[EEPROM_BYTES];
static int writes_left = -1; /* until the power goes; negative: it does not */
static uint8_t torn;

uint8_t eeprom_get(uint16_t address)
{
    return memory[address % EEPROM_BYTES];
}

bool eeprom_put(uint16_t address, const void *bytes, uint8_t count)
{
    for (const uint8_t *byte = bytes; count--; byte++, address++) {
        if (writes_left == 0 || memory[address] == *byte)
            continue;
        memory[address] = writes_left == 1 ? torn : *byte;
        writes_left -= writes_left > 0;
    }
    return true;
}

bool eeprom_idle(void)
{
    return true;
}

/* From the given number of written bytes on nothing is written; the last of them becomes `byte`. */
void power_goes_after(int writes, uint8_t byte)
{
    writes_left = writes;
    torn = byte;
}

int power_is_gone(void)
{
    return writes_left == 0;
}

store_t *the_store(void)
{
    return &store;
}
