// What the plan draws here: the table now, or as it stood at an entry; the newest wish wins, one is fetched at a time.

export class Past extends EventTarget {
  /** The entry that is shown; null for now. */
  at = null;
  actor = null;
  pictureVersion = 0;
  #now;
  #view = null;
  #wanted = null;
  #fetching = false;

  constructor(now) {
    super();
    this.#now = now;
    now.addEventListener("change", () => this.#changed());
  }

  get head() {
    return this.#now.view?.journal?.sequence ?? 0;
  }

  get view() {
    return this.at === null ? this.#now.view : this.#view;
  }

  get ruling() {
    return this.view?.ruling ?? null;
  }

  get entry() {
    return this.at === null ? null : (this.#view?.entry ?? null);
  }

  stand(name) {
    return this.view?.stands.find((stand) => stand.name === name) ?? null;
  }

  /** Show an entry's moment; the newest is now. */
  async go(number) {
    this.#wanted = number >= this.head ? null : Math.max(1, number);
    if (this.#fetching) return;
    this.#fetching = true;
    while (this.#wanted !== this.at) {
      const wanted = this.#wanted;
      const view = wanted === null ? null : await momentOf(wanted);
      if (wanted !== null && !view) {
        this.#wanted = this.at; // it cannot be shown: what was there stays
        break;
      }
      this.at = wanted;
      this.#view = view;
      this.#changed();
    }
    this.#fetching = false;
    this.dispatchEvent(new Event("settled"));
  }

  #changed() {
    this.actor = this.ruling?.actor ?? null;
    this.dispatchEvent(new Event("change"));
  }
}

async function momentOf(number) {
  try {
    const answer = await fetch(`/api/journal/${number}`, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
