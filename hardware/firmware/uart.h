/* The serial line: 115200 baud, 8N1, behind two rings. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_init(void);
/* Take all of these bytes or, if there is no room for all, none. */
bool uart_send(const char *bytes, uint8_t count);
bool uart_receive(char *byte);

#endif
