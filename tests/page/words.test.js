import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./browser.js";

const { num, sentence, t } = await load("words.js", {
  lang: "it",
  words: { hello: "Ciao {name}", left_one: "{count} casella", left: "{count} caselle", twice: "{a} e {a}" },
});

test("a key is said in the page's words", () => {
  assert.equal(t("left", { count: 3 }), "3 caselle");
});

test("one has a word of its own, by a key of its own", () => {
  assert.equal(t("left_one", { count: 1 }), "1 casella");
});

test("a value is put wherever its place is", () => {
  assert.equal(t("twice", { a: "x" }), "x e x");
});

test("a place without a value is shown as it is", () => {
  assert.equal(t("hello"), "Ciao {name}");
});

test("nothing in a value is read as a place", () => {
  assert.equal(t("hello", { name: "{name} $&" }), "Ciao {name} $&");
});

test("a key without words is shown as it is", () => {
  assert.equal(t("no_such_key"), "no_such_key");
});

test("numbers are written as the language writes them", () => {
  assert.equal(num(1234.5, 1), "1234,5");
});

test("a number has as many decimals as are asked for", () => {
  assert.equal(num(2, 2), "2,00");
  assert.equal(num(2.345, 0), "2");
});

test("what went wrong is a sentence, and an address that it begins with stays as it is", () => {
  assert.equal(sentence("the phone: no picture has come"), "The phone: no picture has come");
  assert.equal(sentence("http://box:80/video: no stream"), "http://box:80/video: no stream");
});
