/* The rig's firmware as built, on a simulated ATmega328P (libsimavr), driven by lines on standard input.
 *
 *   simulated_rig rig.elf [--pty]
 *
 * Time is the chip's and stands still between commands; edges come at exact cycles. Answers: any number of
 * `line CYCLE TEXT` (what the rig said; with --pty it says it there), then `ok CYCLE LINES`,
 * the lines it has said in all.
 *
 *   at CYCLES SENSOR 0|1     an edge so many cycles from now: lever (1: cocked), gate1, gate2 (1: blocked), plate, jumper
 *   tremble SENSOR CYCLES    from now on an edge every so many cycles, up to a quarter more by chance; 0: no more
 *   send HEX                 bytes to the rig, at the line's speed
 *   run CYCLES               let time pass, as fast as the machine can
 *   until CYCLES             the same, but only until the rig has said a line
 *   pace CYCLES              as `run`, in real time
 *   off                      take the power away: a byte of EEPROM being written becomes anything; edges to come do not
 *   on SEED                  give it back: all RAM is anything
 *   eeprom                   `memory HEX`, then ok
 *   writing                  `writing ADDRESS`, -1 if no byte is being written, then ok
 *   poke ADDRESS HEX         write EEPROM
 *   hang                     let the program go round and round in one place; its interrupts go on
 *   lamps                    `lamps COCKED STATE CHANGES CHANGES`, then ok
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_acomp.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_timer.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_time.h>

#define MEMORY 1024
#define EDGES 4096
#define HZ 16000000
#define BYTE_CYCLES 1496 /* libsimavr counts 11 bits a byte */
#define WRITE_CYCLES (HZ / 1000000 * 3400)
#define TIFR1 0x36
#define PCIFR 0x3B
#define EIFR 0x3C
#define EIMSK 0x3D
#define PCICR 0x68
#define PCMSK1 0x6C
#define PINC 0x26
#define INT0_VECTOR 1
#define PCINT1_VECTOR 4
#define EECR 0x3F
#define EEPE 2
#define EEMPE 4

static avr_t *avr;
static elf_firmware_t firmware;
static FILE *answers;
static int pty_master = -1;
static uint64_t random_state;

static uint8_t memory[MEMORY];
static int writing = -1;            /* the byte of EEPROM being written */
static avr_cycle_count_t armed_at;  /* when EEMPE was set */

enum { LEVER, GATE1, GATE2, PLATE, JUMPER, INPUTS };
static const char *const input_names[] = {"lever", "gate1", "gate2", "plate", "jumper"};
static int levels[INPUTS];
static int lamps[2], changes[2];

static uint8_t incoming[1 << 16];
static size_t in_first, in_last;
static int may_send;
static char said[512];
static size_t said_length;
static unsigned long lines;

static uint8_t any_byte(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint8_t)(random_state >> 56);
}

static avr_irq_t *pin(char port, int bit)
{
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
}

static void volts(int input, int millivolts)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ACOMP_GETIRQ, input), millivolts);
}

/* Drive a pin against the chip's own pull-ups, which libsimavr puts back at every write to the port unless told. */
static void drive(char port, int bit, int high, int mask, int value)
{
    avr_ioport_external_t driven = {.mask = mask, .value = value};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &driven);
    avr_raise_irq(pin(port, bit), high);
}

/* Put an input's level on the pins: a closed switch and a blocked gate are low. */
static void apply(int input)
{
    int level = levels[input];
    switch (input) {
    case LEVER:
    case JUMPER:
        drive('D', input == LEVER ? 2 : 7, !level, 0x84, (!levels[LEVER]) << 2 | (!levels[JUMPER]) << 7);
        break;
    case PLATE:
        volts(ACOMP_IRQ_ADC2, level ? 3000 : 0);
        break;
    default:
        drive('C', input - GATE1, !level, 3, (!levels[GATE1]) | (!levels[GATE2]) << 1);
        volts(ACOMP_IRQ_ADC0 + input - GATE1, level ? 300 : 4200);
    }
}

/* Edges to come, by time. */
static struct {
    avr_cycle_count_t at;
    int input, level;
} edges[EDGES];
static int edge_count;

static avr_cycle_count_t next_edge(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)of, (void)param;
    while (edge_count && edges[0].at <= when) { /* a timer that asks for the same cycle again is dropped */
        levels[edges[0].input] = edges[0].level;
        apply(edges[0].input);
        memmove(edges, edges + 1, --edge_count * sizeof *edges);
    }
    return edge_count ? edges[0].at : 0;
}

