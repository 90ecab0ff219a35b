// `test/oracle/materialx.ts` compares real documents with the reference's reader.
import { printUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { memoryResolver } from "../resolve/path-resolver.ts";
import { StageReader } from "../prims/stage-reader.ts";
import { Stage } from "../stage/stage.ts";
import { numbersOf, textOf } from "../values/plain-numbers.ts";
import { readMaterialX } from "./read-document.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const brass = `<?xml version="1.0"?>
<materialx version="1.38" colorspace="lin_rec709" fileprefix="textures/">
  <nodegraph name="NG_brass">
    <input name="tint" type="color3" value="1, 0.5, 0" />
    <image name="color" type="color3">
      <input name="file" type="filename" value="brass.jpg" colorspace="srgb_texture" />
    </image>
    <multiply name="tinted" type="color3">
      <input name="in1" type="color3" nodename="color" />
      <input name="in2" type="color3" interfacename="tint" />
    </multiply>
    <multiply name="darker" type="color3">
      <input name="in1" type="color3" nodename="tinted" />
      <input name="in2" type="float" value="0.5" />
    </multiply>
    <output name="out_color" type="color3" nodename="darker" />
  </nodegraph>
  <constant name="rough" type="float"><input name="value" type="float" value="0.25" /></constant>
  <standard_surface name="SR_brass" type="surfaceshader">
    <input name="base" type="float" value="0.75" />
    <input name="base_color" type="color3" nodegraph="NG_brass" output="out_color" />
    <input name="specular_roughness" type="float" nodename="rough" />
  </standard_surface>
  <surfacematerial name="Brass" type="material">
    <input name="surfaceshader" type="surfaceshader" nodename="SR_brass" />
  </surfacematerial>
</materialx>`;

test("a document composes as a layer, and opinions about inputs of its materials are stronger", async () => {
  const root = `#usda 1.0
def Scope "Looks" (references = @brass.mtlx@</MaterialX/Materials>)
{
    over "Brass"
    {
        float inputs:base = 1
    }
}`;
  const files = new Map([
    ["root.usda", bytes(root)],
    ["brass.mtlx", bytes(brass)],
  ]);
  const stage = await Stage.open("root.usda", { resolver: memoryResolver(files) });
  const reader = new StageReader(stage);
  const value = (path: string, name: string): unknown => {
    const prim = reader.prim(path);
    const found = prim && reader.value(prim, name, null);
    return numbersOf(found)?.[0] ?? textOf(found);
  };
  expect(value("/Looks/Brass", "inputs:base")).toBe(1);
  expect(value("/Looks/Brass/SR_brass", "info:id")).toBe("ND_standard_surface_surfaceshader");
  expect(value("/Looks/Brass/NG_brass/darker", "info:id")).toBe("ND_multiply_color3FA");
  expect(value("/Looks/Brass/NG_brass/tinted", "info:id")).toBe("ND_multiply_color3");
  expect(value("/Looks/Brass/NG_brass/color", "inputs:file")).toBe("textures/brass.jpg");
  const targets = (path: string, name: string): readonly string[] => {
    const prim = reader.prim(path);
    return prim === undefined ? [] : reader.targets(prim, name).map(String);
  };
  expect(targets("/Looks/Brass", "outputs:mtlx:surface")).toEqual(["/Looks/Brass/SR_brass.outputs:surface"]);
  expect(targets("/Looks/Brass/SR_brass", "inputs:base")).toEqual(["/Looks/Brass.inputs:base"]);
  expect(targets("/Looks/Brass/SR_brass", "inputs:base_color")).toEqual(["/Looks/Brass/NG_brass.outputs:out_color"]);
  expect(targets("/Looks/Brass/SR_brass", "inputs:specular_roughness")).toEqual([
    "/Looks/Brass/NodeGraphs/rough.outputs:out",
  ]);
  expect(targets("/Looks/Brass/NG_brass/tinted", "inputs:in2")).toEqual(["/Looks/Brass/NG_brass.inputs:tint"]);
});

test("nodes that a document defines are the graphs of their definitions", () => {
  const layer = readMaterialX(`<materialx version="1.39">
  <nodedef name="ND_twice" node="twice">
    <input name="in" type="float" value="1" /><output name="out" type="float" />
  </nodedef>
  <nodegraph name="NG_twice" nodedef="ND_twice">
    <add name="sum" type="float">
      <input name="in1" type="float" interfacename="in" /><input name="in2" type="float" interfacename="in" />
    </add>
    <output name="out" type="float" nodename="sum" />
  </nodegraph>
  <twice name="four" type="float"><input name="in" type="float" value="2" /></twice>
  <open_pbr_surface name="S" type="surfaceshader"><input name="base_weight" type="float" nodename="four" /></open_pbr_surface>
  <surfacematerial name="M" type="material"><input name="surfaceshader" type="surfaceshader" nodename="S" /></surfacematerial>
</materialx>`);
  const text = "message" in layer ? layer.message : printUsda(layer);
  expect(text).toContain(`def "four" (
            prepend references = </MaterialX/NodeGraphs/ND_twice>
        )
        {
            float inputs:in = 2`);
  expect(text).toContain("float inputs:base_weight.connect = </MaterialX/Materials/M/NodeGraphs/four.outputs:out>");
});

test.each([
  ["<materialx>\n  <nodegraph name='a'>\n</materialx>", /^Expected XML: Unexpected close tag/u, 3],
  ["<lib/>", /^Expected a materialx element, found lib/u, 1],
  [
    '<materialx xmlns:xi="http://www.w3.org/2001/XInclude">\n<xi:include href="other.mtlx"/></materialx>',
    /^Included documents are not read: put what "other.mtlx" has/u,
    2,
  ],
  [`<materialx>${"<a>".repeat(100)}`, /^Elements nest deeper than 64/u, 1],
  ['<!DOCTYPE x [<!ENTITY a "aaaa">]><materialx name="&a;"/>', /^Expected XML: Invalid character entity/u, 1],
])("what is no document has a place (%#)", (text, message, line) => {
  const problem = readMaterialX(text);
  if (!("message" in problem)) throw new Error("Expected a problem");
  expect(problem.message).toMatch(message);
  expect(problem.line).toBe(line);
});

test("values of other types and names that lead nowhere are left out", () => {
  const layer = readMaterialX(`<materialx>
  <standard_surface name="S" type="surfaceshader">
    <input name="base" type="float" value="many" />
    <input name="base_color" type="color3" value="1, 2" />
    <input name="coat" type="float" nodename="none" />
    <input name="metalness" type="float" value="1e999" />
  </standard_surface>
  <surfacematerial name="M" type="material"><input name="surfaceshader" type="surfaceshader" nodename="S" /></surfacematerial>
  <surfacematerial name="N" type="material"><input name="surfaceshader" type="surfaceshader" nodename="none" /></surfacematerial>
</materialx>`);
  const text = "message" in layer ? layer.message : printUsda(layer);
  for (const name of ["base", "base_color", "coat", "metalness"]) {
    expect(text).toMatch(new RegExp(`inputs:${name}$`, "mu"));
    expect(text).toContain(`inputs:${name}.connect = </MaterialX/Materials/M.inputs:${name}>`);
  }
  expect(text).toContain('def Material "N"');
});
