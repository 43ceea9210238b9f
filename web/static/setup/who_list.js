// The field for a list of names or an army list: pasted, typed or chosen as a file; what was not read is said by line.

import { html } from "../dom.js";
import { t } from "../words.js";

/** @typedef {{ count: number, unread: { line: number, text: string, why: string }[] }} Taken */

/** @param {(text: string) => Taken} take */
export function listField(take) {
  const text = html("textarea", { rows: 6, "aria-label": t("who_list") });
  const said = html("div", { role: "status" });
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    html("button", { type: "button", class: "tool", onclick: act }, t(key));

  function read() {
    const { count, unread } = take(text.value);
    said.replaceChildren(
      html("p", { class: count ? "good" : "" }, t("who_list_taken", { count })),
      unread.length ? html("p", {}, t("who_list_unread")) : "",
      html(
        "ul",
        {},
        ...unread.map(({ text: of, ...more }) => html("li", {}, t("who_list_line", { ...more, text: of }))),
      ),
    );
  }

  function open() {
    const field = html("input", { type: "file", accept: ".csv,.txt,.tsv,text/*" });
    field.addEventListener("change", async () => {
      text.value = (await field.files?.[0]?.text()) ?? text.value;
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