static void add_edge(avr_cycle_count_t at, int input, int level)
{
    int place = edge_count++;
    for (; place && edges[place - 1].at > at; place--)
        edges[place] = edges[place - 1];
    edges[place].at = at;
    edges[place].input = input;
    edges[place].level = level;
    avr_cycle_timer_cancel(avr, next_edge, NULL);
    avr_cycle_timer_register(avr, edges[0].at - avr->cycle, next_edge, NULL);
}

/* A switch or a gate at its threshold. */
static avr_cycle_count_t trembles[INPUTS];

static avr_cycle_count_t tremble(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)of;
    int input = (int)(intptr_t)param;
    if (!trembles[input])
        return 0;
    levels[input] = !levels[input];
    apply(input);
    return when + trembles[input] + any_byte() % (trembles[input] / 4 + 1);
}

static void begin_trembling(void)
{
    for (intptr_t input = 0; input < INPUTS; input++) {
        avr_cycle_timer_cancel(avr, tremble, (void *)input);
        if (trembles[input])
            avr_cycle_timer_register(avr, trembles[input], tremble, (void *)input);
    }
}

/* ---- EEPROM: libsimavr writes at once; the chip takes 3.4 ms, is busy meanwhile, and a cut spoils the byte ---- */

static uint8_t *chip_memory(void)
{
    avr_eeprom_desc_t all = {.offset = 0, .size = MEMORY};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    return all.ee;
}

static avr_cycle_count_t written(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)when, (void)param;
    of->data[EECR] &= (uint8_t)~EEPE;
    writing = -1;
    return 0;
}

static void control_written(avr_t *of, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address, (void)param;
    if (writing >= 0) {
        of->data[EECR] |= EEPE;
    } else if ((value & EEPE) && armed_at && of->cycle - armed_at <= 6) {
        writing = (of->data[0x41] | of->data[0x42] << 8) % MEMORY;
        of->data[EECR] |= EEPE;
        avr_cycle_timer_register(of, WRITE_CYCLES, written, NULL);
    }
    armed_at = (value & EEMPE) && !(value & EEPE) ? of->cycle : 0;
}

/* ---- Timer1's flags: libsimavr 1.6 clears them all, whichever is written ---- */

static void flags_written(avr_t *of, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address;
    avr_timer_t *timer = param;
    if (value & 1)
        avr_clear_interrupt(of, &timer->overflow);
    if (value & 0x20)
        avr_clear_interrupt(of, &timer->icr);
}

/* ---- Pin interrupts: libsimavr 1.6 does not clear a flag that is written, forgets one raised while its interrupt was
 * off, and takes a pin that is high when its mask changes for no edge; the chip takes it for one ---- */

static avr_int_vector_t *vector_of(avr_t *of, int number)
{
    for (int i = 0; i < of->interrupts.vector_count; i++)
        if (of->interrupts.vector[i]->vector == number)
            return of->interrupts.vector[i];
    return NULL;
}

static void pin_flags_written(avr_t *of, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address;
    avr_int_vector_t *vector = vector_of(of, (int)(intptr_t)param);
    if (value & 1 << vector->raised.bit)
        avr_clear_interrupt(of, vector);
}

static void pin_enable_written(avr_t *of, avr_io_addr_t address, uint8_t value, void *param)
{
    avr_int_vector_t *vector = vector_of(of, (int)(intptr_t)param);
    of->data[address] = value;
    if (avr_regbit_get(of, vector->raised))
        avr_raise_interrupt(of, vector);
}

static void pin_mask_written(avr_t *of, avr_io_addr_t address, uint8_t value, void *param)
{
    uint8_t changed = of->data[address] ^ value;
    of->data[address] = value;
    if (changed & of->data[PINC])
        avr_raise_interrupt(of, vector_of(of, (int)(intptr_t)param));
}

/* ---- the serial line ---- */

static void flush_said(void)
{
    if (pty_master >= 0) {
        if (said_length && write(pty_master, said, said_length) < 0) { /* nobody reads: lost, as on a cut cable */ }
    } else {
        fprintf(answers, "line %llu %.*s\n", (unsigned long long)avr->cycle, (int)said_length, said);
    }
    said_length = 0;
}

static void on_said(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    lines += value == '\n';
    if (pty_master >= 0 || value != '\n')
        said[said_length++] = (char)value;
    if (pty_master >= 0 || value == '\n' || said_length == sizeof said)
        flush_said();
}

static void on_xon(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value, (void)param;
    may_send = 1;
}

static void on_xoff(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    may_send = !value;
}

