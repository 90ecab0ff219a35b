import { describe, expect, test } from "vitest";
import { identityMatrix, type RowMatrix } from "@usdkit/transforms";
import {
  expectAgreement,
  layerOf,
  primAt,
  referenceTable,
  type ReferenceCase,
} from "../test-support/reference-tables.ts";
import { worldMatrix } from "./service-matrix.ts";
import { bakedTransform, localTransformation, transformOps } from "./transform-ops.ts";

interface LocalCase extends ReferenceCase {
  readonly matrix: readonly number[];
  readonly resetsXformStack: boolean;
  readonly ops: readonly string[];
}

interface WorldCase extends ReferenceCase {
  readonly path: string;
  readonly matrix: readonly number[];
}

const local = referenceTable<LocalCase>("local-transformations.json");
const world = referenceTable<WorldCase>("world-transformations.json");

describe("UsdGeomXformable", () => {
  test("the reference table exists", () => {
    expect(local.length).toBeGreaterThanOrEqual(170);
    expect(world.length).toBeGreaterThanOrEqual(30);
  });

  test.each(local)("$title", ({ text, matrix, resetsXformStack, ops }) => {
    const prim = primAt(layerOf(text), "/A");
    const read = transformOps(prim);
    expectAgreement(localTransformation(prim), matrix);
    expect(read.resetsXformStack).toBe(resetsXformStack);
    expect(read.ops.map(({ name }) => name)).toEqual(ops);
    const baked = bakedTransform(prim);
    expect([baked.matrix, baked.resetsXformStack]).toEqual([localTransformation(prim), resetsXformStack]);
  });

  test.each(world)("$title", ({ text, path, matrix }) => {
    const layer = layerOf(text);
    expectAgreement(worldMatrix(primAt(layer, path)), matrix);
    const cache = new Map();
    const parts = path.split("/").slice(1);
    let last: RowMatrix = identityMatrix;
    for (const i of parts.keys()) last = worldMatrix(primAt(layer, `/${parts.slice(0, i + 1).join("/")}`), cache);
    expect(last).toEqual(worldMatrix(primAt(layer, path)));
  });
});
