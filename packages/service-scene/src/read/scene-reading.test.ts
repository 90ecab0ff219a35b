import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { readScene } from "./read-scene.ts";
import { SceneReading } from "./scene-reading.ts";
import { worldMatrix } from "../transform/service-matrix.ts";

const TEXT = `#usda 1.0
def Xform "World"
{
    matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (5, 0, 0, 1) )
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Xform "Rig"
    {
        matrix4d xformOp:transform = ( (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (0, 2, 0, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
        def Camera "Main"
        {
        }
    }
    def Camera "Off" (
        active = false
    )
    {
    }
    over "Unknown"
    {
        def Camera "Hidden"
        {
        }
    }
}
def RenderSettings "Settings"
{
}
`;

const { layer } = parseUsda(TEXT);

describe("one walk", () => {
  test("returns the plan and the cameras, and calls other visitors", () => {
    const reading = new SceneReading(layer);
    const seen: string[] = [];
    reading.walk([
      {
        prim: (prim, place) => {
          seen.push(prim.path);
          // A visitor sees the cameras up to its prim.
          if (prim.typeName === "Camera") expect(reading.cameras.at(-1)).toBe(prim);
          expect(place.worldMatrix).toEqual(worldMatrix(prim));
          expect(place.parent?.prim.path ?? "/").toBe(prim.parent.path);
        },
        inactivePrim: ({ path }, parent) => seen.push(`inactive ${path} in ${parent?.prim.path}`),
        undefinedPrim: ({ path }) => seen.push(`undefined ${path}`),
        end: () => seen.push("end"),
      },
    ]);
    expect(seen).toEqual([
      "/World",
      "/World/Rig",
      "/World/Rig/Main",
      "inactive /World/Off in /World",
      "undefined /World/Unknown",
      "/Settings",
      "end",
    ]);
    expect(reading.cameras.map(({ path }) => path)).toEqual(["/World/Rig/Main"]);
    expect(reading.renderSettings.map(({ prim }) => prim.path)).toEqual(["/Settings"]);
    expect(reading.plan()).toEqual(readScene(layer));
    // A second call returns the same plan, without additions.
    expect(reading.plan()).toBe(reading.plan());
  });

  test("has no plan if none was requested, and none for the form layer", () => {
    for (const options of [{ isPlanned: false }, { form: "layer" }] as const) {
      const reading = new SceneReading(layer, options);
      reading.walk();
      expect(() => reading.plan()).toThrow("The scene was read without a plan");
    }
  });

  test("the form layer: every active prim is visited", () => {
    const reading = new SceneReading(layer, { form: "layer" });
    reading.walk();
    expect(reading.cameras.map(({ path }) => path)).toEqual(["/World/Rig/Main", "/World/Unknown/Hidden"]);
  });
});
