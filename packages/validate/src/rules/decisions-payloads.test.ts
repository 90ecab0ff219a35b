// What the catalogue decides where the specification is silent, one test a sentence.
import type { CheckOptions } from "../engine/prepare-check.ts";
import { describe, expect, test } from "vitest";
import { fullScene, sceneWithoutCamera } from "../examples/full-scene.ts";
import { patchOf } from "../examples/patch-scene.ts";
import { find, found, levels, order, patch, prim } from "../test-support/findings.ts";

describe("payloads", () => {
  const mesh = (...entries: string[]): string => fullScene(prim(`def Mesh "A" (\n    ${entries.join("\n    ")}\n)`));
  test.each(["payload", "prepend payload", "append payload", "add payload"])("%s", (word) => {
    const list = word === "payload" ? "@asset:/mesh/a@" : "[@asset:/mesh/a@]";
    expect(found(mesh(`${word} = ${list}`))).toEqual([]);
    expect(found(mesh(`${word} = ${list.replace("/mesh/", "/")}`))).toEqual(["payload-form 3"]);
  });
  test("deleted payloads are ignored", () => {
    expect(found(mesh("delete payload = [@x@]", "append payload = [@asset:/mesh/a@]"))).toEqual([]);
    expect(found(mesh("delete payload = [@asset:/mesh/a@]"))).toEqual(["payload-required 2"]);
  });
  test.each([
    ["asset:/mesh/a?x=1"],
    ["asset:/mesh/a#x"],
    ["asset:/mesh/a/b"],
    ["asset:/mesh/a/"],
    ["asset:/mesh//a"],
    ["asset:/mesh/"],
    ["asset://mesh/a"],
    ["1asset:/mesh/a"],
    ["as_set:/mesh/a"],
    [":/mesh/a"],
    ["/mesh/a"],
    ["asset:mesh/a"],
    ["asset:/Mesh/a"],
    ["asset:/mesh/%zz"],
  ])("%s is not a payload of the service", (asset) => {
    expect(found(mesh(`payload = @${asset}@`))).toEqual(["payload-form 3"]);
  });
  test.each([
    ["asset:/mesh/a?x=1", "warning"],
    ["asset:/mesh/a#x", "warning"],
    ["asset:/mesh/a/b", "warning"],
    ["asset:/mesh//a", "warning"],
    ["asset:/mesh/%zz", "warning"],
    ["1asset:/mesh/a", "warning"],
    ["as_set:/mesh/a", "warning"],
    ["asset:/mesh/a/", "error"],
    ["asset:/mesh/", "error"],
    ["asset:/mesh/?x=1", "error"],
    ["asset://mesh/a", "error"],
    ["https://example.com/mesh/a", "error"],
    [":/mesh/a", "error"],
    ["/mesh/a", "error"],
    ["./a.usd", "error"],
    ["asset:mesh/a", "error"],
    ["asset:/Mesh/a", "error"],
    ["1asset:/meshes/a", "error"],
  ])("%s is an %s", (asset, level) => {
    expect(levels(mesh(`payload = @${asset}@`))).toEqual([`payload-form ${level}`]);
  });
  test("a prim of this file is an error, several payloads are a warning", () => {
    expect(levels(mesh("payload = </Main>"))).toEqual(["payload-form error"]);
    expect(levels(mesh("payload = [@asset:/mesh/a@, @asset:/mesh/b@]"))).toEqual(["payload-form warning"]);
  });
  test.each([["a:/mesh/a"], ["A+b-c.1:/mesh/a"], ["asset:/mesh/a.b-c_d~e"], ["asset:/mesh/%C3%A4"], ["asset:/mesh/ä"]])(
    "%s is one",
    (asset) => {
      expect(found(mesh(`payload = @${asset}@</mesh>`))).toEqual([]);
    },
  );
  test("on another type it is a warning of composition-unsupported", () => {
    const payload = "(\n    payload = @asset:/mesh/a@\n)";
    expect(levels(fullScene(prim(`def Xform "A" ${payload}`)))).toEqual(["composition-unsupported warning"]);
    expect(levels(fullScene(prim(`def "A" ${payload}`)))).toEqual(["composition-unsupported warning"]);
    expect(levels(fullScene(prim('def Xform "A" (\n    payload = None\n)')))).toEqual([]);
  });
  test("ids are compared decoded", () => {
    expect(found(mesh("payload = @asset:/mesh/%C3%A4@"), { assets: ["ä"] })).toEqual([]);
    expect(found(mesh("payload = @asset:/mesh/b@"), { assets: ["ä"] })).toEqual(["mesh-id-known 3"]);
  });
});

