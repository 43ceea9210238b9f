// <vd-terrain-editor api="/api/terrain" picture="/api/picture.jpg">: the terrain drawn over the picture from above.

import { html } from "../dom.js";
import { whenLetGo } from "../letgo.js";
import { t } from "../words.js";
import { Draft } from "./draft.js";
import { Drawing } from "./drawing.js";
import { area, borderDistance, contains, rounded } from "./geometry.js";
import { foot, panel } from "./panel.js";

const SURE = 0.8;
const PATIENCE_MS = 10_000;

class TerrainEditor extends HTMLElement {
  #draft = new Draft();
  #said = "";
  #kind = "wood";
  #failed = false;
  #shown = null;
  #drawSide = () => {};

  connectedCallback() {
    this.drawing = new Drawing(this.#draft, (at, what) => this.#tap(at, what));
    this.panel = html("div", {
      class: "card-body terrain-panel",
      tabindex: 0,
      role: "group",
      "aria-label": t("terrain_title"),
    });
    this.foot = html("footer", { class: "card-foot row terrain-foot" });
    const side = html("aside", { class: "terrain-side", "aria-label": t("terrain_list") }, this.panel, this.foot);
    this.replaceChildren(this.drawing.element, side);
    this.#drawSide = whenLetGo(side, () => this.#beside());
    this.#draft.addEventListener("change", () => this.#draw());
    this.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("beforeunload", (event) => this.#draft.dirty && event.preventDefault());
    this.#said = t("terrain_intro");
    this.#ask("GET").then((told) => told && this.#open(told));
  }

  /** Whether there is something that is not saved: a wizard that embeds the editor asks before it goes on. */
  get unsaved() {
    return this.#draft.dirty;
  }

  get #api() {
    return this.getAttribute("api") ?? "/api/terrain";
  }

  #open(told) {
    this.drawing.lay(told, `${this.getAttribute("picture") ?? "/api/picture.jpg"}?v=${told.version}`);
    if (!told.kinds.some(({ kind }) => kind === this.#kind)) this.#kind = told.kinds[0]?.kind ?? this.#kind;
    this.#draft.loadAnew(told);
  }

  async #ask(method, path = "", body = undefined) {
    this.#failed = true;
    try {
      const answer = await fetch(this.#api + path, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(method === "GET"
          ? {}
          : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
      });
      const told = await answer.json();
      if (answer.ok) {
        this.#failed = false;
        return told;
      }
      this.#say(told.error);
    } catch {
      this.#say(t("no_answer"));
    }
    return null;
  }

