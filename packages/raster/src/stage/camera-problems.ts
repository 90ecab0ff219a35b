/** What cameras and render settings author that images do not have. */
import type { GeometryProblem } from "@usdkit/geometry";
import {
  numbersOf,
  renderSettingsPath,
  StageReader,
  textOf,
  type PrimNode,
  type Stage,
  type StageTime,
} from "@usdkit/usd";
import { cameraExposure } from "./stage-camera.ts";
import type { StageViews } from "./stage-views.ts";

/** Returns what of the cameras and of the first render settings of a stage is not drawn as authored at a time. */
export function cameraProblems(stage: Stage, { cameras, settings }: StageViews, time: StageTime): GeometryProblem[] {
  const reader = new StageReader(stage);
  const found: GeometryProblem[] = [];
  for (const path of cameras) {
    const prim = reader.prim(path);
    if (prim === undefined) continue;
    const problem = (property: string, message: string): void => void found.push({ path, property, message });
    const projection = textOf(reader.value(prim, "projection", time));
    if (projection !== "perspective" && projection !== "orthographic") {
      const name = JSON.stringify(projection ?? null);
      problem("projection", `Expected "perspective" or "orthographic", found ${name}: its images are perspective`);
    }
    const exposure = cameraExposure(reader, prim, time);
    if (!(exposure > 0 && exposure < Infinity)) {
      problem("exposure", `Expected a factor of light above 0, found ${exposure}: its images have the factor 1`);
    }
    if ((numbersOf(reader.value(prim, "clippingPlanes", time))?.length ?? 0) > 0) {
      problem("clippingPlanes", "Clipping planes are not drawn: nothing is cut at them");
    }
  }
  const prim = settings === undefined ? undefined : reader.prim(settings);
  return prim === undefined ? found : [...found, ...settingsProblems(reader, prim)];
}

/**
 * Returns a problem if the render settings of a stage name another Camera than the first one, which images have without a camera of their
 * own. The settings are those that `renderSettingsPrimPath` names, or the first ones.
 */
export function otherCamera(stage: Stage, { cameras, settings }: StageViews): GeometryProblem | undefined {
  const reader = new StageReader(stage);
  const named = reader.prim(renderSettingsPath(stage));
  const prim = named?.type === "RenderSettings" ? named : settings === undefined ? undefined : reader.prim(settings);
  const camera = prim && reader.targets(prim, "camera").find((target) => reader.prim(target)?.type === "Camera");
  const [first] = cameras;
  if (prim === undefined || camera === undefined || camera === first) return undefined;
  const message = `The image is that of the first camera, ${first}, and not of ${camera}, which these settings name: give it as the camera`;
  return { path: prim.path, property: "camera", message };
}

/** Attributes of render settings that images have at their fallback only. */
const PLAIN: ReadonlyMap<string, readonly number[]> = new Map([
  ["pixelAspectRatio", [1]],
  ["dataWindowNDC", [0, 0, 1, 1]],
]);

function settingsProblems(reader: StageReader, prim: PrimNode): GeometryProblem[] {
  const found: GeometryProblem[] = [];
  for (const [property, plain] of PLAIN) {
    const numbers = numbersOf(reader.value(prim, property, null));
    if (numbers === undefined || plain.every((value, i) => value === numbers[i])) continue;
    const message = `It is not drawn: images have ${plain.length === 1 ? plain[0] : `(${plain.join(", ")})`}`;
    found.push({ path: prim.path, property, message });
  }
  for (const target of reader.targets(prim, "camera")) {
    const type = reader.prim(target)?.type;
    if (type === "Camera") continue;
    const what = type === undefined ? `there is no prim ${target}` : `${target} is not one`;
    found.push({ path: prim.path, property: "camera", message: `Expected a Camera, but ${what}: it is ignored` });
  }
  return found;
}
