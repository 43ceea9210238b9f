/* What is wired where, and the times this rig works with. docs/rig.md draws it.
 *
 *   D0, D1  serial line            D2  lever switch to ground: closed while cocked (INT0)
 *   D5      cocked lamp            D6  threshold of the gates, half the supply (AIN0)
 *   D7      plate fitted: to ground D13 state lamp (on the board)
 *   A0, A1  gates 1 and 2: high while lit, low while blocked
 *   A2      piezo plate: a push above 1.1 V when struck
 */
#ifndef BOARD_H
#define BOARD_H

#define LEVER_PIN PD2
#define COCKED_LAMP PD5
#define PLATE_JUMPER PD7
#define STATE_LAMP PB5
#define GATE1_PIN PC0
#define GATE2_PIN PC1
#define PLATE_PIN PC2

#define FIRMWARE "uno-1.1"

#define LEVER_STEADY_MS 10     /* a microswitch bounces for a few milliseconds */
#define GATE1_WINDOW_MS 500    /* after the release */
#define GATE2_WINDOW_MS 250    /* after gate 1 */
#define PLATE_WINDOW_MS 2000   /* after the last gate */
#define COCKED_LIMIT_S 60      /* house value of M6.1 */
#define WARN_AGAIN_MS 10000
#define GATE_STUCK_MS 1000

#endif
