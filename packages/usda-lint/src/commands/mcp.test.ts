import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "@usdkit/mcp";
import { describe, expect, test } from "vitest";
import { connect, makeFolder, SCENE } from "../test-support/mcp-client.ts";

describe("reading", () => {
  test("a server that does not write has the tools that read, and each declares its schemas", async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "usd_overview",
      "usd_query",
      "usd_read",
      "usd_explain",
      "usd_check",
      "usd_diff",
      "usd_render",
    ]);
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect(Object.keys(inputSchema.properties ?? {})[0]).toBe("file");
      expect([outputSchema?.type, annotations?.readOnlyHint]).toEqual(["object", true]);
    }
    const writing = await connect({ write: true });
    expect((await writing.client.listTools()).tools.map(({ name }) => name).slice(7)).toEqual([
      "usd_edit",
      "usd_fix",
      "usd_merge",
      "usd_convert",
      "usd_package",
    ]);
  });

  test("usd_overview", async () => {
    const { call } = await connect();
    expect((await call("usd_overview", { file: "scene.usda" })).data).toMatchObject({
      file: "scene.usda",
      upAxis: "Y",
      metersPerUnit: 1,
      defaultPrim: "/World",
      prims: 2,
      bounds: { min: [-2, -2, -2], max: [2, 2, 2] },
      types: [
        { type: "Sphere", count: 1 },
        { type: "Xform", count: 1 },
      ],
      variantSets: [{ prim: "/World", name: "look", variants: ["blue", "red"], selection: "red" }],
      layers: ["scene.usda", "ball.usda"],
      problems: [],
    });
  });

  test("usd_query, usd_read and usd_explain", async () => {
    const { call } = await connect();
    const file = "scene.usda";
    expect(
      (await call("usd_query", { file, expression: "//{isa:Sphere}", select: ["path", "radius"] })).data,
    ).toMatchObject({
      total: 1,
      rows: [{ path: "/World/Ball", radius: 2 }],
    });
    const { data } = await call("usd_read", { file, prim: "/World", depth: 1 });
    expect(data).toMatchObject({
      prims: [
        { path: "/World", type: "Xform", children: ["Ball"], variantSets: [{ name: "look", selection: "red" }] },
        {
          path: "/World/Ball",
          properties: [
            {
              name: "inputs",
              value: { array: "f32", n: 500 },
            },
            { name: "primvars:displayColor", value: [[1, 0, 0]], layer: "scene.usda" },
            { name: "radius", type: "double", value: 2, source: "default", layer: "scene.usda" },
          ],
        },
      ],
    });
    expect((await call("usd_explain", { file, path: "/World/Ball.radius" })).data).toMatchObject({
      value: 2,
      opinions: [
        { layer: "scene.usda", line: 20, arc: "local", value: 2 },
        { layer: "ball.usda", line: 8, arc: "references", value: 1 },
      ],
    });
    const variant = ["/World{look=blue}"];
    expect(
      (await call("usd_explain", { file, path: "/World/Ball.primvars:displayColor", variant })).data,
    ).toMatchObject({ opinions: [] });
    expect((await call("usd_explain", { file, path: "/World/Box" })).data).toMatchObject({
      error: { place: "path", remedy: expect.stringContaining("usd_query") as string },
    });
  });

  test("usd_check, usd_diff and usd_render", async () => {
    const { root, call } = await connect();
    writeFileSync(
      join(root, "other.usda"),
      SCENE.replace("radius = 2", "radius = 3").replace("@./ball.usda@", "@./lost.usda@"),
    );
    const checked = await call("usd_check", { file: "other.usda" });
    expect(checked.data["findings"]).toContainEqual(
      expect.objectContaining({
        file: "other.usda",
        line: 17,
        severity: "error",
        message: expect.stringContaining("lost.usda") as string,
      }),
    );
    expect((await call("usd_diff", { file: "scene.usda", other: "other.usda" })).data).toMatchObject({
      equal: false,
      total: 2,
    });
    const image = await call("usd_render", { file: "scene.usda", size: "32x18", format: "png" });
    expect(image.data).toMatchObject({ width: 32, height: 18, drawn: 1, camera: "auto" });
    expect(
      Buffer.from(image.image ?? "", "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  test("pages have every row once, none is larger than asked for, and a page of another state is refused", async () => {
    const { root, call } = await connect();
    const elements: unknown[] = [];
    let next: unknown;
    do {
      const page = await call("usd_read", {
        file: "scene.usda",
        prim: "/World/Ball.inputs",
        maxBytes: 1500,
        ...(next !== undefined && { next }),
      });
      expect(page.bytes).toBeLessThanOrEqual(1500);
      const [{ properties }] = page.data["prims"] as readonly [
        { readonly properties: readonly { readonly value: readonly unknown[] }[] },
      ];
      for (const { value } of properties) elements.push(...value);
      ({ next } = page.data);
    } while (next !== undefined);
    expect(elements).toEqual(Array.from({ length: 500 }, (_, i) => [i, 0, 0]));

    const first = await call("usd_query", {
      file: "scene.usda",
      expression: "//",
      maxBytes: 1024,
      select: ["path", "inputs", "radius"],
    });
    expect(first.data["total"]).toBe(2);
    const page = await call("usd_read", { file: "scene.usda", prim: "/World/Ball.inputs", maxBytes: 1024 });
    writeFileSync(join(root, "scene.usda"), SCENE.replace("= 2", "= 4"));
    expect(
      (await call("usd_read", { file: "scene.usda", prim: "/World/Ball.inputs", next: page.data["next"] })).data,
    ).toMatchObject({
      error: { place: "next", message: "The files have changed since the page before" },
    });
    expect((await call("usd_read", { file: "scene.usda", prim: "/World/Ball.radius" })).data).toMatchObject({
      prims: [{ properties: [{ value: 4 }] }],
    });
  });
});

