// <vd-terrain-editor api="/api/terrain" picture="/api/picture.jpg">: the terrain drawn over the picture from above.

import { held, html, nearest, present, withData } from "../dom.js";
import { whenLetGo } from "../letgo.js";
import { bounds } from "../plan/paths.js";
import { keepUnsaved } from "../unsaved.js";
import { t } from "../words.js";
import { TerrainDraft } from "./draft.js";
import { Drawing } from "./drawing.js";
import { area, borderDistance, contains, crossed, halved, rounded } from "./geometry.js";
import { foot, panel } from "./panel.js";

/** @import { MeasuredHeightView, NoHeightView, NoOutlineView, Point, ProposedOutlineView } from "../types.js" */
/** @import { TerrainView } from "../types.js" */

const SURE = 0.8;
const PATIENCE_MS = 10_000;

class TerrainEditor extends HTMLElement {
  #draft = new TerrainDraft();
  #said = "";
  #kind = "wood";
  #failed = false;
  #measures = false;
  #asked = "";
  /** @type {MeasuredHeightView | NoHeightView | null} */
  #height = null;
  /** @type {number | null} */
  #shown = null;
  #drawSide = () => {};
  #drawing = new Drawing(this.#draft, (at, what) => (at ? this.#tap(at) : this.#say(t(`terrain_${what}`))));
  #panel = html("div", {
    class: "card-body terrain-panel",
    tabindex: 0,
    role: "group",
    "aria-label": t("terrain_title"),
  });
  #foot = html("footer", { class: "card-foot row terrain-foot" });

  connectedCallback() {
    const side = html("aside", { class: "terrain-side", "aria-label": t("terrain_list") }, this.#panel, this.#foot);
    this.replaceChildren(this.#drawing.element, side);
    this.#drawSide = whenLetGo(side, () => this.#beside());
    this.#draft.addEventListener("change", () => {
      keepUnsaved(this.#draft.dirty);
      const none = document.querySelector('[data-act="terrain/none"]');
      none?.toggleAttribute("hidden", this.#draft.pieces.length > 0);
      this.#draw();
    });
    this.addEventListener("keydown", (event) => this.#key(event));
    this.#said = t("terrain_intro");
    this.#begin();
  }

  get #api() {
    return this.getAttribute("api") ?? "/api/terrain";
  }

  async #begin() {
    /** @type {TerrainView | null} */
    const told = await this.#ask("GET");
    if (told) this.#open(told);
  }

  /** @param {TerrainView} told */
  #open(told) {
    this.#drawing.lay(told, `${this.getAttribute("picture") ?? "/api/picture.jpg"}?v=${told.version}`);
    if (!told.kinds.some(({ kind }) => kind === this.#kind)) this.#kind = told.kinds[0]?.kind ?? this.#kind;
    this.#measures = told.measured;
    this.#draft.loadAnew(told);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} body
   */
  async #ask(method, path = "", body = {}) {
    this.#failed = true;
    try {
      const answer = await fetch(this.#api + path, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
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

  /** @param {string} text */
  #say(text) {
    this.#said = text;
    this.#draw();
  }

  #acts() {
    return {
      kind: this.#kind,
      height: this.#height,
      setKind: (/** @type {string} */ kind) => {
        this.#kind = kind;
      },
      tap: () => this.#enter(this.#drawing.mode === "tap" ? "edit" : "tap"),
      draw: () => this.#enter("draw"),
      cancel: () => this.#enter("edit"),
      finish: () => this.#finish(),
      undo: () => this.#undo(),
      redo: () => this.#draft.redo(),
      propose: () => this.#proposeAgain(),
      save: () => this.#save(),
      lock: () => this.#lock("/lock"),
      unlock: () => this.#lock("/unlock"),
    };
  }

  #undo() {
    if (this.#drawing.mode !== "draw") return this.#draft.undo();
    this.#drawing.line = this.#drawing.line.slice(0, -1);
    this.#draw();
  }

  /** @param {"edit" | "draw" | "tap"} mode */
  #enter(mode) {
    this.#drawing.mode = mode;
    this.#drawing.line = [];
    if (mode !== "edit") this.#draft.chosen = null;
    const says = { tap: "terrain_says_tap", draw: "terrain_says_draw", edit: "terrain_intro" };
    this.#say(mode === "edit" ? t(says.edit) : `${t(says[mode])} ${t("terrain_says_cross")}`);
    if (mode !== "edit") this.#drawing.aim();
  }

  #finish() {
    const line = this.#drawing.line;
    if (line.length < 3) return;
    this.#drawing.mode = "edit";
    this.#drawing.line = [];
    this.#said = t("terrain_says_edit");
    this.#draft.add(this.#kind, line);
  }

  /** @param {Point} at */
  #tap(at) {
    if (this.#draft.locked) return;
    if (this.#drawing.mode === "draw") return this.#addCorner(at);
    if (this.#drawing.mode === "tap") return this.#propose(at);
    const hits = this.#draft.pieces
      .map((piece, i) => ({
        i,
        size: area(piece.polygon),
        hit: contains(piece.polygon, at) || borderDistance(piece.polygon, at) < this.#drawing.reach / 2,
      }))
      .filter(({ hit }) => hit);
    const hit = hits.sort((a, b) => a.size - b.size)[0];
    if (hit) this.#said = t("terrain_says_edit");
    return this.#draft.choose(hit ? hit.i : null);
  }

  /** @param {Point} at */
  #addCorner(at) {
    const [first] = this.#drawing.line;
    if (first && this.#drawing.line.length > 2 && Math.hypot(first[0] - at[0], first[1] - at[1]) < this.#drawing.reach)
      return this.#finish();
    this.#drawing.line = [...this.#drawing.line, rounded(at)];
    return this.#draw();
  }

  /**
   * Asks for the outline of what is at a point; says why when there is none.
   * @param {Point} at
   * @param {string} kind
   * @param {number} height_cm
   * @returns {Promise<Point[] | null>}
   */
  async #outline([x, y], kind, height_cm) {
    this.#say(t("terrain_looking"));
    /** @type {ProposedOutlineView | NoOutlineView | null} */
    const told = await this.#ask("POST", "/outline", { x, y, kind, height_cm });
    if (!told) return null;
    if (!told.polygon) this.#say(told.text);
    else this.#said = `${t(told.confidence >= SURE ? "terrain_sure" : "terrain_unsure")} ${t("terrain_says_edit")}`;
    return told.polygon;
  }

  /** Asks how high the chosen piece was measured to be: once for an outline. */
  async #measure() {
    const { piece, locked } = this.#draft;
    const asked = piece && this.#measures && !locked ? JSON.stringify([piece.polygon, piece.top]) : "";
    if (asked === this.#asked) return;
    [this.#asked, this.#height] = [asked, null];
    if (!piece || !asked || crossed(piece.polygon)) return;
    /** @type {MeasuredHeightView | NoHeightView | null} */
    const told = await this.#ask("POST", "/height", { piece });
    if (asked !== this.#asked) return;
    this.#height = told;
    this.#drawSide();
  }

  /** @param {Point} at */
  async #propose(at) {
    const polygon = await this.#outline(at, this.#kind, this.#draft.usualHeight(this.#kind));
    if (!polygon || this.#drawing.mode !== "tap") return;
    this.#drawing.mode = "edit";
    this.#draft.add(this.#kind, polygon);
  }

  async #proposeAgain() {
    const { piece } = this.#draft;
    if (!piece) return;
    const { x, y, width, height } = bounds(piece.polygon);
    const polygon = await this.#outline([x + width / 2, y + height / 2], piece.kind, piece.height_cm);
    if (!polygon || this.#draft.piece !== piece) return;
    this.#draft.change({ polygon: polygon.map(rounded), crest: piece.crest.length ? halved(polygon) : [] });
  }

  async #save() {
    const { pieces, version } = this.#draft;
    /** @type {TerrainView | null} */
    const told = await this.#ask("PUT", "", { pieces, version });
    if (!told) return;
    this.#said = t("terrain_saved");
    this.#draft.load(told);
    this.dispatchEvent(new Event("saved", { bubbles: true }));
  }

  /** @param {string} path */
  async #lock(path) {
    /** @type {TerrainView | null} */
    const told = await this.#ask("POST", path);
    if (!told) return;
    this.#drawing.mode = "edit";
    this.#said = told.locked ? "" : t("terrain_intro");
    this.#draft.loadAnew(told);
    this.dispatchEvent(new Event(told.locked ? "locked" : "unlocked", { bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (nearest(event, "input, select") || event.altKey) return;
    if (event.key === "Escape") return this.#drawing.mode === "edit" ? this.#draft.choose(null) : this.#enter("edit");
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key)) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.#draft.redo();
    else this.#undo();
  }

  #draw() {
    this.#drawing.draw();
    this.#drawSide();
  }

  #beside() {
    this.#measure();
    const act = held(this)?.dataset.act;
    const inside = this.#draft.chosen === this.#shown ? this.#panel.scrollTop : 0;
    this.#shown = this.#draft.chosen;
    this.#panel.replaceChildren(
      ...present(panel(this.#draft, this.#drawing.mode, this.#drawing.line, this.#said, this.#acts())),
    );
    this.#foot.replaceChildren(...foot(this.#draft, this.#acts()));
    this.#panel.scrollTop = inside;
    withData(this, "act", act)?.focus({ preventScroll: true });
    this.dataset.ready = String(!this.#failed);
  }
}

customElements.define("vd-terrain-editor", TerrainEditor);
