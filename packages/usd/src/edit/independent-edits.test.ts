import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { Stage } from "../stage/stage.ts";
import type { StageEdit } from "./stage-edit.ts";

async function open(text: string): Promise<Stage> {
  return await Stage.open("root.usda", {
    resolver: memoryResolver(new Map([["root.usda", encodeUtf8(`#usda 1.0\n${text}`)]])),
  });
}

function textOf(stage: Stage): string {
  const { text } = stage.layer("root.usda");
  return decodeUtf8(text, 0, text.length);
}

test("edits of a thousand siblings are those made one after the other, and undone to the same bytes", async () => {
  const prims = Array.from({ length: 1_000 }, (_, i) => `    def "P${i}" # ${i}\n    {\n    }\n`);
  const stage = await open(`def "W"\n{\n${prims.join("")}}\ndef "Part"\n{\n}\n`);
  const before = textOf(stage);
  const edits = prims.flatMap((_, i): StageEdit[] => [
    { op: "reference", path: `/W/P${i}`, prim: "/Part" },
    { op: "metadata", path: `/W/P${(i * 7) % 1_000}`, field: "kind", value: "component" },
  ]);
  const { undo } = await stage.edit({}, edits);
  const after = textOf(stage);
  expect(after.match(/prepend references = <\/Part>/gu)).toHaveLength(1_000);
  expect(after.match(/kind = "component"/gu)).toHaveLength(1_000);
  expect(after.match(/# \d+$/gmu)).toHaveLength(1_000);
  await undo();
  expect(textOf(stage)).toBe(before);
});

test("a thousand properties are written together, with what later edits of the list give them", async () => {
  const count = 1_000;
  const old = Array.from({ length: count }, (_, i) => `    custom double old${i} = 1 # ${i}\n`);
  const stage = await open(`def "W"\n{\n${old.join("")}}\n`);
  const before = textOf(stage);
  const edits = old.flatMap((_, i): StageEdit[] => [
    { op: "set", path: `/W.new${i}`, value: i, type: "double" },
    { op: "metadata", path: `/W.new${i}`, field: "documentation", value: "a" },
    { op: "set", path: `/W.new${i}`, value: 2, time: 1 },
    { op: "metadata", path: `/W.old${i}`, field: "documentation", value: "b" },
  ]);
  const { undo } = await stage.edit({}, edits);
  const added = old.map(
    (_, i) =>
      `    custom double new${i} = ${i} (\n        doc = "a"\n    )\n    double new${i}.timeSamples = {\n        1: 2,\n    }\n`,
  );
  const changed = old.map((_, i) => `    custom double old${i} = 1 (\n        doc = "b"\n    ) # ${i}\n`);
  expect(textOf(stage)).toBe(`#usda 1.0\ndef "W"\n{\n${[...changed, ...added].join("")}}\n`);
  await undo();
  expect(textOf(stage)).toBe(before);
});

test("names that change in one list are followed by arcs that lead there only since", async () => {
  const text =
    'def "A"\n{\n    def "X"\n    {\n    }\n}\ndef "B" (\n    inherits = </C>\n)\n{\n    over "Y"\n    {\n        int n = 1\n    }\n}\n';
  const edits: readonly StageEdit[] = [
    { op: "rename", path: "/A/X", name: "Y" },
    { op: "rename", path: "/A", name: "C" },
    { op: "rename", path: "/C/Y", name: "Z" },
    { op: "move", path: "/C/Z", to: "/Z" },
    { op: "remove", path: "/C", everywhere: true },
  ];
  const alone = await open(text);
  const together = await open(text);
  for (let end = 1; end <= edits.length; end++) {
    await alone.edit({}, [edits[end - 1]]);
    const { undo } = await together.edit({}, edits.slice(0, end));
    expect(textOf(together)).toBe(textOf(alone));
    expect([...together.traverse()]).toEqual([...alone.traverse()]);
    await undo();
  }
});

test("a new property is seen by edits of prims that have it by an arc, and in messages", async () => {
  const text = 'def "A" (\n    inherits = </C>\n)\n{\n}\nclass "C"\n{\n}\n';
  const onClass: StageEdit = { op: "set", path: "/C.size", value: 1, type: "double" };
  const stage = await open(text);
  await stage.edit({}, [onClass, { op: "set", path: "/A.size", value: 2 }]);
  expect(textOf(stage)).toContain("{\n    custom double size = 2\n}");
  const otherType = (await open(text)).edit({}, [onClass, { op: "set", path: "/A.size", value: "a", type: "string" }]);
  await expect(otherType).rejects.toMatchObject({
    index: 1,
    message: expect.stringContaining("has the type") as string,
  });
  const misspelt = (await open(text)).edit({}, [onClass, { op: "set", path: "/C.sise", value: 2 }]);
  await expect(misspelt).rejects.toMatchObject({ message: expect.stringContaining('did you mean "size"?') as string });
});

test("an edit sees those before that it depends on", async () => {
  const text = 'def "A"\n{\n    def "B"\n    {\n    }\n}\ndef "C" (\n    inherits = </A>\n)\n{\n}\ndef "D"\n{\n}\n';
  const instance: StageEdit = { op: "metadata", path: "/A", field: "instanceable", value: true };
  const inherit: StageEdit = { op: "inherit", path: "/A", prim: "/D" };
  const below: StageEdit = { op: "metadata", path: "/A/B", field: "kind", value: "component" };
  const failed = (await open(text)).edit({}, [instance, inherit, below]);
  await expect(failed).rejects.toMatchObject({ index: 2 });
  const alone = await open(text);
  const edits: readonly StageEdit[] = [
    inherit,
    { op: "select", path: "/C", set: "v", variant: "x" },
    { op: "inherit", path: "/A", prim: "/E" },
    { op: "metadata", path: "/A/B", field: "active", value: false },
  ];
  for (const edit of edits) await alone.edit({}, [edit]);
  const together = await open(text);
  await together.edit({}, edits);
  expect(textOf(together)).toBe(textOf(alone));
  expect([...together.traverse()]).toEqual([...alone.traverse()]);
});