describe("arcs, relationships, settings", () => {
  test.each([
    "references = None",
    "references = []",
    "inherits = None",
    "delete references = @a@",
    "variants = {\n    }",
  ])("%s is not reported", (entry) => {
    expect(found(fullScene(prim(`def Xform "A" (\n    ${entry}\n)`)))).toEqual([]);
  });
  test.each([
    "inherits = </Main>",
    "specializes = </Main>",
    "clips = {\n        dictionary default = {\n        }\n    }",
  ])("%s is a warning", (entry) => {
    expect(levels(fullScene(prim(`def Xform "A" (\n    ${entry}\n)`)))).toEqual(["composition-unsupported warning"]);
  });
  test("relocates of the layer are a warning, sublayers an error", () => {
    expect(levels(fullScene("\n(\n    relocates = {\n        </A> : </B>\n    }\n)\n"))).toEqual([
      "composition-unsupported warning",
    ]);
    expect(levels(fullScene("\n(\n    subLayers = [@a@]\n)\n"))).toEqual(["composition-unsupported error"]);
  });
  test("the default prim may be in a sublayer", () => {
    const scene = (arc: string): string => fullScene(`\n(\n    defaultPrim = "Chair"\n    subLayers = ${arc}\n)\n`);
    expect(levels(scene("[@chair.usda@]"))).toEqual(["composition-unsupported error"]);
    expect(levels(scene("[]"))).toEqual(["default-prim-exists warning"]);
  });
  const pointing = (target: string, body = "\n"): string =>
    fullScene(body).replace("int2 resolution", `rel camera = ${target}\n        int2 resolution`);
  test("rel camera: nothing, missing, no camera, another, several", () => {
    const second = prim('def Camera "First"');
    expect(levels(pointing("None"))).toEqual([]);
    expect(levels(pointing("</Nothing>"))).toEqual(["camera-relationship error"]);
    expect(levels(pointing("</Render>"))).toEqual(["camera-relationship error"]);
    expect(levels(pointing("</Main.focalLength>"))).toEqual(["camera-relationship error"]);
    expect(levels(pointing("</Main>", second))).toEqual(["camera-first warning", "camera-relationship warning"]);
    expect(levels(pointing("[</Main>, </Nothing>]"))).toEqual(["camera-relationship warning"]);
    expect(levels(pointing("[</Nothing>, </Main>]"))).toEqual([
      "camera-relationship warning",
      "camera-relationship error",
    ]);
  });
  test("the camera of later RenderSettings is ignored", () => {
    const source = `${pointing("</Main>")}\ndef RenderSettings "B"\n{\n    rel camera = </Nothing>\n}\n`;
    expect(found(source)).toEqual(["render-settings-first 17"]);
  });
  test("RenderSettings may be under any ancestor Scope named Render", () => {
    const scene = fullScene("\n");
    expect(found(scene.replace('Scope "Render"', 'Xform "Render"'))).toEqual(["render-settings-scope 10"]);
    expect(found(scene.replace('Scope "Render"', '"Render"'))).toEqual(["render-settings-scope 10"]);
  });
});

describe("header", () => {
  test.each(["\n#usda 1.0\n", " #usda 1.0\n"])("%j", (source) => {
    expect(found(source, { profile: "usda" })).toEqual(["usda-header 1"]);
  });
});

describe("a file with syntax errors", () => {
  const errors = (source: string, options: CheckOptions = {}): string[] => [
    ...new Set(find(source, options).map(({ rule }) => rule)),
  ];
  test.each([
    ["a camera", sceneWithoutCamera('\ndef Xform "A" {\n    oops\n}\n')],
    ["a resolution", fullScene("\n").replace("int2 resolution = (1280, 720)", "int2 resolution = (1280")],
    ["a payload", fullScene('\ndef Mesh "A" (\n    payload = @asset:/mesh/a\n)\n{\n}\n')],
    ["a default prim", fullScene('\n(\n    defaultPrim = "World"\n)\ndef Xform World\n{\n}\n')],
    ["a target", fullScene('\ndef Camera B"\n{\n}\n').replace("int2", "rel camera = </B>\n        int2")],
    ["an op", fullScene(prim('def Xform "A"', "matrix4d xformOp:transform = oops", order("xformOp:transform")))],
  ])("does not report a missing %s", (_, source) => {
    const rules = errors(source);
    expect(rules).toContain("usda-syntax");
    for (const rule of [
      "camera-present",
      "resolution-required",
      "payload-required",
      "default-prim-exists",
      "camera-relationship",
      "xform-op-order",
    ]) {
      expect(rules).not.toContain(rule);
    }
  });
  test("a patch's camera is not reported as missing either", () => {
    expect(errors(patchOf("Main", "float fStop = = 1"), patch)).toEqual(["usda-syntax"]);
  });
});
