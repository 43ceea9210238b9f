// What the page's modules ask of a browser while they load: the words and the language the server wrote into the page.

import { setMaxListeners } from "node:events";

/** Loads a module of the page; all of one test file see the same words. */
export async function load(path, { words = {}, lang = "en", side = undefined } = {}) {
  globalThis.document ??= Object.assign(new EventTarget(), {
    documentElement: { lang, dataset: side ? { side } : {} },
    getElementById: (id) => (id === "words" ? { textContent: JSON.stringify(words) } : null),
    hidden: false,
  });
  globalThis.HTMLElement ??= class {};
  globalThis.customElements ??= { define: () => {} };
  setMaxListeners(0, globalThis.document); // one session a test
  return import(`../../web/static/${path}`);
}

/** A server: answers each address with what is said here, and keeps what it was asked. */
export function serve(answers) {
  const asked = [];
  globalThis.fetch = async (address, { body } = {}) => {
    asked.push({ address, body: body && JSON.parse(body) });
    const answer = answers[address.split("?")[0]];
    if (answer === undefined) throw new Error(`Nobody answers ${address}.`);
    const { status = 200, ...data } = typeof answer === "function" ? answer(body && JSON.parse(body)) : answer;
    return { ok: status < 400, status, json: async () => data };
  };
  return asked;
}

/** A match with two stands a side, as the server shows it. */
export const match = (more = {}) => ({
  versions: { table: 1, picture: 1, run: "a" },
  acts: 0,
  table: { width_cm: 120, depth_cm: 90 },
  turn: { number: 1, side: "red", title: "Red" },
  mode: "open",
  bursts: ["grenade"],
  stands: [
    { name: "R1", side: "red", x: 10, y: 20, fallen: false },
    { name: "R2", side: "red", x: 15, y: 20, fallen: true },
    { name: "B1", side: "blue", x: 40, y: 60, fallen: false },
    { name: "B2", side: "blue", x: 50, y: 60, fallen: false },
  ],
  put_back: { under_way: false },
  board: null,
  ruling: null,
  owed: null,
  cannon: null,
  score: { ended: null, winner: null, both: null, sides: [] },
  ...more,
});
