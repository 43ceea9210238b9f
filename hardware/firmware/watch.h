/* What lasts too long: the lever cocked (M6.1), a gate dark or trembling; warned of on the line and shown by two lamps.
 *
 *   cocked lamp: on while cocked, blinking once cocked too long
 *   state lamp:  a short blink every two seconds: well; on: shots wait for the host; blinking fast: a gate is dark or trembles
 */
#ifndef WATCH_H
#define WATCH_H

void watch_init(void);
void watch_poll(void);

#endif
