// What agents read of wrong arguments: where it is, what was expected, and what to do.

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../test-support/mcp-client.ts";

const file = "scene.usda";

test.each<[tool: string, args: Readonly<Record<string, unknown>>, text: string]>([
  ["usd_overview", { file: "dir" }, 'file: Expected a file, found the folder "dir". Name a file in it'],
  [
    "usd_overview",
    { file: "bad.usda" },
    'bad.usda: Cannot open @bad.usda@: line 2, column 11: Unterminated string: `"A`. See what is wrong with it with usd_check',
  ],
  [
    "usd_read",
    { file, prim: "World" },
    'prim: Expected an absolute path such as "/World/Chair", found "World". Paths begin with a slash; find them with usd_query, such as //*NAME*',
  ],
  [
    "usd_explain",
    { file, path: "/World{look=red}Ball" },
    'path: Paths of a stage have no variant selections: "/World{look=red}Ball". Leave the braces out, and select the variant with `variant`',
  ],
  [
    "usd_query",
    { file, expression: "//", variant: ["red"] },
    'variant: Expected selections such as "/World/Chair{look=red}", found "red". usd_overview lists the variant sets and their variants',
  ],
  [
    "usd_query",
    { file, expression: "//", variant: ["/World{size=red}"] },
    'variant: /World{size=red}: the prim has no variant set "size": it has "look". usd_overview lists the variant sets and their variants',
  ],
  [
    "usd_overview",
    { file: "scene.usdz[a.usda]" },
    'file: There is no file "scene.usdz[a.usda]". Name the package alone: its first layer is taken',
  ],
  ["usd_check", { file, rule: ["nope:off"] }, 'rule: Unknown rule "nope". The resource usdkit://rules lists the rules'],
  [
    "usd_check",
    { file, profile: "nope" },
    'profile: `profile` expects auto, offline, realtime, patch, usd, usdz, arkit or usda, found "nope".',
  ],
  [
    "usd_diff",
    { file, other: "ball.usda", session: "ball.usda" },
    'session: `variant` and `session` decide about composed stages alone. Add "composed": true, or leave the argument out',
  ],
  [
    "usd_package",
    { file, output: "o.usdz", variant: ["/World{look=blue}"] },
    'variant: `variant` and `session` decide about a package of one flattened crate alone. Add "arkit": true, or leave the argument out',
  ],
  ["usd_convert", { file, output: file }, "output: The file to write is the one that is read. Name another file"],
  [
    "usd_merge",
    { file, base: file, theirs: file, output: "none/o.usda" },
    'output: The folder of "none/o.usda" does not exist. Use a folder that exists: this tool creates none',
  ],
  [
    "usd_edit",
    { file, edits: [{ op: "add", path: "/N" }], target: "none.usda" },
    'The stage uses no layer "none.usda". Its layers are "scene.usda"',
  ],
  ["usd_edit", { file, edits: [{ op: "remove", path: "/Other" }] }, 'edit 1 (remove): The stage has no prim "/Other"'],
])("%s of %j", async (tool, args, text) => {
  const { call, root } = await connect({ write: true });
  mkdirSync(join(root, "dir"));
  writeFileSync(join(root, "bad.usda"), '#usda 1.0\ndef Xform "A\n');
  expect(await call(tool, args)).toMatchObject({ isError: true, text });
});

test("sizes that cannot be drawn are errors", async () => {
  const { call } = await connect();
  for (const size of ["0x9", "1025x9", "wide"]) {
    expect((await call("usd_render", { file, size })).text).toContain("Expected width and height from 1 to 1024");
  }
});

test("a path at which nothing is drawn is an error", async () => {
  const { call } = await connect();
  const { isError, text } = await call("usd_render", { file, only: ["/None"], size: "16x9" });
  expect({ isError, text }).toEqual({ isError: true, text: "only: nothing is drawn at /None or below it" });
});

test("an argument that a tool does not have is an error with those that it has", async () => {
  const { call } = await connect();
  const { text } = await call("usd_query", { file, expresion: "//" });
  expect(text).toMatch(/No argument "expresion": those of usd_query are file, expression, /u);
});

test("a layer of a package is edited as a file of its own", async () => {
  const { call } = await connect({ write: true });
  await call("usd_package", { file, output: "p.usdz" });
  const { text } = await call("usd_edit", { file: "p.usdz", edits: [{ op: "add", path: "/N" }] });
  expect(text).toBe(
    'edit 1 (add): "p.usdz" is in a package. Write its layers with usd_convert to a .usda, edit that, and pack it with usd_package',
  );
});

const changed = "The files have changed since the page before";

test.each<[tool: string, args: Readonly<Record<string, unknown>>]>([
  ["usd_overview", {}],
  ["usd_query", { expression: "//" }],
  ["usd_read", { prim: "/World", depth: 1 }],
  ["usd_check", {}],
  ["usd_diff", { other: "other.usda", composed: true }],
])("%s: a page after a change of a layer that the stage uses is refused", async (tool, args) => {
  const { call, root } = await connect();
  const names = Array.from({ length: 60 }, (_, i) => `Part_${i}`);
  const prims = (of: string): string => names.map((name) => `def Mesh "${name}${of}"\n{\n}\n`).join("\n");
  const ball = join(root, "ball.usda");
  const write = (of: string): void => {
    const text = `#usda 1.0\n(\n    defaultPrim = "Ball"\n)\n\ndef Xform "Ball"\n{\n${prims(of)}}\n`;
    writeFileSync(ball, text.replaceAll("Mesh", of === "" ? "Mesh" : "Cube"));
  };
  write("");
  const scene = `#usda 1.0\n\ndef "World"\n{\n    def "Ball" (\n        references = @./ball.usda@\n    )\n    {\n    }\n}\n${prims("_R")}`;
  writeFileSync(join(root, file), scene);
  writeFileSync(join(root, "other.usda"), '#usda 1.0\n\ndef "World"\n{\n    def "Ball"\n    {\n    }\n}\n');
  const first = await call(tool, { file, maxBytes: 1024, ...args });
  const { next } = first.data;
  expect(next).toEqual(expect.any(String));
  expect((await call(tool, { file, maxBytes: 1024, ...args, next })).isError).toBe(false);
  write("_2");
  utimesSync(ball, new Date(), new Date(Date.now() + 5000));
  expect((await call(tool, { file, maxBytes: 1024, ...args, next })).text).toContain(changed);
});

test("pages go on after other stages were read in between", async () => {
  const { call, root } = await connect();
  const args = { file, prim: "/World/Ball.inputs", maxBytes: 1024 };
  const { next } = (await call("usd_read", args)).data;
  for (const name of ["a", "b", "c", "d"]) {
    writeFileSync(join(root, `${name}.usda`), "#usda 1.0\n");
    await call("usd_overview", { file: `${name}.usda` });
  }
  expect((await call("usd_read", { ...args, next })).isError).toBe(false);
});
