/* The rig on the cannon. It only senses: no output of it leads to anything but lamps and the serial line (M6.2). */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "board.h"
#include "chance.h"
#include "clock.h"
#include "eeprom.h"
#include "gates.h"
#include "lever.h"
#include "session.h"
#include "shots.h"
#include "store.h"
#include "uart.h"
#include "watch.h"

/* After a reset by the watchdog it runs on, and fast: off before anything else. */
void watchdog_off(void) __attribute__((naked, used, section(".init3")));
void watchdog_off(void)
{
    MCUSR = 0;
    wdt_disable();
}

static bool plate_jumper(void)
{
    PORTD |= _BV(PLATE_JUMPER);
    _delay_us(50);
    return !(PIND & _BV(PLATE_JUMPER));
}

int main(void)
{
    uint16_t fresh_rig = chance();
    clock_init();
    gates_init(plate_jumper());
    lever_init();
    uart_init();
    watch_init();
    store_open(fresh_rig);
    wdt_enable(WDTO_1S);
    sei();
    while (!store_written())
        eeprom_poll();
    session_open();
    shots_open();
    set_sleep_mode(SLEEP_MODE_IDLE);
    for (;;) {
        stamp_t at;
        gates_poll();
        lever_change_t change = shots_poll(&at);
        if (change != LEVER_STILL)
            session_say_lever(change, at);
        session_poll();
        watch_poll();
        eeprom_poll();
        wdt_reset();
        sleep_mode(); /* until the next interrupt, a millisecond at most */
    }
}
