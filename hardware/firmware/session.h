/* The talk with the host: docs/rig-protocol.md, the rig's side of it. */
#ifndef SESSION_H
#define SESSION_H

#include <stdint.h>

#include "lever.h"

void session_open(void); /* once the store is written: the numbers it names are safe then */
void session_poll(void);
void session_say_lever(lever_change_t change, stamp_t at);
void session_warn(const char *what, uint32_t lasted_ms);
uint16_t session_limit_s(void);

#endif
