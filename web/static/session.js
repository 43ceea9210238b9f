// The page's one state: what the server shows, who is chosen here, and the acts that change it.

import { about, Changes } from "./changes.js";
import { ask, failed } from "./tools/asking.js";
import { Tools } from "./tools/tools.js";
import { capital, t } from "./words.js";

/** @import { Board } from "./board/board.js" */
/** @import { HexTurn } from "./board/turn.js" */
/** @import { Placing } from "./byhand/placing.js" */
/** @import { CannonAimView, DieFace, Failed, MayView, ReachView } from "./types.js" */
/** @import { StandView, VerbView, VersionsView, View } from "./types.js" */

const RETRY_MS = 1000;
const PATIENCE_MS = 10_000;

export class Session extends EventTarget {
  /** @type {View | null} */
  view = null;
  /** @type {string | null} */
  actor = null;
  lost = false;
  /** @type {(MayView & { name: string, version: number }) | null} */
  may = null;
  /**
   * The stand that is being placed by hand, and where; see byhand/placing.js.
   * @type {Placing | null}
   */
  placing = null;
  /**
   * The turn being put together where the game is played on a board; see board/board.js.
   * @type {Board | HexTurn | null}
   */
  board = null;
  /**
   * Where the chosen stand may go, and whom it sees; see plan/reach.js.
   * @type {ReachView | null}
   */
  reach = null;
  /**
   * Where the cannon of the side that plays aims, as it was last said; see cannon/aim.js.
   * @type {CannonAimView | null}
   */
  aim = null;
  /** Who moved in the turn that ended last, and whether all were within what they had; see card/moved.js. */
  moved = "";
  /** The tool in hand. */
  tools = new Tools(this);
  #pictureVersion = 0;
  #tableVersion = 0;
  #run = "";
  #changes = new Changes(
    (versions) => this.#heard(versions),
    (lost) => this.#setLost(lost),
  );
  #retrying = false;
  #seeking = false;
  #address;
  /**
   * Settles when the acts under way are done: a quick hand's next act then finds the table as it will be.
   * @type {Promise<unknown>}
   */
  #busy = Promise.resolve();

  /** What there is to see is asked at `address`: spectators have another than those who play. */
  constructor(address = "/api/view") {
    super();
    this.#address = address;
  }

  async open() {
    await this.#reload();
    this.#changes.open();
    // A browser keeps few connections to one place: a page nobody looks at gives its own back.
    document.addEventListener("visibilitychange", () =>
      document.hidden ? this.#changes.close() : this.#changes.open(),
    );
  }

  get pictureVersion() {
    return this.#pictureVersion;
  }

  get ruling() {
    return this.view?.ruling ?? null;
  }

  /**
   * @param {string | null | undefined} name
   * @returns {StandView | null}
   */
  stand(name) {
    return this.view?.stands.find((stand) => stand.name === name) ?? null;
  }

  /** Whether dice have begun to fall on a ruling that is not finished. */
  get underWay() {
    return Boolean(this.view?.owed);
  }

  /** What the chosen stand may still do, asked of the server whenever it may have changed. */
  async #askMay() {
    const [name, version] = [this.actor, this.#tableVersion];
    if (!name || this.ruling || (this.stand(name)?.fallen ?? true)) return;
    try {
      const answer = await fetch(`/api/may?stand=${encodeURIComponent(name)}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const told = answer.ok ? await answer.json() : null;
      if (!told || this.actor !== name || this.ruling) return; // too late: another was tapped meanwhile
      this.may = { name, version, ...told };
      this.lost = false;
      this.dispatchEvent(new Event("change"));
    } catch {
      if (this.actor !== name) return;
      this.may = null; // it was answered for another table
      this.#setLost(true);
      this.#seek();
    }
  }

  /** Asks what there is to see until an answer comes: then nothing is lost any more. */
  #seek() {
    if (this.#seeking) return;
    this.#seeking = true;
    const again = async () => {
      this.#seeking = false;
      if (!this.lost) return;
      await this.#reload().then(
        () => this.#setLost(false),
        () => this.#seek(),
      );
    };
    setTimeout(again, about(RETRY_MS));
  }

  /**
   * What begins to declare an action: set by the page.
   * @type {(entry: VerbView, event: UIEvent) => void}
   */
  begin = () => {};

  /**
   * A stand was tapped: it becomes the shooter, or the target of the shooter there is.
   * @param {string} name
   */
  async choose(name) {
    await this.#busy;
    const stand = this.stand(name);
    if (!stand || this.placing) return;
    if (this.board && this.view?.board) return this.board.choose(name);
    if (this.view?.put_back.under_way) return this.say(t("put_meanwhile"));
    if (stand.fallen) return this.say(t("said_fallen", { name }));
    if (this.underWay) return this.say(t(`owed_${this.view?.owed}`));
    const shooter = this.ruling?.confirmed ? null : this.stand(this.actor);
    if (shooter && !shooter.fallen && shooter.side !== stand.side) {
      await this.#aim(shooter.name, name);
    } else {
      const again = shooter?.name === name && !this.ruling;
      if (this.ruling) await this.act("withdraw");
      if (this.ruling) return; // nobody heard: the card is still the other's
      this.actor = again ? null : name;
      this.#changed();
    }
  }

  /**
   * @param {string} actor
   * @param {string} target
   */
  async declare(actor, target) {
    await this.#busy;
    if (this.underWay) return this.say(t(`owed_${this.view?.owed}`));
    await this.#aim(actor, target);
  }

  /**
   * Declares what a stand may do to its target: with several weapons the player says with which.
   * @param {string} actor
   * @param {string} target
   */
  #aim(actor, target) {
    const after = this.#busy.then(() => this.#aimed(actor, target));
    this.#busy = after.catch(() => {});
    return after;
  }

  /**
   * @param {string} actor
   * @param {string} target
   */
  async #aimed(actor, target) {
    const known = this.may?.version === this.#tableVersion && this.may.name === actor ? this.may : null;
    /** @type {MayView | Failed} */
    const may = known ?? (await ask(`may?stand=${encodeURIComponent(actor)}`));
    if (failed(may)) return this.say(may.error);
    const all = [...may.may, ...may.veiled].filter(({ verb }) => may.aimed.includes(verb));
    const open = all.filter((it) => !("allowed" in it) || it.allowed);
    const ways = open.length > 0 ? open : all; // what is not allowed is declared to be told why
    if (ways.length > 1) this.tools.offer(actor, target, ways);
    else if (ways.length === 1) await this.#post("match/act", { action: { ...ways[0].action, target } });
    else await this.#post("match/declare", { actor, target });
  }

  /** Lets an action happen that asks for no dice. */
  async confirm() {
    await this.#busy;
    if (this.ruling?.ready) await this.act("confirm");
  }

  async putAway() {
    if (this.tools.kind) return this.tools.leave();
    if (this.board?.begun) return this.board.leave();
    await this.#busy;
    if (this.underWay) return this.say(t(`owed_${this.view?.owed}`));
    if (this.ruling) await this.act("withdraw");
    if (this.ruling) return; // nobody heard, or it must be played
    this.actor = null;
    this.#changed();
  }

  /** @param {DieFace | null} face */
  async throwDie(face) {
    await this.#busy;
    if (!this.wantsDice) return;
    if (face) await this.act("throw", { dice: [face] });
    else await this.act("throw", { many: this.ruling?.together ?? 1 });
  }

  /**
   * Vedette's own dice: a player's word before the first of them, and the seed after the match.
   * @param {string} word
   */
  mix(word) {
    return this.act("word", { word }, "dice");
  }

  showDice() {
    this.dispatchEvent(new Event("words-wanted"));
  }

  /** Measure openly, or declare first and reveal then. */
  chooseMode() {
    return this.act("mode", { mode: this.view?.mode === "reveal" ? "open" : "reveal" });
  }

  showSeed() {
    return this.act("show", {}, "dice");
  }

  get wantsDice() {
    const ruling = this.ruling;
    return Boolean(
      ruling && ruling.verdict === "allowed" && ruling.needs && !ruling.measured_only && ruling.question?.said !== null,
    );
  }

  /** Whether what the other side is asked is asked here: of its player, or of the referee. */
  get mayAnswer() {
    const { role, side } = document.documentElement.dataset;
    return role !== "spectator" && (!side || side === this.ruling?.question?.side);
  }

  /** @param {boolean} passed */
  async decide(passed) {
    await this.#busy;
    const { undecided, question } = this.ruling ?? {};
    if (undecided) await this.act("decide", { clause: undecided.name, passed });
    else if (question && this.mayAnswer) await this.act("answer", { [question.key]: passed });
  }

  /**
   * Acts go out one after the other, in the order of the taps.
   * @param {string} name
   * @param {object} body
   * @param {string} room
   */
  act(name, body = {}, room = "match") {
    const after = this.#busy.then(() => this.#post(`${room}/${name}`, body));
    this.#busy = after.catch(() => {});
    return after;
  }

  /** @param {string} text */
  say(text) {
    this.dispatchEvent(new CustomEvent("said", { detail: capital(text) }));
  }

  /**
   * @param {string} address
   * @param {object} body
   */
  async #post(address, body) {
    try {
      const answer = await fetch(`/api/${address}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...body, seen: this.view?.acts }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const data = await answer.json();
      this.#setLost(false);
      if (answer.ok) this.#show(data);
      else this.say(data.error);
    } catch {
      this.#setLost(true);
      this.#seek();
      this.say(t("no_answer"));
    }
  }

  async #reload() {
    if (this.#retrying) return; // the newest is on its way already
    const answer = await fetch(this.#address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) return this.#show(await answer.json());
    if (answer.status !== 503 && answer.status !== 429) return;
    // Too many ask at this moment.
    this.#retrying = true;
    await new Promise((go) => setTimeout(go, about(RETRY_MS)));
    this.#retrying = false;
    await this.#reload();
  }

  /** @param {View} view */
  #show(view) {
    if (view.versions.run === this.#run && view.versions.table < this.#tableVersion) return;
    this.#run = view.versions.run;
    const before = this.ruling;
    this.view = view;
    this.#tableVersion = view.versions.table;
    if (view.ruling) this.actor = view.ruling.actor;
    else if (this.actor && (before?.confirmed || (this.stand(this.actor)?.fallen ?? true))) this.actor = null;
    this.#changed();
    if (!this.#pictureVersion) this.#newPicture(view.versions.picture); // newer ones are told of as they come
  }

  /** @param {VersionsView} versions */
  #heard(versions) {
    // A server that was started anew counts from one again, and may have another battle on its table.
    const anew = this.#run !== "" && versions.run !== this.#run;
    if (anew || versions.table !== this.#tableVersion) this.#busy.then(() => this.#reload()).catch(() => {});
    this.#newPicture(versions.picture, anew);
  }

  /**
   * @param {number} version
   * @param {boolean} anew
   */
  #newPicture(version, anew = false) {
    if (version === this.#pictureVersion && !anew) return;
    this.#pictureVersion = version;
    this.dispatchEvent(new Event("picture"));
  }

  /** @param {boolean} lost */
  #setLost(lost) {
    if (this.lost === lost) return;
    this.lost = lost;
    this.#changed();
  }

  #changed() {
    // Nothing is shown under a name that was not answered for it.
    if (this.may && (this.may.name !== this.actor || this.ruling)) this.may = null;
    if (this.reach && (this.reach.stand !== this.actor || this.ruling)) this.reach = null;
    if (this.actor && !this.ruling && this.may?.version !== this.#tableVersion) this.#askMay();
    this.dispatchEvent(new Event("change"));
  }
}
