/* A number drawn once in a rig's life, for its id. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

uint16_t chance(void);

#endif
