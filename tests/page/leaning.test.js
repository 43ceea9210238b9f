import assert from "node:assert/strict";
import { test } from "node:test";
import { leaned, leaningOf, plumb } from "../../web/static/plan/leaning.js";

const CAMERA = [60, 50, 100];
const HILL = {
  name: "hill",
  kind: "hill",
  polygon: [
    [80, 40],
    [100, 40],
    [100, 60],
    [80, 60],
  ],
  height_cm: 20,
  top: "level",
  crest: [],
};

const base = (x, y) => [
  [
    [x + 1, y + 1],
    [x + 1, y - 1],
    [x - 1, y - 1],
    [x - 1, y + 1],
  ],
];
const stand = (name, x, y, more = {}) => ({ name, x, y, z_cm: 0, rise: [0, 0], rings: base(x, y), ...more });
const view = (more = {}) => ({ table: { width_cm: 120, depth_cm: 90 }, pieces: [], stands: [], ...more });
const drawn = (more = {}) => leaningOf(view({ camera_cm: CAMERA, ...more }), true);

/** A hundredth of a millimetre off is the same place. */
function near(point, [x, y], within = 1e-3) {
  assert.ok(Math.hypot(point[0] - x, point[1] - y) < within, `${point} is not ${x},${y}`);
}

test("what is higher leans away from the camera's foot, by similar triangles", () => {
  assert.deepEqual(leaned(CAMERA, [100, 50], 20), [110, 50]);
  assert.deepEqual(leaned(CAMERA, [20, 10], 20), [10, 0]);
  assert.deepEqual(leaned(CAMERA, [60, 50], 20), [60, 50]);
  assert.deepEqual(leaned(CAMERA, [100, 50], 0), [100, 50]);
});

test("what lies in a trench leans towards it", () => {
  assert.deepEqual(leaned(CAMERA, [100, 50], -25), [92, 50]);
});

test("a seen place and a height lead back", () => {
  assert.deepEqual(plumb(CAMERA, [110, 50], 20), [100, 50]);
  assert.deepEqual(plumb(CAMERA, [92, 50], -25), [100, 50]);
});

test("what nobody can have measured, higher than the lens, stays on its side of the camera", () => {
  assert.deepEqual(leaned(CAMERA, [61, 50], 500), [70, 50]);
});

test("on the map, or with no camera, everything is where it is", () => {
  const high = stand("A", 100, 50, { z_cm: 20 });
  for (const lean of [
    leaningOf(view({ camera_cm: CAMERA, stands: [high], pieces: [HILL] }), false),
    leaningOf(view({ camera_cm: null, stands: [high], pieces: [HILL] }), true),
    leaningOf(view({ stands: [high], pieces: [HILL] }), true),
  ]) {
    assert.equal(lean.leans, false);
    assert.deepEqual(lean.on(high)([100, 50]), [100, 40]);
    assert.deepEqual(lean.foot([100, 50]), [100, 40]);
    assert.deepEqual(lean.placeAt([100, 40]), [100, 50]);
    assert.deepEqual(lean.outline({ form: "polygon", points: HILL.polygon }), [
      [80, 50],
      [100, 50],
      [100, 30],
      [80, 30],
    ]);
  }
});

test("a page that has no view yet points at its own drawing", () => {
  assert.deepEqual(leaningOf(null, true).placeAt([3, 4]), [3, -4]);
});

test("a base is drawn at its height, larger as it is nearer to the camera", () => {
  const lean = drawn();
  const place = lean.on(stand("A", 100, 50, { z_cm: 20 }));
  assert.deepEqual(place([100, 50]), [110, 40]);
  assert.deepEqual(place([101, 51]), [111.25, 38.75]);
});

test("of a base that leans each corner has its own height", () => {
  const place = drawn().on(stand("A", 100, 50, { z_cm: 20, rise: [0.5, -0.25] }));
  near(place([102, 50]), leanedUp([102, 50], 21), 1e-9);
  near(place([100, 54]), leanedUp([100, 54], 19), 1e-9);
});

const leanedUp = (point, z) => {
  const [x, y] = leaned(CAMERA, point, z);
  return [x, 90 - y];
};

test("a line ends at the height of the stand it goes to, else on the ground", () => {
  const lean = drawn({ stands: [stand("roof", 20, 50, { z_cm: 20 }), stand("low", 90, 50)], pieces: [HILL] });
  assert.deepEqual(lean.foot([20, 50]), [10, 40]);
  assert.deepEqual(lean.foot([21, 50]), [11.25, 40], "the edge of the base");
  assert.deepEqual(lean.foot([30, 50]), [30, 40], "beside it lies the table");
  assert.deepEqual(lean.foot([85, 45]), [91.25, 46.25], "on the hill");
  assert.deepEqual(lean.foot([90, 50]), [90, 40], "whoever is measured on the table is on the table");
});

test("a ring goes over the ground: along the table, up the wall, over the top", () => {
  const ring = drawn({ pieces: [HILL] }).outline({
    form: "polygon",
    points: [
      [70, 50],
      [90, 50],
      [70, 45],
    ],
  });
  assert.deepEqual(ring[0], [70, 40]);
  assert.deepEqual(ring[9], [79, 40], "still the table");
  assert.deepEqual(ring[11], [86.25, 40], "81 cm, on the top");
  assert.equal(ring.length, 20 + 21 + 5, "a corner a cm");
});

test("a disc is its rim", () => {
  const rim = drawn({ pieces: [HILL] }).outline({ form: "disc", points: [[60, 50]], radius_cm: 30 });
  near(rim[0], [97.5, 40]); // 90, 50 is on the hill
  assert.equal(Math.min(...rim.map(([x]) => x)), 30);
});

test("a tap means the first thing that is seen there", () => {
  const lean = drawn({ pieces: [HILL] });
  near(lean.placeAt([108.75, 40]), [99, 50]); // near the rim of the top
  near(lean.placeAt([97.5, 40]), [90, 50]); // on the top
  near(lean.placeAt([30, 40]), [30, 50]); // the table
  near(lean.placeAt([111, 40]), [111, 50]); // behind the hill nothing hides the table
  near(lean.placeAt([82, 40]), [80, 50], 0.01); // the wall that looks at the camera
});

test("a tap into a trench means its floor", () => {
  const lean = drawn({ pieces: [{ ...HILL, top: "trench", height_cm: 25 }] });
  near(lean.placeAt([84, 40]), [90, 50]);
  near(lean.placeAt([70, 40]), [70, 50]);
});

test("what is drawn at a place is tapped there", () => {
  const lean = drawn({ pieces: [{ ...HILL, top: "slope" }] });
  for (const place of [
    [84, 44],
    [90, 50],
    [97, 58],
    [20, 20],
  ])
    near(lean.placeAt(lean.foot(place)), place, 0.01);
});

test("the stand that is tapped is the one that is drawn there", () => {
  const lean = drawn({ stands: [stand("roof", 100, 50, { z_cm: 20 }), stand("low", 112, 50)] });
  assert.equal(lean.near([109, 50], 3).name, "roof");
  assert.equal(lean.near([112, 50], 3).name, "low");
  assert.equal(lean.near([104, 50], 3), null);
  assert.equal(lean.near([100, 50], 3).name, "roof", "by its place on the plan, as the keys point it out");
});
