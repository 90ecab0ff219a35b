/** Options of an image, and their validation. */
import type { ScenePlan } from "@usdkit/service-scene";
import type { CameraChoice } from "../camera/scene-camera.ts";
import { RenderError } from "../errors/render-error.ts";
import type { FrameOutput } from "../bands/frame.ts";
import { defaultFrameLimits, type FrameLimits } from "../prepare/scene-limits.ts";
import type { DataOptions } from "../prepare/data-options.ts";
import type { RenderPool } from "../threads/render-pool.ts";

/** How a scene is prepared. */
export interface PrepareOptions extends DataOptions {
  /**
   * Threads that decode large files, and draw unless an image has a pool of its own; by default the scene has its own. Null: the
   * calling thread decodes everything.
   */
  readonly pool?: RenderPool | null | undefined;
}

/** Progress of an image. */
export interface RenderProgress {
  /** 0 to 1. */
  readonly fraction: number;
}

/** Parts of the full look; each is on unless it is switched off. */
export interface LookOptions {
  /** Shadows of the key light, by which objects touch what is below them. */
  readonly shadows?: boolean | undefined;
  /** Texels of a side of the shadow maps of distant lights: 1024 (the default), or 512, which is enough for small images. */
  readonly shadowSize?: 512 | 1024 | undefined;
  readonly normalMaps?: boolean | undefined;
  /** Occlusion textures. */
  readonly occlusion?: boolean | undefined;
  readonly emissive?: boolean | undefined;
  /** Refraction of surfaces that transmit light. */
  readonly transmission?: boolean | undefined;
  /** `neutral` is that of Khronos and three.js. */
  readonly toneMapping?: "neutral" | "none" | undefined;
  /**
   * `auto` (the default): the lights of a stage, the studio without any. `studio` and `camera` replace them: an environment with a key
   * light, fixed in the world, or a light from the camera. `with-camera` adds that light to those of a stage, so that what they leave dark
   * can be seen. Lights of a GLB are added to the studio.
   */
  readonly lights?: LightChoice | undefined;
}

/** An output in addition to color; `edges` are those of triangles that are seen. */
export type OutputName = FrameOutput | "edges";

/** What lights the full look. */
export type LightChoice = (typeof lightChoices)[number];

/** Every `LightChoice`. */
const lightChoices = ["auto", "studio", "camera", "with-camera"] as const;

/** How an image is made. */
export interface RenderOptions {
  /** Pixels; by default the scene's resolution. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Red, green, blue and alpha (1 if omitted), sRGB values from 0 to 1; default transparent black. */
  readonly background?: readonly [r: number, g: number, b: number, a?: number] | undefined;
  /**
   * Threads; the bytes are the same for any number. By default one for small images of small scenes, otherwise one for each core, 8
   * at most. One is the thread of the caller, which gets a turn every few milliseconds.
   */
  readonly threads?: number | undefined;
  /** Samples of a pixel, in a square: 1 (the default), 4, 9 or 16. */
  readonly samples?: 1 | 4 | 9 | 16 | undefined;
  /**
   * `plain` (the default) is base colors under three diffuse lights; `full` is metallic-roughness shading under an environment and
   * a key light with shadows. An object is the full look with parts switched off.
   */
  readonly look?: "plain" | "full" | LookOptions | undefined;
  /**
   * Places on the lens that the image is the mean of, each as costly as an image: depth of field of cameras with an `fStop` and a
   * `focusDistance`. Default 0: everything is sharp. Other outputs are those of the last place.
   */
  readonly depthOfField?: number | undefined;
  /** The path of a Camera, a pose, or `"auto"` for one that shows everything; by default the scene's first camera. */
  readonly camera?: CameraChoice | undefined;
  /**
   * Time code at which matrices and the camera are evaluated, by linear interpolation of their time samples; by default their
   * default values count, as the service reads them.
   */
  readonly time?: number | undefined;
  /** Outputs in addition to color. */
  readonly outputs?: readonly OutputName[] | undefined;
  /** Paths of the prims that are drawn, with those below them; by default all. */
  readonly only?: readonly string[] | undefined;
  /** Pixels along the side of the square that a point of a point cloud is drawn as; default 2. */
  readonly pointSize?: number | undefined;
  /** Missing limits have their defaults. */
  readonly limits?: Partial<FrameLimits> | undefined;
  /** Threads that other scenes use as well; by default the prepared scene has its own. */
  readonly pool?: RenderPool | undefined;
  /** Aborts the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called every 50 ms or so with the progress. */
  readonly onProgress?: ((progress: RenderProgress) => void) | undefined;
}

/** The full look with everything filled in. */
export type CheckedLook = { readonly [Part in keyof LookOptions]-?: Exclude<LookOptions[Part], undefined> };

