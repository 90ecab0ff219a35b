// The rules about the resolution, where the examples of a rule cannot lead: limits of fixes, broken texts, built layers.

import { makeLayer } from "@usdkit/layer";
import { describe, expect, test } from "vitest";
import { validate } from "../engine/check.ts";
import { fullScene } from "../examples/full-scene.ts";
import { find } from "../test-support/findings.ts";

const scene = (resolution: string): string => fullScene("\n").replace("int2 resolution = (1280, 720)", resolution);
const of = (rule: string, source: string): ReturnType<typeof find> => find(source).filter((each) => each.rule === rule);
const camera = '#usda 1.0\ndef Camera "Main"\n{\n    int2 resolution = (640, 480)\n}\n';

describe("resolution-limit", () => {
  test.each([
    ["(5000, 1)", ["Write (4500, 1)"]],
    ["(1, 5000)", ["Write (1, 4500)"]],
    ["(9000, 4501)", ["Write (4500, 2251)"]],
    // No aspect ratio to keep.
    ["(0, 5000)", []],
    ["(5000, 0)", []],
    ["(5000, -1)", []],
    ["(-1, 5000)", []],
  ])("%s has the fixes %j", (resolution, titles) => {
    const found = of("resolution-limit", scene(`int2 resolution = ${resolution}`));
    expect(found.map(({ fixes }) => fixes.map(({ title }) => title))).toEqual([titles]);
  });

  test.each([
    ["(4501, 1)", "the width is above the limit of 4500"],
    ["(1, 0)", "the height is not positive"],
    ["(0, 4501)", "the width is not positive, the height is above the limit of 4500"],
  ])("%s: %s", (resolution, problem) => {
    const [found] = of("resolution-limit", scene(`int2 resolution = ${resolution}`));
    expect(found?.message).toBe(`"resolution" of /Render/Settings is ${resolution}: ${problem}.`);
  });

  test("leaves values of another type to attribute-type", () => {
    const rules = find(scene("float2 resolution = (5000, 5000)")).map(({ rule }) => rule);
    expect(rules).toContain("attribute-type");
    expect(rules).not.toContain("resolution-limit");
  });

  test("has no fix for a layer without a text", () => {
    const layer = makeLayer({
      children: [
        { name: "Main", type: "Camera" },
        {
          name: "Render",
          type: "Scope",
          children: [
            {
              name: "Settings",
              type: "RenderSettings",
              properties: [{ name: "resolution", type: "int2", value: [5000, 100] }],
            },
          ],
        },
      ],
    });
    const found = validate(layer, { profile: "offline" }).filter(({ rule }) => rule === "resolution-limit");
    expect(found.map(({ fixes }) => fixes)).toEqual([[]]);
  });
});

describe("resolution-fallback", () => {
  test("is not reported where RenderSettings may be missing or misspelled", () => {
    expect(of("resolution-fallback", camera)).toHaveLength(1);
    expect(of("resolution-fallback", `${camera}def Scope "Render" {\n`)).toEqual([]);
    expect(of("resolution-fallback", `${camera}def RenderSetings "Settings"\n{\n}\n`)).toEqual([]);
  });
});
