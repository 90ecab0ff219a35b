/** Arbitrary builder calls: mostly valid ones, some with values that the builder must reject. */
import { DEFAULT_MAX_RESOLUTION, primTypes, type LensOptions } from "@usdkit/scene";
import * as fc from "fast-check";
import { mostly } from "./mostly.ts";
import { primAttributes } from "./prim-attributes.ts";
import type { BuilderCall, PlacementStep } from "./builder-call.ts";

/** Options of {@link builderCalls}. */
export interface BuilderCallConstraints {
  /** Maximum number of calls; default 24. */
  readonly maxLength?: number | undefined;
  /** Whether some values are out of range; default true. */
  readonly isHostile?: boolean | undefined;
}

/**
 * Returns lists of calls. Run one with `runCalls`, or with a `BuilderSession` to inspect each call.
 *
 * @example
 * fc.assert(fc.property(builderCalls(), (calls) => runCalls(calls).scene.validate().length >= 0));
 */
export function builderCalls({ maxLength = 24, isHostile = true }: BuilderCallConstraints = {}): fc.Arbitrary<
  BuilderCall[]
> {
  return fc.array(builderCall(isHostile), { maxLength });
}

const GOOD_NAMES = [
  "World",
  "Chair",
  "Main",
  "Render",
  "Settings",
  "Größe",
  "椅子",
  "_1",
  "__proto__",
  "constructor",
  "toString",
  "def",
];
const BAD_NAMES = ["", "3", "a b", "a/b", "é!", "\0", "\ud800", "a\n"];
const GOOD_ASSETS = [
  "asset:/mesh/chair-01",
  "https:/mesh/a%20b",
  "a+b-c.d:/mesh/ü@x",
  "x:/mesh/@@@",
  "x:/mesh/a\\b'c\"d",
];
const BAD_ASSETS = [
  "",
  "chair.usd",
  "a:/mesh/",
  "a:/mesh/b/c",
  "a:/mesh/b?c",
  "1:/mesh/a",
  "a:/mesh/%zz",
  "a:/mesh/a\nb",
];
const BAD_NUMBERS = [0, -1, Number.NaN, Infinity, -Infinity, 1e-50, 1e39, 5e-324, 1e308];
const DOCS = ["", "Two chairs", "quotes \" and '", "lines\nof\ttext", "\\ @ # )", "Größe 🪑", '"""', "\0"];

function builderCall(isHostile: boolean): fc.Arbitrary<BuilderCall> {
  const index = fc.nat({ max: 50 });
  const good = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...GOOD_NAMES) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/) },
  );
  const name = mostly(isHostile, good, fc.constantFrom(...BAD_NAMES));
  const asset = mostly(isHostile, fc.constantFrom(...GOOD_ASSETS), fc.constantFrom(...BAD_ASSETS));
  const goodTarget = fc.constantFrom(undefined, "/mesh", "/A/B", "/Größe/__proto__");
  const target = mostly(isHostile, goodTarget, fc.constantFrom("", "/", "mesh", "/a b", "/a//b", "/A{v=x}B"));
  const lens = lensOptions(isHostile);
  const doc = mostly(
    isHostile,
    fc.oneof(fc.constantFrom(...DOCS), fc.string({ unit: "grapheme" })),
    fc.constant("\udc80"),
  );
  const size = mostly(
    isHostile,
    fc.integer({ min: 1, max: DEFAULT_MAX_RESOLUTION }),
    fc.constantFrom(0, -1, 0.5, DEFAULT_MAX_RESOLUTION + 1, Number.NaN),
  );
  const resolution = fc.tuple(size, size);
  const is = <K extends BuilderCall["call"]>(call: K): fc.Arbitrary<K> => fc.constant(call);
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ call: is("xform"), parent: index, name, doc: fc.option(doc, { nil: undefined }) }),
    },
    { weight: 1, arbitrary: fc.record({ call: is("scope"), parent: index, name }) },
    { weight: 3, arbitrary: fc.record({ call: fc.constantFrom("mesh", "splat"), parent: index, name, asset, target }) },
    { weight: 2, arbitrary: fc.record({ call: is("camera"), parent: index, name, lens }) },
    { weight: 6, arbitrary: fc.record({ call: is("place"), prim: index, placement: placementStep(isHostile) }) },
    { weight: 2, arbitrary: fc.record({ call: is("lens"), prim: index, lens }) },
    { weight: 1, arbitrary: fc.record({ call: is("asset"), prim: index, asset, target }) },
    { weight: 1, arbitrary: fc.record({ call: is("doc"), prim: index, doc }) },
    { weight: 1, arbitrary: fc.record({ call: is("remove"), prim: index }) },
    {
      weight: 2,
      arbitrary: fc.record({ call: is("renderSettings"), resolution, camera: fc.option(index, { nil: undefined }) }),
    },
  );
}

