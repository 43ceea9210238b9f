// The hall's page: its list of tables is asked for anew whenever something has come in from one of them.

import { Changes } from "../changes.js";
import { byId } from "../dom.js";

const tables = byId("tables");
const lost = byId("lost");

/** Write when each table was last heard of, in the reader's own time. */
function tellTimes() {
  for (const time of tables.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
    });
}

async function show() {
  const answer = await fetch("/tables");
  if (!answer.ok) return;
  tables.innerHTML = await answer.text(); // made by the same template as the page
  tellTimes();
}

tellTimes();
new Changes(show, (isLost) => (lost.hidden = !isLost)).open();