static avr_cycle_count_t feed(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)param;
    if (pty_master >= 0) {
        uint8_t byte;
        if (in_first == in_last && read(pty_master, &byte, 1) == 1)
            incoming[in_last++ % sizeof incoming] = byte;
    }
    if (in_first != in_last && may_send)
        avr_raise_irq(avr_io_getirq(of, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), incoming[in_first++ % sizeof incoming]);
    return when + BYTE_CYCLES;
}

static void on_lamp(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    int lamp = (int)(intptr_t)param;
    changes[lamp] += lamps[lamp] != (int)(value & 1);
    lamps[lamp] = value & 1;
}

/* ---- power ---- */

static void off(void)
{
    if (!avr)
        return;
    memcpy(memory, chip_memory(), MEMORY);
    if (writing >= 0)
        memory[writing] = any_byte();
    writing = -1;
    avr_terminate(avr);
    free(avr);
    avr = NULL;
    in_first = in_last = said_length = 0;
    edge_count = 0;
}

static void on(uint64_t seed)
{
    off();
    random_state = seed * 2 + 1;
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->frequency = HZ;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    avr->run = avr_callback_run_raw;
    avr->log = 0;
    for (int i = 0x100; i <= avr->ramend; i++)
        avr->data[i] = any_byte();
    avr_eeprom_desc_t all = {.ee = memory, .offset = 0, .size = MEMORY};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
    avr_register_io_write(avr, EECR, control_written, NULL);
    armed_at = 0;
    avr->io[AVR_DATA_TO_IO(TIFR1)].w.c = flags_written;
    avr_register_io_write(avr, PCIFR, pin_flags_written, (void *)PCINT1_VECTOR);
    avr_register_io_write(avr, PCICR, pin_enable_written, (void *)PCINT1_VECTOR);
    avr_register_io_write(avr, PCMSK1, pin_mask_written, (void *)PCINT1_VECTOR);
    avr_register_io_write(avr, EIFR, pin_flags_written, (void *)INT0_VECTOR);
    avr_register_io_write(avr, EIMSK, pin_enable_written, (void *)INT0_VECTOR);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    may_send = 0;
    avr_irq_t *uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    avr_irq_register_notify(uart + UART_IRQ_OUTPUT, on_said, NULL);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XON, on_xon, NULL);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XOFF, on_xoff, NULL);
    avr_irq_register_notify(pin('D', 5), on_lamp, (void *)0);
    avr_irq_register_notify(pin('B', 5), on_lamp, (void *)1);
    avr_extint_set_strict_lvl_trig(avr, 0, 0); /* else a switch low at the start raises INT0 for ever, edges or not */
    volts(ACOMP_IRQ_AIN0, 2500);
    for (int input = 0; input < INPUTS; input++)
        apply(input);
    avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
    begin_trembling();
}

/* ---- time ---- */

static avr_cycle_count_t stop(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)of, (void)when, (void)param;
    return 0; /* only here so that a sleeping chip does not sleep past it */
}

static void no_pause(avr_t *of, avr_cycle_count_t how_long)
{
    (void)of, (void)how_long;
}

/* libsimavr's reset clears the pins' levels, too, and takes the same level for no change. */
static void inputs_after_reset(void)
{
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    for (int twice = 0; twice < 2; twice++)
        for (int input = 0; input < INPUTS; input++) {
            levels[input] = !levels[input];
            apply(input);
        }
    volts(ACOMP_IRQ_AIN0, 2500);
    avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL); /* a reset forgets all timers */
    begin_trembling();
    writing = -1;
}

static int run(avr_cycle_count_t cycles, int to_line)
{
    avr_cycle_count_t until = avr->cycle + cycles;
    unsigned long before = lines;
    avr->sleep = no_pause;
    avr_cycle_timer_register(avr, cycles, stop, NULL);
    while (avr->cycle < until && !(to_line && lines != before)) {
        int state = avr_run(avr);
        if (avr->pc == avr->reset_pc) /* the watchdog */
            inputs_after_reset();
        if (state == cpu_Done || state == cpu_Crashed)
            return 0;
    }
    avr_cycle_timer_cancel(avr, stop, NULL);
    return 1;
}

static int pace(avr_cycle_count_t cycles)
{
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (avr_cycle_count_t slice = HZ / 1000; cycles; cycles -= slice) {
        if (slice > cycles)
            slice = cycles;
        if (!run(slice, 0))
            return 0;
        next.tv_nsec += (long)(slice * (1000000000 / HZ / 2 * 2) + slice / 2);
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    }
    return 1;
}

/* ---- commands ---- */

static size_t unhex(const char *text, uint8_t *bytes, size_t most)
{
    size_t count = 0;
    unsigned value;
    for (; count < most && sscanf(text, "%2x", &value) == 1 && text[0] > ' '; text += 2)
        bytes[count++] = (uint8_t)value;
    return count;
}

