#include "shots.h"

#include "board.h"
#include "gates.h"
#include "store.h"

static bool flying;  /* released, and the gates are watching */
static bool keeping; /* complete, and not yet taken by the store */
static shot_t shot;
static stamp_t released_at, cocked_at;
static bool cocked_before_start;
static uint32_t cocked_since_ms;

static void begin_shot(void)
{
    shot = (shot_t){
        .uptime_s = stamp_seconds(released_at),
        .release_us = stamp_us(released_at),
        .cocked_ms = ABSENT32,
        .sensors = {ABSENT24, ABSENT24, ABSENT24},
    };
}

void shots_open(void)
{
    if (lever_cocked()) {
        cocked_before_start = true;
        cocked_since_ms = clock_ms();
        store_mark_cocked();
    } else if (store_was_cocked()) {
        released_at = clock_now();
        begin_shot();
        shot.flags = FLAG_POWER;
        keeping = true;
    }
}

static uint16_t ms_after_release(stamp_t at)
{
    return (uint16_t)(stamp_ticks(released_at, at) / 2000);
}

/* Wait no longer than each sensor's window. */
static void close_windows(const gates_t *gates, uint16_t now_ms)
{
    uint16_t last_ms = 0;
    for (uint8_t gate = 0; gate < 2; gate++)
        if (gates->seen[gate])
            last_ms = ms_after_release(gates->at[gate]);
    switch (gates->stage) {
    case GATE1:
        /* Gate 2 has been watched beside it all along: nothing more can come. */
        if (now_ms >= GATE1_WINDOW_MS) {
            gates_skip(GATE1);
            gates_skip(GATE2);
        }
        break;
    case GATE2:
        if (now_ms >= (gates->seen[GATE1] ? last_ms + GATE2_WINDOW_MS : GATE1_WINDOW_MS))
            gates_skip(GATE2);
        break;
    case PLATE:
        if ((!gates->seen[GATE1] && !gates->seen[GATE2]) || now_ms >= last_ms + PLATE_WINDOW_MS)
            gates_skip(PLATE);
        break;
    }
}

static void end_shot(const gates_t *gates)
{
    begin_shot();
    if (!cocked_before_start)
        shot.cocked_ms = stamp_ms_between(cocked_at, released_at);
    for (uint8_t sensor = 0; sensor < SENSORS; sensor++)
        if (gates->seen[sensor])
            shot.sensors[sensor] = stamp_ticks(released_at, gates->at[sensor]);
    if (gates->interruptions[0] > 1 || gates->interruptions[1] > 1)
        shot.flags |= FLAG_DOUBLE;
    if (gates->blocked[0])
        shot.flags |= FLAG_GATE1;
    if (gates->blocked[1])
        shot.flags |= FLAG_GATE2;
    if (!gates->seen[GATE1] && !gates->seen[GATE2])
        shot.flags |= FLAG_MISFIRE;
    gates_rest();
    flying = false;
    keeping = true;
}

lever_change_t shots_poll(stamp_t *at)
{
    lever_change_t change = lever_poll(at);
    if (flying) {
        gates_t gates = gates_now();
        if (gates.stage != GATES_DONE && change != LEVER_COCKED)
            close_windows(&gates, ms_after_release(clock_now()));
        else
            end_shot(&gates);
    }
    if (keeping && store_add(&shot))
        keeping = false;
    if (change == LEVER_COCKED) {
        cocked_before_start = false;
        cocked_at = *at;
        cocked_since_ms = clock_ms();
        store_mark_cocked();
    } else if (change == LEVER_RELEASED) {
        flying = true;
        released_at = *at;
    }
    return change;
}

uint32_t shots_cocked_ms(void)
{
    return lever_cocked() ? clock_ms() - cocked_since_ms : 0;
}
