/* The lever's switch: debounced in both directions, each change timed by its first edge. */
#ifndef LEVER_H
#define LEVER_H

#include <stdbool.h>

#include "clock.h"

typedef enum { LEVER_STILL, LEVER_COCKED, LEVER_RELEASED } lever_change_t;

void lever_init(void);
bool lever_cocked(void); /* the settled state */
/* What has settled since the last call, and when it began. A release begins the gates' watch at its first edge; if the
 * switch only trembled, the watch ends here, unless a gate has fired meanwhile: then the shell is out and it was a release. */
lever_change_t lever_poll(stamp_t *at);

#endif
