// The hall goes on while somebody watches it; when each table was last heard of is told in the reader's own time.

import { follow } from "../follow.js";

function tellTimes() {
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
    });
}

tellTimes();
follow("tables", tellTimes);
