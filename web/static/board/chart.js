// The combat chart goes on while somebody reads it.

import { follow } from "../follow.js";

follow("charts");
