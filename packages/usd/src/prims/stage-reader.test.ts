import { expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import { StageReader } from "./stage-reader.ts";

async function open(text: string): Promise<StageReader> {
  const resolver = memoryResolver(new Map([["root.usda", new TextEncoder().encode(`#usda 1.0\n${text}`)]]));
  return new StageReader(await Stage.open("root.usda", { resolver }));
}

test("each path has one node, whether its siblings were asked for before or not", async () => {
  const reader = await open(`def "A" {\n def "X" {}\n def "Y" {}\n def "Z" {}\n}`);
  const { stage } = reader;
  const prim = reader.prim("/A");
  if (prim === undefined) throw new Error("There is no prim </A>");
  const [y] = reader.childrenAt(prim, [stage.paths.parse("/A/Y")]);
  const all = [...reader.children(prim)];
  expect(all.map(({ path }) => path)).toEqual(["/A/X", "/A/Y", "/A/Z"]);
  expect(all[1]).toBe(y);
  expect(reader.childrenAt(prim, [stage.paths.parse("/A/Z"), stage.paths.parse("/A/Y")])).toEqual([all[2], y]);
});

test("an inactive prim has no children", async () => {
  const reader = await open(`def "A" (active = false) {\n def "X" {}\n}`);
  const prim = reader.prim("/A");
  if (prim === undefined) throw new Error("There is no prim </A>");
  expect(reader.childrenAt(prim, [reader.stage.paths.parse("/A/X")])).toEqual([]);
});
