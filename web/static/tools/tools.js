// The tool in hand: ruler, path, burst, arc, or pointing out what an action is aimed at. Nothing here measures.

import { t } from "../words.js";
import { ask, failed, Newest } from "./asking.js";

/** @import { Session } from "../session.js" */
/** @import { Area, Failed, MayView, Measured, OpenFacts, Point } from "../types.js" */
/** @import { ReachLineView, ReachView, StandView, VerbView } from "../types.js" */

/** @type {("ruler" | "path" | "burst" | "arc")[]} */
export const KINDS = ["ruler", "path", "burst", "arc"];

/**
 * A place that was pointed out: of a stand, of a piece of terrain, of a cell, or of nothing in particular.
 * A piece is `called` otherwise than its name in the reader's language.
 * @typedef {{ x: number, y: number, stand?: string, piece?: string, called?: string, cell?: string }} Spot
 */

/** The tool in hand, and what was pointed out with it. */
class Hand {
  /** @type {"ruler" | "path" | "burst" | "arc" | "aim" | null} */
  kind = null;
  /** @type {Spot[]} */
  points = [];
  /** Whether it was begun by a long press: just asking, in two taps. */
  asking = false;
  /**
   * Who moves, throws or acts.
   * @type {string | null}
   */
  stand = null;
  /** @type {VerbView[]} */
  ways = [];
  /** @type {VerbView | null} */
  way = null;
  manner = "path";
  degrees = 30;
  /**
   * What is to be declared, and what of it was pointed out.
   * @type {(VerbView & { more?: OpenFacts }) | null}
   */
  aim = null;
  /** @type {string | null} */
  verb = null;
  /** Which of a ruler's distances is drawn. */
  how = 0;
  /** @type {Measured | Failed | null} */
  result = null;
  /** @type {Record<string, { areas: Area[], said: ReachLineView[] }>} */
  arcs = {};
}

export class Tools extends Hand {
  #newest = new Newest();
  #table = 0;
  /** What the result answers. */
  #asked = "";
  /**
   * Where the keys' cross is.
   * @type {Point | null}
   */
  cursor = null;
  #session;

