// The field for a list of names or an army list: pasted, typed or chosen as a file; what was not read is said by line.

import { html } from "../dom.js";
import { t } from "../words.js";
import { decoded } from "./army_file.js";

const MOST_TOLD = 30; // lines that were not taken

/** @typedef {{ count: number, unread: { line: number, text: string, why: string }[] }} Taken */

/** @param {(text: string) => Taken} take */
export function listField(take) {
  const text = html("textarea", { rows: 6, "aria-label": t("who_list") });
  const said = html("div", { role: "status" });
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    html("button", { type: "button", class: "tool", onclick: act }, t(key));

  const warn = (/** @type {string} */ key) => said.replaceChildren(html("p", { class: "warn" }, t(key)));

  function read() {
    if (!text.value.trim()) return warn("field_missing");
    const { count, unread } = take(text.value);
    const more = unread.length - MOST_TOLD;
    said.replaceChildren(
      html("p", { class: count ? "good" : "" }, t("who_list_taken", { count })),
      unread.length ? html("p", {}, t("who_list_unread")) : "",
      html(
        "ul",
        {},
        ...unread.slice(0, MOST_TOLD).map((line) => html("li", {}, t("who_list_line", line))),
        more > 0 ? html("li", {}, t("who_list_more", { count: more })) : "",
      ),
    );
  }

  function open() {
    const field = html("input", { type: "file", accept: ".csv,.txt,.tsv,text/*" });
    field.addEventListener("change", async () => {
      const file = field.files?.[0];
      const list = file && decoded(new Uint8Array(await file.arrayBuffer()));
      if (list === null) return warn("who_list_no_text");
      text.value = list ?? text.value;
      read();
    });
    field.click();
  }

  return html(
    "details",
    { class: "others" },
    html("summary", {}, t("who_list")),
    html("p", { class: "hint" }, t("who_list_hint")),
    html("div", { class: "field" }, text),
    html("div", { class: "row pages" }, button("who_list_take", read), button("who_list_file", open)),
    said,
  );
}