describe("writing", () => {
  test("usd_edit returns the diff, writes on request, and refuses stale revisions", async () => {
    const { root, call } = await connect({ write: true });
    const file = "scene.usda";
    const { revision } = (await call("usd_overview", { file })).data;
    const edits = [{ op: "set", path: "/World/Ball.radius", value: 5 }];
    const dry = await call("usd_edit", { file, edits, revision, dryRun: true });
    expect(dry.data).toMatchObject({
      revision,
      written: false,
      diff: expect.stringContaining("+        double radius = 5\n") as string,
    });
    expect(readFileSync(join(root, file), "utf8")).toBe(SCENE);
    const done = await call("usd_edit", { file, edits, revision });
    expect(done.data).toMatchObject({ written: true, diff: dry.data["diff"] });
    expect(readFileSync(join(root, file), "utf8")).toBe(SCENE.replace("radius = 2", "radius = 5"));
    expect((await call("usd_read", { file, prim: "/World/Ball.radius" })).data).toMatchObject({
      revision: done.data["revision"],
      prims: [{ properties: [{ value: 5 }] }],
    });
    expect((await call("usd_edit", { file, edits, revision })).data).toMatchObject({ error: { place: "revision" } });
    expect(
      (await call("usd_edit", { file, edits: [{ op: "set", path: "/World/Ball.radius", value: "x" }] })).data,
    ).toMatchObject({
      error: { message: expect.stringMatching(/^edit 1 \(set\): /u) as string },
    });
  });

  test("usd_merge, usd_convert and usd_package write files with the allowed extensions", async () => {
    const { root, call } = await connect({ write: true });
    writeFileSync(join(root, "ours.usda"), SCENE.replace("radius = 2", "radius = 3"));
    writeFileSync(join(root, "theirs.usda"), SCENE.replace("# the ball", "# a ball").replace('"red"\n', '"blue"\n'));
    const files = { file: "ours.usda", base: "scene.usda", theirs: "theirs.usda" };
    expect((await call("usd_merge", { ...files, output: "merged.usda" })).data).toMatchObject({ file: "merged.usda" });
    expect(readFileSync(join(root, "merged.usda"), "utf8")).toContain("radius = 3");
    writeFileSync(join(root, "theirs.usda"), SCENE.replace("radius = 2", "radius = 4"));
    const conflict = await call("usd_merge", { ...files, output: "conflict.usda" });
    expect(conflict.data).toMatchObject({
      error: { place: "file", message: expect.stringContaining("radius") as string },
    });
    expect((await call("usd_convert", { file: "scene.usda", output: "scene.usdc" })).data).toMatchObject({
      file: "scene.usdc",
    });
    expect((await call("usd_package", { file: "scene.usda", output: "scene.usdz" })).data).toMatchObject({
      file: "scene.usdz",
    });
    const cloud = '#usda 1.0\ndef Cube "Box"\n{\n}\ndef Volume "Cloud"\n{\n}\n';
    writeFileSync(join(root, "cloud.usda"), cloud);
    expect((await call("usd_convert", { file: "cloud.usda", output: "cloud.glb" })).data).toMatchObject({
      messages: ["cloud.usda: /Cloud: A Volume is not part of glTF"],
    });
    expect((await call("usd_package", { file: "scene.usda", output: "run.sh" })).data).toMatchObject({
      error: { remedy: "Use .usdz" },
    });
    expect(readdirSync(root).filter((name) => /conflict|run/u.test(name))).toEqual([]);
  });

  test("usd_fix applies fixes and says what is left", async () => {
    const { root, call } = await connect({ write: true });
    const before =
      '#usda 1.0\n\n# the root\ndef "A"\n{\n    # usda-lint-disable-next-line duplicate-field\n    int x = 1\n}\n';
    const after = before.replace("    # usda-lint-disable-next-line duplicate-field\n", "");
    writeFileSync(join(root, "a.usda"), before);
    const args = { file: "a.usda", profile: "usda" };
    const dry = await call("usd_fix", { ...args, dryRun: true });
    expect(dry.data).toMatchObject({
      written: false,
      diff: expect.stringContaining("-    # usda-lint-disable") as string,
    });
    expect(readFileSync(join(root, "a.usda"), "utf8")).toBe(before);
    expect((await call("usd_fix", { ...args, revision: "0".repeat(64) })).isError).toBe(true);
    expect((await call("usd_fix", args)).data).toMatchObject({ written: true, errors: 0, diff: dry.data["diff"] });
    expect(readFileSync(join(root, "a.usda"), "utf8")).toBe(after);
  });
});