  /** @param {Session} session */
  constructor(session) {
    super();
    this.#session = session;
    session.addEventListener("change", () => this.#keepUp());
  }

  /**
   * Takes a tool into the hand, or puts it away if it is there already.
   * @param {"ruler" | "path" | "burst" | "arc"} kind
   */
  take(kind) {
    const again = this.kind === kind && !this.aim;
    const bursts = this.#session.view?.bursts ?? [];
    this.#reset();
    if (again || (kind === "burst" && !bursts.length)) return this.#changed();
    this.kind = kind;
    const stand = this.#session.stand(this.#session.actor);
    if (kind === "burst") [this.verb, this.stand] = [bursts[0], stand?.name ?? null];
    if (kind === "path" && stand && !stand.fallen) this.#moving(stand.name);
    if (kind === "arc" && stand && !stand.fallen) this.#toggleArc(stand.name);
    this.#changed();
  }

  /**
   * Just asking: a long press is the ruler's first end, the next tap the other, and one more puts it away.
   * @param {Spot} spot
   */
  askFrom(spot) {
    if (!this.measures) return this.#session.say(t("reach_hidden"));
    this.#reset();
    Object.assign(this, { kind: "ruler", asking: true, points: [spot] });
    this.#changed();
  }

  /**
   * Points out what an entry of "what it may do" still asks for, and declares it then.
   * @param {VerbView} entry
   */
  begin(entry) {
    const actor = this.#session.actor;
    if (!actor) return;
    const asks = entry.asks.filter((keys) => keys.length);
    if (!asks.length) return this.#declare({ ...entry.action });
    this.#reset();
    this.aim = { ...entry, asks };
    this.stand = actor;
    if (asks.some((keys) => keys.length === 1 && keys[0] === "path")) this.#walk(actor, [entry], entry);
    else this.kind = "aim";
    if (this.#session.view?.bursts.includes(entry.verb)) this.verb = entry.verb;
    this.#changed();
  }

  /**
   * Asks by which of several verbs a stand acts on the target it has.
   * @param {string} actor
   * @param {string} target
   * @param {readonly VerbView[]} ways
   */
  offer(actor, target, ways) {
    this.#reset();
    const words = ways.map(({ verb, name }) => ({ word: verb, said: `${name} ${target}` }));
    this.aim = { verb: "", name: target, words, asks: [["type"]], action: { ...ways[0].action, target } };
    Object.assign(this, { kind: "aim", stand: actor });
    this.#changed();
  }

  /** The session it measures in. */
  get session() {
    return this.#session;
  }

  leave() {
    this.#reset();
    this.#changed();
  }

  /**
   * A place was tapped, in table cm, on or near that stand if there is one, else perhaps on something else.
   * @param {Point} point
   * @param {string | null} name
   * @param {{ piece?: string, called?: string, cell?: string }} [beneath]
   */
  tap(point, name, beneath) {
    const stand = name && this.#session.stand(name);
    const on = stand && !stand.fallen ? stand : null;
    if (this.kind === "ruler" && this.asking && this.points.length > 1) return this.leave();
    if (this.kind === "ruler") this.#rule(on ? { x: on.x, y: on.y, stand: on.name } : { ...place(point), ...beneath });
    else if (this.kind === "arc" && on) this.#toggleArc(on.name);
    else if (this.kind === "burst") this.points = [place(point)];
    else if (this.kind === "path") this.#step(point, on);
    else if (this.kind === "aim") this.#point(point, on);
    this.#ask();
    this.#changed();
  }

  /**
   * @param {number} index
   * @param {Point} point
   */
  move(index, point) {
    if (!this.points[index] || (index === 0 && this.stand && this.kind === "path")) return;
    this.points[index] = place(point);
    this.#ask();
    this.#changed();
  }

  takeBack() {
    if (this.kind === "arc") this.arcs = {};
    if (this.kind === "path" && this.stand && this.points.length === 1 && !this.aim)
      [this.stand, this.points, this.ways] = [null, [], []];
    else if (!(this.kind === "path" && this.stand && this.points.length === 1)) this.points = this.points.slice(0, -1);
    this.result = null;
    this.#ask();
    this.#changed();
  }

  /** @param {Partial<Hand>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.result = null;
    this.#ask();
    this.#changed();
  }

  /**
   * The action as it stands; null while something is missing.
   * @returns {OpenFacts | null}
   */
  get action() {
    if (this.kind === "path" && this.way) {
      const action = { ...this.way.action, ...(this.aim?.more ?? {}) };
      const degrees = Number(this.degrees);
      if (this.manner === "left" || this.manner === "right")
        return degrees ? { ...action, wheel: { pivot: this.manner, degrees } } : null;
      if (this.manner === "turn") return degrees ? { ...action, turn: degrees } : null;
      if (this.points.length < 2) return null;
      const path = this.points.map((p) => [p.x, p.y]);
      return this.manner === "path" ? { ...action, path } : { ...action, path, form: this.manner };
    }
    if (this.kind === "aim" && this.aim && this.points.length)
      return { ...this.aim.action, point: [this.points[0].x, this.points[0].y] };
    return null;
  }

  /**
   * The order, or the edge of the table, is chosen: with it all is said.
   * @param {string} word
   */
  give(word) {
    return this.aim && this.#declare({ ...this.aim.action, [this.aim.asks[0][0]]: word });
  }

  declare() {
    return this.action && this.#declare(this.action);
  }

  get measures() {
    return this.#session.view?.mode !== "reveal";
  }

  /** @param {OpenFacts} action */
  async #declare(action) {
    if (this.#session.underWay) return this.#session.say(t(`owed_${this.#session.view?.owed}`));
    const before = this.#session.view?.acts;
    await this.#session.act("act", { action });
    if (this.#session.view?.acts !== before) this.leave();
  }

  /** @param {Spot} spot */
  #rule(spot) {
    if (this.points.length > 1) [this.points, this.result, this.how] = [[], null, 0];
    this.points = [...this.points, spot];
  }

  /**
   * @param {Point} point
   * @param {StandView | null} stand
   */
  #step(point, stand) {
    if (!this.stand && !this.points.length && stand) return this.#moving(stand.name);
    if (!["path", "column", "line"].includes(this.manner)) return;
    this.points = [...this.points, place(point)];
  }

  /**
   * @param {Point} point
   * @param {StandView | null} stand
   */
  #point(point, stand) {
    const { aim } = this;
    if (stand && aim?.asks[0][0] === "type") {
      this.leave();
      return this.#session.choose(stand.name); // another target, or another shooter
    }
    const named = aim?.asks.find((keys) => keys.includes("target") || keys.includes("vehicle"));
    if (stand && aim && named && stand.name !== this.stand) {
      const key = named.includes("target") ? "target" : "vehicle";
      const action = { ...aim.action, [key]: stand.name };
      if (named.includes("path") && this.stand) {
        this.aim = { ...aim, more: { [key]: stand.name } };
        this.#walk(this.stand, [this.aim], this.aim);
      } else this.#declare(action);
      return;
    }
    if (aim?.asks.some((keys) => keys.includes("point"))) this.points = [place(point)];
  }

