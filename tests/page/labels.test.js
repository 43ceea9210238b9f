import assert from "node:assert/strict";
import { test } from "node:test";
import { box, covered, meet, numberPlace, pieceSpots, placeLabels, rangeSpots } from "../../web/static/plan/labels.js";

const item = (x, y, more = {}) => ({ x, y, radius: 10, text: "R1", ...more });

test("a name with room goes below its stand", () => {
  const [place] = placeLabels([item(0, 0)], 1);
  assert.equal(place.anchor, "middle");
  assert.ok(place.dy > 10);
});

test("a name goes elsewhere where another stand lies below", () => {
  const [upper] = placeLabels([item(0, 0), item(0, 24)], 1);
  assert.ok(upper.dy < 0);
});

test("a name in a crowd is left out", () => {
  const crowd = Array.from({ length: 12 }, () => item(0, 0));
  const left = placeLabels(crowd, 1).filter((place) => place === null);
  assert.ok(left.length >= 8);
});

test("who comes first has a name whatever the crowd", () => {
  const crowd = Array.from({ length: 12 }, (_, i) => item(0, 0, { first: i === 11 ? 1 : 0 }));
  assert.notEqual(placeLabels(crowd, 1)[11], null);
});

test("names far apart do not keep each other from their places", () => {
  const places = placeLabels([item(0, 0), item(500, 0)], 1);
  assert.deepEqual(places[0], places[1]);
});

test("names grow with the drawing's units", () => {
  const [near] = placeLabels([item(0, 0)], 0.1);
  const [far] = placeLabels([item(0, 0)], 1);
  assert.ok(near.dy < far.dy);
});

test("a weapon's name is on its edge, and nowhere where that is above the map", () => {
  const on = (radius_cm) => rangeSpots({ role: "range", form: "disc", radius_cm }, [[40, 30]], 0.1);
  for (const [x, y] of on(60)) assert.ok(x >= 0 && y > 0 && Math.abs(Math.hypot(x - 40, y + 0.5 - 30) - 60) < 1e-6);
  assert.ok(on(60).length > 0);
  assert.equal(on(20).length, 18);
});

test("the name of a narrow corridor goes beside it where somebody stands at its far end", () => {
  const at = [[48, 60], [52, 60], [48, 40], [52, 40]]; // biome-ignore format: points
  const area = { role: "corridor", form: "polygon", label: "fire 18 cm" };
  const name = { x: 50, y: 40, radius: 0, text: area.label, rank: 3, spots: rangeSpots(area, at, 0.2) };
  const enemy = { x: 50, y: 40, radius: 3, text: "", rank: 2 };
  const [place] = placeLabels([name, enemy], 0.2);
  assert.ok(!meet(covered(name, place, 0.2), box(enemy.x, enemy.y, enemy.radius, enemy.radius)));
});

const SEEN = { x0: 0, x1: 200, y0: 0, y1: 100 };

test("a name stays within what is seen: aside at an edge, above at the lower one, not at all where only a part would be seen", () => {
  const edges = (x, y) => {
    const one = item(x, y, { text: "Montecassino" });
    const [place] = placeLabels([one], 1, [], [], SEEN);
    return place && covered(one, place, 1);
  };
  for (const [x, y] of [
    [5, 50],
    [195, 50],
    [100, 95],
    [100, 3],
    [198, 97],
  ]) {
    const { x0, x1, y0, y1 } = edges(x, y);
    assert.ok(x0 >= 0 && x1 <= 200 && y0 >= 0 && y1 <= 100, `${x} ${y}: ${[x0, x1, y0, y1]}`);
  }
  assert.equal(
    placeLabels([item(210, 50, { radius: 0, spots: [[210, 50]], text: "wheat" })], 1, [], [], SEEN)[0],
    null,
  );
});

test("a number is clear of the rings at the ends of its line, and within what is seen", () => {
  const ring = ([x, y]) => box(x, y, 14, 14);
  for (const [start, end] of [
    [
      [100, 50],
      [130, 50],
    ],
    [
      [100, 50],
      [100, 50],
    ],
    [
      [20, 40],
      [20, 70],
    ],
    [
      [190, 50],
      [190, 90],
    ],
  ]) {
    const [x, y] = numberPlace(start, end, 90, 26, [ring(start), ring(end)], SEEN);
    const number = box(x, y, 45, 13);
    assert.ok(!meet(number, ring(start)) && !meet(number, ring(end)), `${start} ${end}: on a ring at ${x} ${y}`);
    assert.ok(number.x0 >= 0 && number.x1 <= 200 && number.y0 >= 0 && number.y1 <= 100, `${start} ${end}: ${x} ${y}`);
  }
});

test("on a phone the number of a short line stands near it though stands are about", () => {
  const ends = [
    [118, 314],
    [118, 354],
  ];
  const about = [89, 279, 81, 346, 156, 343, 196, 350, 73, 244, 231, 311, 213, 240];
  const taken = ends.flatMap(([x, y]) => Array.from({ length: 3 }, () => box(x, y, 14, 14)));
  for (let i = 0; i < about.length; i += 2) taken.push(box(about[i], about[i + 1], 10, 10));
  const [x, y] = numberPlace(...ends, 178, 26, taken, { x0: 0, x1: 390, y0: 60, y1: 381 });
  const [aside, beyond] = [Math.abs(x - 118) - 89, Math.max(314 - y, y - 354) - 13];
  assert.ok(Math.max(aside, beyond) <= 45, `${x} ${y}`);
});

test("a wall's name lies at its end where stands line its middle", () => {
  const wall = { x: 0, y: 0, width: 97, height: 4 };
  const name = { x: 48, y: 2, radius: 0, text: "angle wall", rank: 1, spots: pieceSpots(wall, 1) };
  const stands = [
    { x: 44, y: -8, radius: 14, text: "" },
    { x: 62, y: -8, radius: 14, text: "" },
  ];
  const [place] = placeLabels([name, ...stands], 1);
  const on = covered(name, place, 1);
  assert.ok(!stands.some(({ x, y, radius }) => meet(on, box(x, y, radius, radius))));
});
