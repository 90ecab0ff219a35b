// The composition cases of the AOUSD supplement: layer stacks, prim stacks, property stacks, children, targets and errors.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { composeCase } from "./compose-case.ts";
import { readCase, type ExpectedCase, type ExpectedPrim } from "./read-case.ts";

const folder = fileURLToPath(new URL("../../../shared/composition/aousd/cases", import.meta.url));
const isMissing = !existsSync(folder);
if (isMissing) {
  console.warn(
    "Skipped: the composition cases are not there; they belong in ../shared/composition, next to the project.",
  );
}

/** Cases whose root layer the text parser of the reference, release 26.11, rejects too: paths with a variant selection. */
const REJECTED: ReadonlyMap<string, RegExp> = new Map([
  [
    "BasicInherits_root",
    /line 84, column 29: `<\/ModelWithVariant\{vset=sel\}_class>` is not a prim path: inherits and specializes/u,
  ],
  [
    "ErrorRelocateWithVariantSelection_root",
    /line 9, column 9: `<\/Model_1\{vset=vsel\}PrimOnlyInVariantSet.*` is not a prim path/u,
  ],
  [
    "SubrootReferenceAndVariants_root",
    /line 36, column 31: Expected an absolute prim path, found `<\/Group\{v=x\}Model>`/u,
  ],
]);

/**
 * Connections of a case that release 26.11 composes otherwise than the release that wrote the case: it maps targets through the
 * relocations of a reference in a step of their own, after the class.
 */
function asComposedNow(name: string, expected: ExpectedCase): ExpectedCase {
  if (name !== "ErrorInvalidInstanceTargetPath_root") return expected;
  const sculpts = ["/FaceRig/BrowRig/LBrow", "/FaceRig/BrowRig/RBrow"].map(
    (brow) => `${brow}/BrowInnUDPosBrowInnUDNeg_sculpt`,
  );
  const without = ([path, prim]: readonly [string, ExpectedPrim]): [string, ExpectedPrim] => [
    path,
    sculpts.includes(path) ? { ...prim, connections: new Map() } : prim,
  ];
  const errors = [...expected.errors, ...sculpts.map((path) => `${path} TARGET_OUTSIDE_OF_ARC`)].sort();
  return { ...expected, prims: new Map([...expected.prims].map(without)), errors };
}

const names = isMissing ? [] : readdirSync(folder).filter((name) => existsSync(join(folder, name, "pcp.txt")));

describe.skipIf(isMissing)("composes as the reference does", () => {
  test("has all cases", () => {
    expect(names).toHaveLength(138);
  });

  test.for(names)("%s", async (name) => {
    const path = join(folder, name);
    const expected = asComposedNow(name, readCase(readFileSync(join(path, "pcp.txt"), "utf8")));
    const rejected = REJECTED.get(name);
    if (rejected !== undefined) {
      await expect(composeCase(path, expected)).rejects.toThrow(rejected);
      return;
    }
    const composed = await composeCase(path, expected);
    expect(composed.layerStack).toEqual(expected.layerStack);
    expect([...composed.prims.keys()]).toEqual([...expected.prims.keys()]);
    for (const [prim, result] of expected.prims)
      expect({ prim, ...composed.prims.get(prim) }).toEqual({ prim, ...result });
    expect(composed.errors).toEqual(expected.errors);
  });
});