  /**
   * The ways a stand may go are the server's to say.
   * @param {string} name
   */
  async #moving(name) {
    /** @type {MayView | Failed} */
    const answer = await ask(`may?stand=${encodeURIComponent(name)}`);
    if (this.kind !== "path" || (this.stand && this.stand !== name)) return;
    const all = failed(answer) ? [] : [...(answer.may ?? []), ...(answer.veiled ?? [])];
    const ways = all.filter((it) => it.asks.some((keys) => keys.length === 1 && keys[0] === "path"));
    if (failed(answer)) this.#session.say(answer.error);
    else if (!ways.length) this.#session.say(t("nothing_to_move", { stand: name }));
    else this.#walk(name, ways, ways[0]);
    this.#changed();
  }

  /**
   * @param {string} name
   * @param {VerbView[]} ways
   * @param {VerbView} way
   */
  #walk(name, ways, way) {
    const stand = this.#session.stand(name);
    if (!stand) return;
    Object.assign(this, { kind: "path", stand: name, ways, way, points: [{ x: stand.x, y: stand.y, stand: name }] });
  }

  /** @param {string} name */
  async #toggleArc(name) {
    if (this.arcs[name]) {
      const { [name]: _, ...others } = this.arcs;
      this.arcs = others;
      return;
    }
    /** @type {ReachView | Failed} */
    const answer = await ask(`reach?stand=${encodeURIComponent(name)}`);
    if (this.kind !== "arc") return;
    if (failed(answer)) this.#session.say(answer.error);
    else if (answer.hidden) this.#session.say(t("reach_hidden"));
    else {
      const areas = answer.areas.filter((area) => area.role !== "going");
      const said = answer.said.filter(({ sign }) => sign !== "going" && sign !== "unseen");
      this.arcs = { ...this.arcs, [name]: { areas, said } };
    }
    this.#changed();
  }

  #ask() {
    const question = this.#question();
    const asked = JSON.stringify(question);
    // Till it is answered for these points there is nothing to show.
    if (asked !== this.#asked) this.result = null;
    this.#asked = asked;
    if (!question || !this.measures) {
      this.#newest.drop();
      if (!question) this.result = null;
      return;
    }
    this.#newest.put(
      () => ask(`measure/${question.what}`, question.body),
      (/** @type {Measured | Failed} */ answer) => {
        if (!this.kind) return;
        this.result = answer;
        this.#changed();
      },
    );
  }

  #question() {
    const end = (/** @type {Spot} */ { x, y, stand, piece, cell }) =>
      stand ? { stand } : piece ? { piece } : cell ? { cell } : { point: [x, y] };
    if (this.kind === "ruler" && this.points.length === 2)
      return { what: "ruler", body: { start: end(this.points[0]), end: end(this.points[1]) } };
    if (this.kind === "path" && this.way) return this.action && { what: "trial", body: { action: this.action } };
    if (this.kind === "path" && this.points.length > 1)
      return { what: "path", body: { path: this.points.map((p) => [p.x, p.y]) } };
    if (this.kind === "aim") return this.action && { what: "trial", body: { action: this.action } };
    if (this.points.length && this.kind === "burst")
      return {
        what: "burst",
        body: {
          verb: this.verb,
          point: [this.points[0].x, this.points[0].y],
          ...(this.stand ? { stand: this.stand } : {}),
        },
      };
    return null;
  }

  /** A stand that moved takes the ruler's end, or the way's beginning, with it. */
  #keepUp() {
    const version = this.#session.view?.versions.table ?? 0;
    if (!this.kind || version === this.#table) return;
    this.#table = version;
    if (!this.measures) this.result = null;
    if (this.stand && !this.#session.stand(this.stand)) return this.leave();
    this.points = this.points.map((p) => {
      const stand = p.stand && this.#session.stand(p.stand);
      return stand ? { ...p, x: stand.x, y: stand.y } : p;
    });
    this.#ask();
  }

  #reset() {
    this.#newest.drop();
    this.#session.placing = null;
    Object.assign(this, new Hand());
  }

  #changed() {
    this.#session.dispatchEvent(new Event("change"));
  }
}

/** @param {number} cm */
const round = (cm) => Math.round(cm * 100) / 100;
/** @param {Point} point */
const place = ([x, y]) => ({ x: round(x), y: round(y) });
