// Restore: a file that was saved is sent, and its table opened.

import { say } from "./api.js";
import { chooseFiles, sendFiles } from "./upload.js";

/** @import { RestoredView } from "../types.js" */

document.getElementById("restore")?.addEventListener("click", async () => {
  const files = await chooseFiles({ accept: ".vedette,.toml,application/octet-stream" });
  const refused = await sendFiles("/api/setup/restore", files, (/** @type {RestoredView} */ { href }) => {
    if (href) location.assign(href);
  });
  if (refused.length) say(refused.join("; "), "error", true);
});
