/** Damage to GLB files: of a value in the JSON, of bytes, and of the end. */
import * as fc from "fast-check";
import { readGlbChunks, writeGlb } from "../../packages/assets/src/gltf-parts.ts";

/** A change of a file. Numbers are taken modulo what there is. */
export type Damage =
  | { readonly kind: "value"; readonly steps: readonly number[]; readonly change: Change }
  | { readonly kind: "bytes"; readonly places: readonly (readonly [place: number, byte: number])[] }
  | { readonly kind: "cut"; readonly length: number };

type Change =
  | { readonly kind: "set"; readonly value: unknown }
  | { readonly kind: "remove" }
  | { readonly kind: "repeat"; readonly from: number };

const oddValues: readonly unknown[] = [
  null,
  true,
  "",
  "x",
  "\u0000",
  "\u202E\uD800",
  "data:,x",
  "data:image/png;base64,AAAA",
  "../x",
  -1,
  0,
  1,
  2,
  3,
  0.5,
  255,
  65_536,
  1e9,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  [],
  {},
  [0],
  [null],
  [1e9],
  { a: 1 },
  [[[]]],
  [0, 0, 0],
  [1e30, 0, 0, 0],
];

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("set"), value: fc.constantFrom(...oddValues) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("repeat"), from: fc.nat(1000) }) },
);

/** Damage of any kind; of the JSON mostly. */
export const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("value"),
      steps: fc.array(fc.nat(1000), { minLength: 1, maxLength: 8 }),
      change,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("bytes"),
      places: fc.array(fc.tuple(fc.nat(2 ** 31), fc.nat(255)), { minLength: 1, maxLength: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut"), length: fc.nat(2 ** 31) }) },
);

/** Returns a damaged copy of a GLB. */
export function damaged(bytes: Uint8Array, how: Damage): Uint8Array {
  if (how.kind === "cut") return bytes.slice(0, how.length % bytes.length);
  if (how.kind === "bytes") {
    const copy = bytes.slice();
    for (const [place, byte] of how.places) copy[place % copy.length] = byte;
    return copy;
  }
  const { json, binary } = readGlbChunks(bytes);
  const copy = structuredClone(json);
  changeValue(copy, how.steps, how.change);
  return writeGlb(copy, binary === null ? [] : [binary], binary?.length ?? 0);
}

/** Follows steps into the JSON, and changes the value that they lead to. */
function changeValue(json: unknown, steps: readonly number[], how: Change): void {
  let owner = json as Record<string, unknown>;
  let keys = Object.keys(owner);
  let key = keys[steps[0] % keys.length];
  for (const step of steps.slice(1)) {
    const value = owner[key];
    if (typeof value !== "object" || value === null || Object.keys(value).length === 0) break;
    owner = value as Record<string, unknown>;
    keys = Object.keys(owner);
    key = keys[step % keys.length];
  }
  if (how.kind === "set") owner[key] = how.value;
  else if (how.kind === "repeat") owner[key] = owner[keys[how.from % keys.length]];
  else if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
}
