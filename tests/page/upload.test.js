import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load, serve } from "./browser.js";

globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
const { byName, sendFiles } = await load("setup/upload.js", { words: { no_answer_setup: "Nobody answers" } });

const ADDRESS = "/api/setup//heights/upload";
const file = (name, size) => new File([Uint8Array.from({ length: size }, (_, k) => k % 251)], name);
let taken;
const take = (answer) => taken.push(answer);

beforeEach(() => {
  taken = [];
});

test("a picture is sent in parts that follow each other, and are the whole of it", async () => {
  const picture = file("walk-1.jpg", 100_000);
  const asked = serve({ [ADDRESS]: ({ at }) => ({ heights: at }) });
  assert.deepEqual(await sendFiles("heights/upload", [picture], take), []);
  const parts = asked.map(({ body }) => Buffer.from(body.part, "base64"));
  assert.deepEqual(Buffer.concat(parts), Buffer.from(await picture.arrayBuffer()));
  assert.ok(asked.every(({ body }) => JSON.stringify(body).length < 60 * 1024));
  const ats = parts.map((_, k) => parts.slice(0, k).reduce((sum, part) => sum + part.length, 0));
  assert.deepEqual(
    asked.map(({ body: { name, size, at } }) => [name, size, at]),
    ats.map((at) => ["walk-1.jpg", 100_000, at]),
  );
  assert.deepEqual(taken, [{ heights: ats.at(-1) }], "only the last part's answer counts");
});

test("an empty file is sent too: the server says what is wrong with it", async () => {
  const asked = serve({ [ADDRESS]: { status: 400, error: "a: empty" } });
  assert.deepEqual(await sendFiles("heights/upload", [file("a", 0)], take), ["a: empty"]);
  assert.equal(asked.length, 1);
});

test("what is refused says why, and the others are sent all the same", async () => {
  serve({
    [ADDRESS]: ({ name }) => {
      if (name === "b") throw new Error("the line is dead");
      return name === "a" ? { status: 400, error: "a: too small" } : { heights: name };
    },
  });
  const files = ["a", "b", "c"].map((name) => file(name, 10));
  assert.deepEqual(await sendFiles("heights/upload", files, take), ["a: too small", "b: Nobody answers"]);
  assert.deepEqual(taken, [{ heights: "c" }]);
});

test("a long name is sent by its end, which tells more", async () => {
  const asked = serve({ [ADDRESS]: {} });
  await sendFiles("heights/upload", [file(`${"x".repeat(90)}.jpg`, 3)], take);
  assert.equal(asked[0].body.name, `${"x".repeat(76)}.jpg`);
});

test("a long name is not cut within a character", async () => {
  const asked = serve({ [ADDRESS]: {} });
  await sendFiles("heights/upload", [file(`${"🏰".repeat(90)}x.jpg`, 3)], take);
  assert.equal(asked[0].body.name, `${"🏰".repeat(75)}x.jpg`);
});

test("pictures are sent in the order of their numbers", () => {
  const names = ["IMG_10.jpg", "IMG_9.jpg", "img_1.jpg"].map((name) => file(name, 1)).sort(byName);
  assert.deepEqual(
    names.map(({ name }) => name),
    ["img_1.jpg", "IMG_9.jpg", "IMG_10.jpg"],
  );
});
