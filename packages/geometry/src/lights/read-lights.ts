/** Reads the lights of a stage. */
import { isFiniteMatrix } from "@usdkit/transforms";
import {
  StageReader,
  VisibilityCache,
  XformCache,
  XformQueries,
  type PrimNode,
  type Stage,
  type StageTime,
} from "@usdkit/usd";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { LightCone, StageLight } from "../model/light.ts";
import { colorTemperature, TEMPERATURES } from "./color-temperature.ts";
import { lightReader, type LightReader } from "./light-reader.ts";
import { lightShapes, otherLights } from "./light-shapes.ts";

/** The lights of a stage, and what of them is not drawn as authored. */
export interface StageLights {
  /** In the order of the stage. */
  readonly lights: readonly StageLight[];
  readonly problems: readonly GeometryProblem[];
}

const WHITE = [1, 1, 1] as const;
const BLACK = [0, 0, 0] as const;

/**
 * Returns the visible lights of a stage at a time.
 *
 * @param stage or a reader of it, whose prims the caller visits too
 * @param time a time code; null for default values
 * @example
 * for (const { path, shape, intensity } of readLights(stage).lights) console.log(path, shape.type, intensity);
 */
export function readLights(stage: Stage | StageReader, time: StageTime = null): StageLights {
  const reader = stage instanceof StageReader ? stage : new StageReader(stage);
  const visibility = new VisibilityCache(reader, time);
  const xforms = new XformCache(new XformQueries(reader), time);
  const lights: StageLight[] = [];
  const problems: GeometryProblem[] = [];
  for (const prim of reader.prims({ instanceProxies: true })) {
    const shapeOf = lightShapes.get(prim.type);
    const isOther = otherLights.has(prim.type) || hasLightApi(reader, prim);
    if ((shapeOf === undefined && !isOther) || !visibility.isVisible(prim)) continue;
    const light = lightReader(reader, prim, time, problems);
    if (shapeOf === undefined) {
      const what = otherLights.has(prim.type) ? `A ${prim.type}` : "A prim that emits light (LightAPI)";
      light.problem("", `${what} does not light the others`);
      continue;
    }
    const matrix = xforms.localToWorld(prim);
    if (!isFiniteMatrix(matrix)) {
      light.problem("xformOpOrder", "The matrix has numbers that are not finite: the light is not drawn");
      continue;
    }
    reportUndrawn(reader, prim, light);
    lights.push({ path: prim.path, shape: shapeOf(light), ...emission(light), cone: coneOf(light), matrix });
  }
  return { lights, problems };
}

function emission(
  light: LightReader,
): Pick<StageLight, "color" | "intensity" | "exposure" | "isNormalized" | "diffuse" | "specular" | "castsShadows"> {
  const [r, g, b] = light.color("inputs:color", WHITE);
  const [tr, tg, tb] = light.isTrue("inputs:enableColorTemperature") ? colorTemperature(kelvinOf(light)) : WHITE;
  return {
    color: [r * tr, g * tg, b * tb],
    intensity: light.number("inputs:intensity", 1),
    exposure: light.number("inputs:exposure", 0),
    isNormalized: light.isTrue("inputs:normalize"),
    diffuse: light.size("inputs:diffuse", 1),
    specular: light.size("inputs:specular", 1),
    castsShadows: !light.isFalse("inputs:shadow:enable"),
  };
}

function kelvinOf(light: LightReader): number {
  const name = "inputs:colorTemperature";
  const found = light.number(name, 6500);
  const [least, most] = TEMPERATURES;
  const drawn = Math.min(most, Math.max(least, found));
  if (drawn !== found) light.problem(name, `Expected ${least} to ${most} K, found ${found}: it is drawn with ${drawn}`);
  return drawn;
}

function coneOf(light: LightReader): LightCone | null {
  const cone = {
    focus: light.size("inputs:shaping:focus", 0),
    focusTint: light.color("inputs:shaping:focusTint", [0, 0, 0]),
    coneAngle: light.size("inputs:shaping:cone:angle", 90),
    coneSoftness: Math.min(1, light.size("inputs:shaping:cone:softness", 0)),
  };
  return cone.focus === 0 && cone.coneAngle >= 90 && cone.coneSoftness === 0 ? null : cone;
}

/** Whether a prim that is no light has the API of one. */
function hasLightApi(reader: StageReader, prim: PrimNode): boolean {
  const { apiSchemas } = reader.schemas(prim);
  return !lightShapes.has(prim.type) && apiSchemas.some((name) => name === "LightAPI" || name === "MeshLightAPI");
}

function reportUndrawn(reader: StageReader, prim: PrimNode, light: LightReader): void {
  if (light.file("inputs:shaping:ies:file") !== null) {
    light.problem("inputs:shaping:ies:file", "The IES profile is not drawn: the light has its cone and focus alone");
  }
  const format = light.token("inputs:texture:format");
  if (format !== "" && format !== "automatic" && format !== "latlong") {
    light.problem("inputs:texture:format", `Images of ${format} are not read: it is drawn as a lat-long one`);
  }
  if (light.color("inputs:shadow:color", BLACK).some((value) => value !== 0)) {
    light.problem("inputs:shadow:color", "The color of shadows is not drawn: they are without the light");
  }
  for (const name of ["inputs:shadow:distance", "inputs:shadow:falloff"]) {
    if (light.number(name, -1) >= 0) light.problem(name, "Bounds of shadows are not drawn: they have none");
  }
  if (reader.targets(prim, "portals").length > 0) {
    light.problem("portals", "Portals are not drawn: the dome lights from all sides");
  }
  if (reader.targets(prim, "light:filters").length > 0) {
    light.problem("light:filters", "Light filters are not drawn");
  }
  for (const link of ["lightLink", "shadowLink"] as const) {
    const name = `collection:${link}`;
    const isLinked =
      reader.targets(prim, `${name}:includes`).length > 0 ||
      reader.targets(prim, `${name}:excludes`).length > 0 ||
      light.isFalse(`${name}:includeRoot`);
    if (!isLinked) continue;
    const what = link === "lightLink" ? "the light reaches all prims" : "all prims cast its shadows";
    light.problem(`${name}:includes`, `Light linking is not drawn: ${what}`);
  }
}
