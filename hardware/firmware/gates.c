#include "gates.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"

/* A gate at its threshold makes hundreds of thousands of edges a second. The interrupt takes so many in a watch and is
 * silent until the program has come round again; while the gates rest there is none, only the unit's flag is looked at. */
#define EDGES_MOST 16
#define LOOKS 64 /* at a gate, one a millisecond, then at the other */
#define TREMBLES 8 /* edges at more looks than this of LOOKS: no finger, no shell does that */
#define TREMBLES_STILL 2

static volatile gates_t gates = {.stage = GATES_RESTING};
static volatile uint8_t pins_before, edges_left;
static volatile bool trembling[2];
static uint8_t looking_at = GATE1;
static bool plate_fitted;

static uint8_t pin_of(uint8_t gate)
{
    return gate == GATE1 ? _BV(GATE1_PIN) : _BV(GATE2_PIN);
}

bool gate_dark(uint8_t gate)
{
    return !(PINC & pin_of(gate));
}

bool gate_trembles(uint8_t gate)
{
    return trembling[gate];
}

bool gates_have_plate(void)
{
    return plate_fitted;
}

/* Point comparator and capture at a sensor. A gate goes dark: the comparator's output rises; the plate's push makes it fall. */
static void look_at(uint8_t sensor)
{
    ADMUX = sensor == GATE1 ? GATE1_PIN : sensor == GATE2 ? GATE2_PIN : PLATE_PIN;
    ACSR = sensor == PLATE ? _BV(ACIC) | _BV(ACBG) : _BV(ACIC);
    TCCR1B = sensor == PLATE ? _BV(ICNC1) | _BV(CS11) : _BV(ICNC1) | _BV(ICES1) | _BV(CS11);
    /* The comparator settles within a microsecond; what the switch itself made the capture see is no edge. */
    _delay_us(2);
    TIFR1 = _BV(ICF1);
}

static void await(uint8_t sensor)
{
    while (sensor < PLATE && gates.blocked[sensor])
        sensor++;
    if (sensor >= (plate_fitted ? SENSORS : PLATE)) {
        gates.stage = GATES_DONE;
        TIMSK1 &= ~_BV(ICIE1);
        return;
    }
    look_at(sensor);
    gates.stage = sensor;
}

/* Let the pin change unit see these pins; that its mask changed is no edge. */
static void listen_to(uint8_t pins)
{
    PCMSK1 = pins;
    _delay_us(0.5);
    PCIFR = _BV(PCIF1);
}

ISR(TIMER1_CAPT_vect)
{
    uint16_t low = ICR1;
    uint8_t sensor = gates.stage;
    if (sensor >= SENSORS)
        return;
    gates.at[sensor] = clock_extend(low);
    gates.seen[sensor] = true;
    await(sensor + 1);
}

ISR(PCINT1_vect)
{
    uint16_t low = TCNT1;
    uint8_t pins = PINC;
    uint8_t fell = pins_before & ~pins & PCMSK1;
    pins_before = pins;
    if (!--edges_left)
        PCICR = 0;
    if ((fell & _BV(GATE1_PIN)) && gates.interruptions[0] < 255)
        gates.interruptions[0]++;
    if (fell & _BV(GATE2_PIN)) {
        if (gates.interruptions[1] < 255)
            gates.interruptions[1]++;
        if (gates.stage == GATE1) { /* gate 1 is blind: a time good to some microseconds is better than none */
            gates.at[GATE2] = clock_extend(low);
            gates.seen[GATE2] = true;
            await(PLATE);
        }
    }
}

void gates_init(bool with_plate)
{
    plate_fitted = with_plate;
    ADCSRA = 0; /* the comparator has the multiplexer only while the converter is off */
    ADCSRB = _BV(ACME);
    DIDR1 = _BV(AIN0D);
    look_at(GATE1);
    listen_to(pin_of(looking_at));
}

void gates_arm(void)
{
    uint8_t pins = 0;
    for (uint8_t gate = 0; gate < 2; gate++) {
        gates.blocked[gate] = trembling[gate] || gate_dark(gate);
        gates.interruptions[gate] = 0;
        if (!gates.blocked[gate])
            pins |= pin_of(gate);
    }
    listen_to(pins);
    pins_before = PINC;
    edges_left = EDGES_MOST;
    PCICR = _BV(PCIE1);
    for (uint8_t sensor = 0; sensor < SENSORS; sensor++)
        gates.seen[sensor] = false;
    TIMSK1 |= _BV(ICIE1);
    await(GATE1);
}

void gates_rest(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        gates.stage = GATES_RESTING;
        TIMSK1 &= ~_BV(ICIE1);
        PCICR = 0;
        look_at(GATE1);
        listen_to(pin_of(looking_at));
    }
}

/* Whether there was an edge at the gate looked at; after so many looks it is the other's turn. */
static void look_for_trembling(void)
{
    static uint8_t looks, stirred;
    if (PCIFR & _BV(PCIF1)) {
        PCIFR = _BV(PCIF1);
        stirred++;
    }
    if (++looks < LOOKS)
        return;
    trembling[looking_at] = stirred > (trembling[looking_at] ? TREMBLES_STILL : TREMBLES);
    looks = stirred = 0;
    looking_at = !looking_at;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (gates.stage == GATES_RESTING)
            listen_to(pin_of(looking_at));
    }
}

void gates_poll(void)
{
    static uint8_t looked_ms;
    uint8_t now_ms = (uint8_t)clock_ms16();
    if (now_ms == looked_ms)
        return;
    looked_ms = now_ms;
    if (gates.stage == GATES_RESTING) {
        look_for_trembling();
    } else {
        edges_left = EDGES_MOST;
        PCICR = _BV(PCIE1);
    }
}

void gates_skip(uint8_t stage)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (gates.stage == stage)
            await(stage + 1);
    }
}

gates_t gates_now(void)
{
    gates_t copy;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        copy = *(gates_t *)&gates;
    }
    return copy;
}