  #say(text) {
    this.#said = text;
    this.#draw();
  }

  #acts() {
    return {
      kind: this.#kind,
      setKind: (kind) => (this.#kind = kind),
      tap: () => this.#enter(this.drawing.mode === "tap" ? "edit" : "tap"),
      draw: () => this.#enter("draw"),
      cancel: () => this.#enter("edit"),
      finish: () => this.#finish(),
      undo: () => (this.drawing.mode === "draw" ? (this.drawing.line.pop(), this.#draw()) : this.#draft.undo()),
      redo: () => this.#draft.redo(),
      propose: () => this.#proposeAgain(),
      save: () => this.#save(),
      lock: () => this.#lock("/lock"),
      unlock: () => this.#lock("/unlock"),
    };
  }

  #enter(mode) {
    this.drawing.mode = mode;
    this.drawing.line = [];
    if (mode !== "edit") this.#draft.chosen = null;
    const says = { tap: "terrain_says_tap", draw: "terrain_says_draw", edit: "terrain_intro" };
    this.#say(mode === "edit" ? t(says.edit) : `${t(says[mode])} ${t("terrain_says_cross")}`);
    if (mode !== "edit") this.drawing.aim();
  }

  #finish() {
    const line = this.drawing.line;
    if (line.length < 3) return;
    this.drawing.mode = "edit";
    this.drawing.line = [];
    this.#said = t("terrain_says_edit");
    this.#draft.add(this.#kind, line);
  }

  #tap(at, what) {
    if (what === "three") return this.#say(t("terrain_three"));
    if (this.#draft.locked) return undefined;
    if (this.drawing.mode === "draw") return this.#addCorner(at);
    if (this.drawing.mode === "tap") return this.#propose(at);
    const hits = this.#draft.pieces
      .map((piece, i) => ({
        i,
        size: area(piece.polygon),
        hit: contains(piece.polygon, at) || borderDistance(piece.polygon, at) < this.drawing.reach / 2,
      }))
      .filter(({ hit }) => hit);
    const hit = hits.sort((a, b) => a.size - b.size)[0];
    if (hit) this.#said = t("terrain_says_edit");
    return this.#draft.choose(hit ? hit.i : null);
  }

  #addCorner(at) {
    const [first] = this.drawing.line;
    if (first && this.drawing.line.length > 2 && Math.hypot(first[0] - at[0], first[1] - at[1]) < this.drawing.reach)
      return this.#finish();
    this.drawing.line = [...this.drawing.line, rounded(at)];
    return this.#draw();
  }

  /** Asks for the outline of what is at a point; says why when there is none. */
  async #outline([x, y], kind, height_cm) {
    this.#say(t("terrain_looking"));
    const told = await this.#ask("POST", "/outline", { x, y, kind, height_cm });
    if (!told) return null;
    if (!told.polygon) this.#say(told.text);
    else this.#said = `${t(told.confidence >= SURE ? "terrain_sure" : "terrain_unsure")} ${t("terrain_says_edit")}`;
    return told.polygon;
  }

  async #propose(at) {
    const height = this.#draft.kinds.find(({ kind }) => kind === this.#kind)?.height_cm ?? 0;
    const polygon = await this.#outline(at, this.#kind, height);
    if (!polygon || this.drawing.mode !== "tap") return;
    this.drawing.mode = "edit";
    this.#draft.add(this.#kind, polygon);
  }

  async #proposeAgain() {
    const { piece } = this.#draft;
    const xs = piece.polygon.map(([x]) => x);
    const ys = piece.polygon.map(([, y]) => y);
    const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    const polygon = await this.#outline(middle, piece.kind, piece.height_cm);
    if (polygon && this.#draft.piece === piece) this.#draft.change({ polygon: polygon.map(rounded) });
  }

  async #save() {
    const { pieces, version } = this.#draft;
    const told = await this.#ask("PUT", "", { pieces, version });
    if (!told) return;
    this.#said = t("terrain_saved");
    this.#draft.load(told);
    this.dispatchEvent(new Event("saved", { bubbles: true }));
  }

  async #lock(path) {
    const told = await this.#ask("POST", path);
    if (!told) return;
    this.drawing.mode = "edit";
    this.#said = told.locked ? "" : t("terrain_intro");
    this.#draft.loadAnew(told);
    this.dispatchEvent(new Event(told.locked ? "locked" : "unlocked", { bubbles: true }));
  }

  #key(event) {
    if (event.target.closest("input, select") || event.altKey) return;
    const wanted = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : event.key;
    if (wanted === "Escape") this.drawing.mode === "edit" ? this.#draft.choose(null) : this.#enter("edit");
    else if ((event.ctrlKey || event.metaKey) && wanted === "z")
      event.preventDefault(), event.shiftKey ? this.#acts().redo() : this.#acts().undo();
    else if ((event.ctrlKey || event.metaKey) && wanted === "y") event.preventDefault(), this.#acts().redo();
  }

  #draw() {
    this.drawing.draw();
    this.#drawSide();
  }

  #beside() {
    const held = this.contains(document.activeElement) ? document.activeElement.dataset?.act : null;
    const inside = this.#draft.chosen === this.#shown ? this.panel.scrollTop : 0;
    this.#shown = this.#draft.chosen;
    this.panel.replaceChildren(
      ...panel(this.#draft, this.drawing.mode, this.drawing.line, this.#said, this.#acts()).filter(Boolean),
    );
    this.foot.replaceChildren(...foot(this.#draft, this.#acts()));
    this.panel.scrollTop = inside;
    if (held) this.querySelector(`[data-act="${CSS.escape(held)}"]:not([disabled])`)?.focus({ preventScroll: true });
    this.dataset.ready = String(!this.#failed);
  }
}

customElements.define("vd-terrain-editor", TerrainEditor);