describe("hostile arguments", () => {
  const outside = { error: { message: expect.stringContaining("outside of the folders") as string } };

  test("files outside of the roots are neither read nor written, links and references included", async () => {
    const { root, call } = await connect({ write: true });
    const other = makeFolder();
    writeFileSync(join(other, "secret.usda"), '#usda 1.0\ndef "Secret"\n{\n}\n');
    symlinkSync(join(other, "secret.usda"), join(root, "link.usda"));
    mkdirSync(join(root, "in"));
    symlinkSync(other, join(root, "in/folder"));
    for (const file of [join(other, "secret.usda"), "../x.usda", "link.usda", "in/folder/secret.usda", "/etc/passwd"]) {
      for (const tool of ["usd_overview", "usd_check", "usd_render"])
        expect((await call(tool, { file })).data).toMatchObject(outside);
    }
    for (const output of ["../x.usdz", "in/folder/x.usdz", join(other, "x.usdz")]) {
      expect((await call("usd_package", { file: "scene.usda", output })).data).toMatchObject(outside);
    }
    writeFileSync(
      join(root, "leak.usda"),
      `#usda 1.0\ndef "A" (\n    references = @${join(other, "secret.usda")}@</Secret>\n)\n{\n}\n`,
    );
    const { data } = await call("usd_overview", { file: "leak.usda" });
    expect(data).toMatchObject({ prims: 1, layers: ["leak.usda"], counts: { problems: 1 } });
    writeFileSync(join(root, "target.usda"), "#usda 1.0\n(\n    subLayers = [@./link.usda@]\n)\n");
    const edits = [{ op: "set", path: "/Secret.x", value: 1, type: "int" }];
    expect((await call("usd_edit", { file: "target.usda", target: "link.usda", edits })).isError).toBe(true);
    expect(readFileSync(join(other, "secret.usda"), "utf8")).not.toContain("int x");
    expect(readdirSync(other)).toEqual(["secret.usda"]);
  });

  test("flags in the place of values stay values, and what is no argument is refused", async () => {
    const { root, call } = await connect({ write: true });
    writeFileSync(join(root, "--fix.usda"), SCENE);
    expect((await call("usd_check", { file: "--fix.usda", quiet: true })).isError).toBe(false);
    expect((await call("usd_render", { file: "scene.usda", camera: "--assets=/etc" })).isError).toBe(true);
    for (const args of [
      {},
      { file: "" },
      { file: "scene.usda\0" },
      { file: "scene.usda", maxBytes: 1 },
      { file: "scene.usda", next: "99@0" },
      { file: "x".repeat(5000) },
      { file: "scene.usda", more: 1 },
    ]) {
      expect((await call("usd_overview", args)).isError).toBe(true);
    }
    expect((await call("usd_read", { file: "scene.usda" })).text).toContain('prim: Expected a path, as "/World/Chair"');
  });

  test("edits that are nested deeply, huge or of the wrong type are errors, and nothing is written", async () => {
    const { root, call } = await connect({ write: true });
    const file = "scene.usda";
    const nested: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const path = "/World/Ball.radius";
    for (const edits of [
      [{ op: "set", path, value: nested }],
      [{ op: "set", path: `/${"A/".repeat(50_000)}A.x`, value: 1, type: "int" }],
      [{ op: "set", path, value: "x".repeat(1_000_000) }],
      [{ op: "metadata", path: "/World", field: "customData", value: nested }],
      [{ op: "targets", path: "/World.r", value: { explicit: { explicit: ["/World"] } } }],
      [{ op: "set", path: "/World.x;int y", value: 1, type: "int" }],
      [{ op: "constructor", path }],
      [{ op: 1 }],
      [
        { op: "set", path, value: 3 },
        { op: "remove", path: "/Else" },
      ],
      "set",
      [],
    ]) {
      const { isError, bytes } = await call("usd_edit", { file, edits });
      expect(isError).toBe(true);
      expect(bytes).toBeLessThan(4000);
    }
    expect(readFileSync(join(root, file), "utf8")).toBe(SCENE);
    expect((await call("usd_edit", { file, edits: [{ op: "remove", path: "/Else" }] })).data).toMatchObject({
      error: { message: expect.stringContaining('edit 1 (remove): The stage has no prim "/Else"') as string },
    });
  });

  test("a root that does not exist is an error of the start", () => {
    expect(() =>
      createServer({ roots: ["/does/not/exist"], version: "1", run: () => Promise.reject(new Error("no")) }),
    ).toThrow("--root /does/not/exist: there is no such folder");
  });
});

test("resources have the rules, the schemas and the edits; prompts have their arguments", async () => {
  const { client } = await connect();
  const text = async (uri: string): Promise<string> => {
    const { contents } = await client.readResource({ uri });
    return contents.map((each) => ("text" in each ? each.text : "")).join("");
  };
  expect(await text("usdkit://rules")).toContain("(usdkit://rules/duplicate-field)");
  expect(await text("usdkit://rules/duplicate-field")).toMatch(/^# /u);
  expect(await text("usdkit://schemas/Sphere")).toContain("| `radius` | double | `1` |");
  expect(await text("usdkit://edits")).toContain("| rename | path, name |");
  await expect(text("usdkit://schemas/Nothing")).rejects.toThrow("usdkit://schemas lists them");
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toContain("check-and-repair");
  const { messages } = await client.getPrompt({ name: "explain-value", arguments: { file: "a.usda", path: "/A.x" } });
  expect(JSON.stringify(messages)).toContain("/A.x of the stage a.usda");
});
