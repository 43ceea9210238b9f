// <vd-live>: the newest picture; with `closely` also what it is good for, with the markers drawn in it.

import { html, set, svg } from "../dom.js";
import { t } from "../words.js";
import { address, post } from "./api.js";

class Live extends HTMLElement {
  #frame = null;

  connectedCallback() {
    this.append(
      html(
        "figure",
        { class: "live" },
        html(
          "div",
          { class: "live-picture" },
          html("img", { alt: t("live"), hidden: true }),
          svg("svg", { class: "live-marks", "aria-hidden": "true" }),
        ),
        html(
          "div",
          { class: "row pages", hidden: true },
          html(
            "button",
            { type: "button", class: "tool", onclick: () => post("turn", { pages: -1 }) },
            t("page_before"),
          ),
          html("button", { type: "button", class: "tool", onclick: () => post("turn", { pages: 1 }) }, t("page_next")),
        ),
        html("figcaption", {}),
      ),
    );
    document.addEventListener("live", this.#draw);
  }

  disconnectedCallback() {
    document.removeEventListener("live", this.#draw);
  }

  #draw = ({ detail: live }) => {
    const image = this.querySelector("img");
    const there = live.frame !== null && live.frame !== undefined;
    image.hidden = !there;
    this.querySelector(".live-picture").hidden = !there;
    // Before its first picture a camera says in words why there is none.
    if (there && (live.frame !== this.#frame || !image.src)) image.src = address(`live.jpg?${live.frame}`);
    this.#frame = live.frame;
    this.querySelector(".pages").hidden = !live.single;
    this.#mark(live);
    this.#tell(live);
  };

  #mark({ size, markers }) {
    const drawn = this.querySelector("svg");
    if (size) set(drawn, { viewBox: `0 0 ${size[0]} ${size[1]}` });
    drawn.replaceChildren(
      ...(size ? markers : []).map(({ id, frame, corners }) =>
        svg("polygon", {
          class: frame ? "mark frame" : "mark",
          points: corners.map((c) => c.join(",")).join(" "),
          "data-id": id,
        }),
      ),
    );
  }

  #tell(live) {
    const lines = [];
    if (live.status.advice || live.reason)
      lines.push(["warn", [live.status.advice, live.reason].filter(Boolean).join(" ")]);
    for (const text of live.camera_warnings ?? []) lines.push(["warn", text]);
    for (const { text } of live.warnings ?? []) lines.push(["warn", text]);
    if (live.size) {
      const facts = [`${live.size[0]} × ${live.size[1]} px`];
      if (live.frame_of) facts.push(t("live_frame", { seen: live.frame_seen, expected: live.frame_of }));
      if (live.frame_seen && live.missing.length) facts.push(t("live_missing", { ids: live.missing.join(", ") }));
      facts.push(t("live_markers", { count: live.markers.length }));
      lines.push(["", facts.join(" · ")]);
      if (live.blur_px === null) lines.push(["", t("live_unknown")]);
      else if (!live.warnings.length) lines.push(["good", t("live_good")]);
    }
    const caption = this.querySelector("figcaption");
    const state = JSON.stringify(lines);
    if (caption.dataset.state === state) return;
    caption.dataset.state = state;
    caption.replaceChildren(...lines.map(([kind, text]) => html("p", { class: `line ${kind}` }, text)));
  }
}

customElements.define("vd-live", Live);
