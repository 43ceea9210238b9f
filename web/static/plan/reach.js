// What the chosen stand reaches, drawn: where it may go, what its weapons cover, whom it sees and how surely.

import { svg } from "../dom.js";
import { ask, failed, Newest } from "../tools/asking.js";
import { box, rangeSpots, signPlace } from "./labels.js";
import { open } from "./paths.js";
import { areaShape, signMark } from "./shapes.js";
import { StandLayer } from "./stands.js";

/** @import { Leaning } from "./leaning.js" */
/** @import { Plan } from "./plan.js" */
/** @import { Session } from "../session.js" */
/** @import { AimView, Area, Failed, ReachView } from "../types.js" */

export class ReachLayer {
  #newest = new Newest();
  #version = "";
  #session;
  #plan;

  /**
   * @param {Session} session
   * @param {Plan} plan
   */
  constructor(session, plan) {
    this.#session = session;
    this.#plan = plan;
    session.addEventListener("change", () => this.#keepUp());
    plan.addEventListener("rescale", () => this.draw());
  }

  #keepUp() {
    const session = this.#session;
    const { view } = session;
    const stand = session.ruling ? null : session.stand(session.actor);
    const wanted =
      view && stand && !stand.fallen ? `${stand.name} ${view.versions.table} ${view.versions.run} ${view.mode}` : "";
    if (wanted !== this.#version) {
      this.#version = wanted;
      if (!stand || !wanted) session.reach = null;
      else
        this.#newest.put(
          () => ask(`reach?stand=${encodeURIComponent(stand.name)}`),
          (/** @type {ReachView | Failed} */ answer) => {
            if (this.#version !== wanted) return;
            if (failed(answer)) {
              this.#version = ""; // with the next change it is asked again
              session.reach = null; // it was answered for another table
              return this.draw();
            }
            session.reach = answer;
            session.dispatchEvent(new Event("change"));
          },
        );
    }
    this.draw();
  }

  draw() {
    const { reach, view, tools } = this.#session;
    const aims = tools.kind && tools.kind !== "path" && tools.kind !== "aim";
    const { lean } = this.#plan;
    if (!reach || !view || aims || this.#session.placing) {
      this.#plan.reachLayer.replaceChildren(...shotWay(this.#session, lean));
      return this.#plan.nameAreas("reach", []);
    }
    const px = this.#plan.zoom.cmPerPx;
    const areas =
      tools.kind === "path"
        ? reach.areas.filter((area) => area.role === "going" && (!tools.way || tools.way.verb === area.verb))
        : reach.areas;
    const lines = tools.kind === "path" ? [] : reach.lines;
    const { stands } = this.#plan;
    const round = stands instanceof StandLayer ? stands.named : [];
    const names = areas.flatMap((area) => rangeName(area, lean));
    this.#plan.reachLayer.replaceChildren(
      ...areas.flatMap((area) => [
        areaShape(area, lean, `reach-casing`),
        areaShape(area, lean, `reach-${area.role} weapon-${area.verb}`),
      ]),
      ...names.map(({ element }) => element),
      ...lines.flatMap((line) => sightLine(line, lean, px, round)),
      ...shotWay(this.#session, lean),
    );
    this.#plan.nameAreas("reach", names);
  }
}

/**
 * Where the next shot of the cannon that plays may go: what the shell sweeps, where such shots came down.
 * @param {Session} session
 * @param {Leaning} lean
 */
function shotWay({ aim, view, ruling }, lean) {
  if (!aim || ruling || aim.side !== view?.turn.side || view.cannon?.proposal) return [];
  const areas = [
    { role: "going", points: aim.strip },
    { role: "band", points: aim.spread },
  ];
  return areas
    .filter(({ points }) => points.length)
    .flatMap(({ role, points }) =>
      ["reach-casing", `reach-${role} shot-way`].map((name) => areaShape({ form: "polygon", points }, lean, name)),
    );
}

/**
 * What a weapon's limit is called, to be placed.
 * @param {Area} area
 * @param {Leaning} lean
 */
export function rangeName(area, lean) {
  if (!("label" in area) || !area.label) return [];
  const at = area.points.map(lean.foot);
  const element = svg("text", { class: "range-name" }, area.label);
  const named = { x: at[0][0], y: at[0][1], radius: 0, text: area.label, rank: 3, element };
  return [{ element, named: (/** @type {number} */ px) => ({ ...named, spots: rangeSpots(area, at, px) }) }];
}

/**
 * Solid where it is seen, dashed where that is too close to call, dotted where it is fired at unseen; the mark near its
 * end, off all stands but its target, says in range, out or close.
 * @param {AimView} line
 * @param {Leaning} lean
 * @param {number} px
 * @param {StandLayer["named"]} stands
 */
function sightLine({ points, sees, reaches, target }, lean, px, stands) {
  const [start, end] = points.map(lean.foot);
  const d = open([start, end]);
  const others = stands.filter(({ text }) => text !== target).map(({ x, y, radius: r }) => box(x, y, r, r));
  return [
    svg("path", { class: "sight-casing", d }),
    svg("path", {
      class: `sight-line sees-${sees} reaches-${reaches}`,
      d,
      "data-target": target,
      "stroke-dasharray": sees === "failed" ? "1.5 6" : null,
    }),
    signMark(signPlace(start, end, px, others), reaches, px),
  ];
}
