#include "gates.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"

#define BOTH (_BV(GATE1_PIN) | _BV(GATE2_PIN))

static volatile gates_t gates = {.stage = GATES_RESTING};
static volatile uint8_t pins_before;
static bool plate_fitted;

bool gate_dark(uint8_t gate)
{
    return !(PINC & _BV(gate == GATE1 ? GATE1_PIN : GATE2_PIN));
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
    uint8_t fell = pins_before & ~pins;
    pins_before = pins;
    if (gates.stage == GATES_RESTING)
        return;
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
    PCMSK1 = BOTH;
    PCICR = _BV(PCIE1);
}

void gates_arm(void)
{
    pins_before = PINC;
    for (uint8_t gate = 0; gate < 2; gate++) {
        gates.blocked[gate] = gate_dark(gate);
        gates.interruptions[gate] = 0;
    }
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
        look_at(GATE1);
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