static const char *obey(char *command)
{
    unsigned long long number;
    char word[16];
    int level, offset = 0;
    uint8_t bytes[4096];
    if (sscanf(command, "on %llu", &number) == 1) {
        on(number);
    } else if (!strcmp(command, "off")) {
        off();
    } else if (!strcmp(command, "eeprom")) {
        const uint8_t *from = avr ? chip_memory() : memory;
        fputs("memory ", answers);
        for (int i = 0; i < MEMORY; i++)
            fprintf(answers, "%02x", from[i]);
        fputc('\n', answers);
    } else if (sscanf(command, "poke %llu %n", &number, &offset) == 1 && offset) {
        size_t count = unhex(command + offset, bytes, MEMORY - number % MEMORY);
        memcpy((avr ? chip_memory() : memory) + number % MEMORY, bytes, count);
    } else if (sscanf(command, "at %llu %15s %d", &number, word, &level) == 3) {
        int input = 0;
        while (input < INPUTS && strcmp(word, input_names[input]))
            input++;
        if (input == INPUTS)
            return "no such input";
        if (edge_count == EDGES)
            return "too many edges";
        if (avr)
            add_edge(avr->cycle + (number ? number : 1), input, level);
        else
            levels[input] = level;
    } else if (sscanf(command, "tremble %15s %llu", word, &number) == 2) {
        int input = 0;
        while (input < INPUTS && strcmp(word, input_names[input]))
            input++;
        if (input == INPUTS)
            return "no such input";
        trembles[input] = number;
        if (avr)
            begin_trembling();
    } else if (!avr) {
        return "no power";
    } else if (!strcmp(command, "lamps")) {
        fprintf(answers, "lamps %d %d %d %d\n", lamps[0], lamps[1], changes[0], changes[1]);
    } else if (sscanf(command, "send %n", &offset) == 0 && offset) {
        size_t count = unhex(command + offset, bytes, sizeof bytes);
        for (size_t i = 0; i < count; i++)
            incoming[in_last++ % sizeof incoming] = bytes[i];
    } else if (!strcmp(command, "writing")) {
        fprintf(answers, "writing %d\n", writing);
    } else if (!strcmp(command, "hang")) {
        uint32_t last = avr->flashend - 1; /* rjmp to itself */
        avr->flash[last] = 0xFF;
        avr->flash[last + 1] = 0xCF;
        avr->codeend = avr->flashend;
        avr->pc = last;
    } else if (sscanf(command, "run %llu", &number) == 1) {
        return run(number, 0) ? NULL : "the chip stopped";
    } else if (sscanf(command, "until %llu", &number) == 1) {
        return run(number, 1) ? NULL : "the chip stopped";
    } else if (sscanf(command, "pace %llu", &number) == 1) {
        return pace(number) ? NULL : "the chip stopped";
    } else {
        return "no such command";
    }
    return NULL;
}

static void quiet(avr_t *of, const int level, const char *format, va_list arguments)
{
    (void)of, (void)level, (void)format, (void)arguments;
}

int main(int count, char **arguments)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* libsimavr prints on standard output, whatever its logger: the answers go out by a door of their own. */
    answers = fdopen(dup(1), "w");
    dup2(open("/dev/null", O_WRONLY), 1);
    avr_global_logger_set(quiet);
    if (count < 2 || elf_read_firmware(arguments[1], &firmware)) {
        fprintf(stderr, "simulated_rig: no firmware\n");
        return 2;
    }
    memset(memory, 0xFF, MEMORY);
    if (count > 2) {
        int slave;
        char name[128];
        struct termios raw;
        if (openpty(&pty_master, &slave, name, NULL, NULL))
            return 2;
        tcgetattr(slave, &raw);
        cfmakeraw(&raw);
        tcsetattr(slave, TCSANOW, &raw); /* the slave stays open here, so that the line outlives its reader */
        fcntl(pty_master, F_SETFL, O_NONBLOCK);
        fprintf(answers, "pty %s\n", name);
    }
    fprintf(answers, "ok 0 0\n");
    fflush(answers);
    char command[9000];
    while (fgets(command, sizeof command, stdin)) {
        command[strcspn(command, "\n")] = 0;
        const char *wrong = obey(command);
        if (wrong)
            fprintf(answers, "wrong %s\n", wrong);
        else
            fprintf(answers, "ok %llu %lu\n", avr ? (unsigned long long)avr->cycle : 0ull, lines);
        fflush(answers);
    }
    return 0;
}
