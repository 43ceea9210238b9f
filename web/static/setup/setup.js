// The set-up's pages: the parts that every step has, and those of each.

import "../fields.js";
import "./forms.js";
import "./rail.js";
import "./live.js";
import "./cameras.js";
import "./lens.js";
import "./points.js";
import "./cards.js";
import "./table.js";
import "./heights.js";
import "./distance.js";
import "./restore.js";
import "./roster.js";
import "./who.js";
import "../unseen/dialog.js";
