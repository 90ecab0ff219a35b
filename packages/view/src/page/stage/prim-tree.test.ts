import * as fc from "fast-check";
import { expect, test } from "vitest";
import { PAGE_SIZE, type PrimPage, type PrimRow } from "../../protocol/stage-messages.ts";
import { pageStart, PrimTree } from "./prim-tree.ts";

function rowOf(path: string, children: number): PrimRow {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const marks = { isActive: true, isInstance: false, isInstanceProxy: false, payload: null, primKind: null } as const;
  return { path, name, typeName: "", specifier: "def", ...marks, children };
}

/** Below the root `counts[0]` prims, below each of them `counts[1]`, and so on. */
function pageOf(counts: readonly number[], prim: string, from: number): PrimPage {
  const depth = prim === "/" ? 0 : prim.split("/").length - 1;
  const total = counts[depth] ?? 0;
  const parent = prim === "/" ? "" : prim;
  const numbers = Array.from({ length: Math.max(0, Math.min(PAGE_SIZE, total - from)) }, (_, i) => from + i);
  return { prim, from, total, rows: numbers.map((n) => rowOf(`${parent}/p${n}`, counts[depth + 1] ?? 0)) };
}

/** The paths of the rows as a plain walk gives them. */
function expected(counts: readonly number[], open: ReadonlySet<string>): readonly string[] {
  const rows: string[] = [];
  const waiting = [...pageOf(counts, "/", 0).rows].reverse();
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row.path);
    if (open.has(row.path)) waiting.push(...[...pageOf(counts, row.path, 0).rows].reverse());
  }
  return rows;
}

test("the rows are those of a walk over the open prims, whatever was opened and closed", () => {
  const step = fc.tuple(fc.nat(4), fc.option(fc.nat(4)), fc.option(fc.nat(4)));
  const counts = fc.tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 3 }),
  );
  fc.assert(
    fc.property(counts, fc.array(step, { maxLength: 30 }), (sizes, steps) => {
      const tree = new PrimTree();
      tree.receive(pageOf(sizes, "/", 0));
      for (const numbers of steps) {
        const path = numbers.map((n) => (n === null ? "" : `/p${n}`)).join("");
        if (tree.row(path) === undefined) continue;
        if (tree.toggle(path)) tree.receive(pageOf(sizes, path, 0));
      }
      const rows = tree.slice(0, tree.length).map(({ row }) => row?.path ?? "");
      expect(rows).toEqual(expected(sizes, new Set(tree.open)));
      expect(rows.map((path) => tree.indexOf(path))).toEqual(rows.map((_, i) => i));
      expect(tree.slice(0, tree.length).map(({ depth }) => depth)).toEqual(
        rows.map((path) => path.split("/").length - 2),
      );
    }),
  );
});

test("a hundred thousand prims: only the pages that are seen are needed", () => {
  const counts = [1, 100_000, 3];
  const tree = new PrimTree();
  tree.receive(pageOf(counts, "/", 0));
  tree.openPrim("/p0");
  expect(tree.length).toBe(100_001);
  expect(tree.at(70_000)).toEqual({ row: undefined, depth: 1, isOpen: false, parent: "/p0", number: 69_999 });
  tree.receive(pageOf(counts, "/p0", pageStart(69_999)));
  expect(tree.at(70_000)?.row?.path).toBe("/p0/p69999");
  expect(tree.indexOf("/p0/p69999")).toBe(70_000);
  tree.openPrim("/p0/p69999");
  expect([tree.length, tree.at(70_002)?.parent, tree.at(70_004)?.number]).toEqual([100_004, "/p0/p69999", 70_000]);
  expect(tree.at(100_004)).toBeUndefined();
  expect(tree.indexOf("/none")).toBe(-1);
});

test("a prim without children does not open", () => {
  const tree = new PrimTree();
  tree.receive(pageOf([2], "/", 0));
  expect([tree.toggle("/p0"), tree.toggle("/none"), tree.length]).toEqual([false, false, 2]);
});
