/** The shape of each type of light. */
import type { LightShape } from "../model/light.ts";
import type { LightReader } from "./light-reader.ts";

/** Returns the shape of a light. */
type ReadShape = (light: LightReader) => LightShape;

const dome: ReadShape = (light) => ({
  type: "dome",
  image: light.file("inputs:texture:file"),
  pole: light.pole(),
});

/** By type name. */
export const lightShapes: ReadonlyMap<string, ReadShape> = new Map<string, ReadShape>([
  [
    "CylinderLight",
    (light) => ({
      type: "cylinder",
      length: light.size("inputs:length", 1),
      radius: light.size("inputs:radius", 0.5),
      isLine: light.isTrue("treatAsLine"),
    }),
  ],
  ["DiskLight", (light) => ({ type: "disk", radius: light.size("inputs:radius", 0.5) })],
  ["DistantLight", (light) => ({ type: "distant", angle: Math.min(360, light.size("inputs:angle", 0.53)) })],
  ["DomeLight", dome],
  ["DomeLight_1", dome],
  [
    "RectLight",
    (light) => {
      if (light.file("inputs:texture:file") !== null) {
        light.problem("inputs:texture:file", "The texture of a RectLight is not drawn: its color is that of the light");
      }
      return { type: "rect", width: light.size("inputs:width", 1), height: light.size("inputs:height", 1) };
    },
  ],
  [
    "SphereLight",
    (light) => ({
      type: "sphere",
      radius: light.size("inputs:radius", 0.5),
      isPoint: light.isTrue("treatAsPoint"),
    }),
  ],
]);

/** Types of lights that have no shape here. */
export const otherLights: ReadonlySet<string> = new Set(["GeometryLight", "PluginLight", "PortalLight"]);