/** Options with everything filled in. */
export interface CheckedOptions {
  readonly width: number;
  readonly height: number;
  readonly side: number;
  readonly background: readonly [r: number, g: number, b: number, a: number];
  /** Depth is one of them if edges are wanted. */
  readonly outputs: readonly FrameOutput[];
  readonly hasEdges: boolean;
  readonly pointSize: number;
  readonly limits: FrameLimits;
  readonly depthOfField: number;
  /** Null is the plain look. */
  readonly look: CheckedLook | null;
}

const outputNames: ReadonlySet<string> = new Set<OutputName>(["alpha", "depth", "primId", "normal", "edges"]);
const MAX_POINT_SIZE = 1024;
const MAX_THREADS = 256;
const MAX_LENS_PLACES = 1024;

/** @throws {RenderError} `option`, `resolution` or `limit`. */
export function checkOptions(options: RenderOptions, resolution: ScenePlan["resolution"]): CheckedOptions {
  const { background = [0, 0, 0, 0], samples = 1, outputs = [], pointSize = 2, threads = 1 } = options;
  const { depthOfField = 0 } = options;
  const limits = { ...defaultFrameLimits, ...options.limits };
  const width = options.width ?? resolution?.[0];
  const height = options.height ?? resolution?.[1];
  if (width === undefined || height === undefined) {
    const message = "the scene has no resolution (int2 resolution of RenderSettings); add it, or give width and height";
    throw new RenderError("resolution", message);
  }
  for (const [name, value] of Object.entries({ width, height })) {
    if (!Number.isInteger(value) || value < 1) fail(`${name} must be a whole number of pixels from 1, found ${value}`);
    if (value > limits.side) {
      throw new RenderError("limit", `${name} is ${value} pixels, and at most ${limits.side} are allowed`);
    }
  }
  const side = Math.sqrt(samples);
  if (![1, 2, 3, 4].includes(side)) fail(`samples must be 1, 4, 9 or 16, found ${samples}`);
  if (width * height * samples > limits.samples) {
    const message = `${width} × ${height} pixels with ${samples} samples are more than ${limits.samples} samples`;
    throw new RenderError("limit", message);
  }
  const [r, g, b, a = 1] = background;
  for (const value of [r, g, b, a]) if (!(value >= 0 && value <= 1)) fail(`background: from 0 to 1, not ${value}`);
  for (const name of outputs) {
    if (!outputNames.has(name))
      fail(`unknown output ${JSON.stringify(name)}; expected one of ${[...outputNames].join(", ")}`);
  }
  if (options.time !== undefined && !Number.isFinite(options.time)) fail(`time must be finite, found ${options.time}`);
  if (!(pointSize > 0 && pointSize <= MAX_POINT_SIZE)) {
    fail(`pointSize must be above 0 and at most ${MAX_POINT_SIZE} pixels, found ${pointSize}`);
  }
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    fail(`threads must be a whole number from 1 to ${MAX_THREADS}, found ${threads}`);
  }
  if (!Number.isInteger(depthOfField) || depthOfField < 0 || depthOfField > MAX_LENS_PLACES) {
    fail(`depthOfField must be a whole number from 0 to ${MAX_LENS_PLACES}, found ${depthOfField}`);
  }
  const hasEdges = outputs.includes("edges");
  const ofFrame = outputs.filter((name) => name !== "edges");
  return {
    depthOfField,
    width,
    height,
    side,
    background: [r, g, b, a],
    outputs: hasEdges && !ofFrame.includes("depth") ? [...ofFrame, "depth"] : ofFrame,
    hasEdges,
    pointSize,
    limits,
    look: checkLook(options.look),
  };
}

function checkLook(look: RenderOptions["look"]): CheckedLook | null {
  if (look === undefined || look === "plain") return null;
  if (look !== "full" && (typeof look !== "object" || look === null)) {
    fail(`look must be "plain", "full" or an object of its parts, found ${JSON.stringify(look)}`);
  }
  const { toneMapping = "neutral", lights = "auto", ...given } = look === "full" ? {} : look;
  if (toneMapping !== "neutral" && toneMapping !== "none") {
    fail(`look.toneMapping must be "neutral" or "none", found ${JSON.stringify(toneMapping)}`);
  }
  if (!lightChoices.includes(lights)) {
    fail(`look.lights must be "auto", "studio", "camera" or "with-camera", found ${JSON.stringify(lights)}`);
  }
  const { shadows = true, normalMaps = true, occlusion = true, emissive = true, transmission = true } = given;
  const { shadowSize = 1024 } = given;
  if (shadowSize !== 512 && shadowSize !== 1024) {
    fail(`look.shadowSize must be 512 or 1024, found ${JSON.stringify(shadowSize)}`);
  }
  return { shadows, shadowSize, normalMaps, occlusion, emissive, transmission, toneMapping, lights };
}

function fail(message: string): never {
  throw new RenderError("option", message);
}