/** Lens options: any of them, and a field of view in place of a focal length. */
export function lensOptions(isHostile = true): fc.Arbitrary<LensOptions> {
  const bad = fc.constantFrom(...BAD_NUMBERS);
  const above = mostly(isHostile, fc.double({ min: 0.01, max: 500, noNaN: true }), bad);
  const angle = mostly(
    isHostile,
    fc.double({ min: 1, max: 170, noNaN: true }),
    fc.constantFrom(0, 180, -1, Number.NaN),
  );
  const camera = primTypes.get("Camera");
  const attributes: fc.Arbitrary<LensOptions> =
    camera === undefined
      ? fc.constant({})
      : primAttributes(camera, isHostile).map((all) =>
          Object.fromEntries(Object.entries(all).filter(([name]) => name !== "focalLength")),
        );
  const focus: fc.Arbitrary<LensOptions> = fc.oneof(
    fc.constant({}),
    above.map((focalLength) => ({ focalLength })),
    angle.map((horizontal) => ({ fieldOfView: { horizontal } })),
    angle.map((vertical) => ({ fieldOfView: { vertical } })),
  );
  return fc.tuple(attributes, focus).map(([some, more]) => ({ ...some, ...more }));
}

/** A placing call. */
export function placementStep(isHostile = true): fc.Arbitrary<PlacementStep> {
  const bad = fc.constantFrom(...BAD_NUMBERS);
  const length = mostly(
    isHostile,
    fc.double({ min: -100, max: 100, noNaN: true }),
    fc.constantFrom(Number.NaN, Infinity, 1e308),
  );
  const point = fc.tuple(length, length, length);
  const degrees = mostly(
    isHostile,
    fc.oneof(
      fc.integer({ min: -8, max: 8 }).map((quarter) => quarter * 45),
      fc.double({ min: -720, max: 720, noNaN: true }),
    ),
    fc.constantFrom(Number.NaN, Infinity),
  );
  const goodFactor = fc.oneof(
    fc.double({ min: 0.1, max: 10, noNaN: true }),
    fc.double({ min: -10, max: -0.1, noNaN: true }),
  );
  const factor = mostly(isHostile, goodFactor, bad);
  const part = fc.integer({ min: -3, max: 3 });
  const view = fc.record(
    {
      eye: point,
      target: point,
      up: fc.tuple(part, part, part),
      space: fc.constantFrom("parent" as const, "world" as const),
    },
    { requiredKeys: ["eye", "target"] },
  );
  return fc.oneof(
    fc.record({ step: fc.constant("translate" as const), by: point }),
    fc.record({ step: fc.constantFrom("rotateX" as const, "rotateY" as const, "rotateZ" as const), degrees }),
    fc.record({ step: fc.constant("rotate" as const), axis: fc.tuple(part, part, part), degrees }),
    fc.record({ step: fc.constant("scale" as const), by: fc.oneof(factor, fc.tuple(factor, factor, factor)) }),
    { weight: 2, arbitrary: fc.record({ step: fc.constant("lookAt" as const), view }) },
    fc.record({ step: fc.constant("resetPlace" as const) }),
  );
}
