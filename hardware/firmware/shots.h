/* From lever and gates to a shot in the store (M6.3). */
#ifndef SHOTS_H
#define SHOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "lever.h"

/* A cocking that the loss of power cut short becomes a shot of which nothing but that is known. */
void shots_open(void);
/* One step; tells what the lever did, and when it began. */
lever_change_t shots_poll(stamp_t *at);
/* How long it has been cocked, as far as this start knows; 0 while released. */
uint32_t shots_cocked_ms(void);

#endif
