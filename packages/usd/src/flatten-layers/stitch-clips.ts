/** Layers as the value clips of a prim (`UsdUtilsStitchClips`, `UsdUtilsStitchClipsTemplate`). */
import { quote } from "@usdkit/base";
import { findSpec, SpecPathError, valueOfDump, type DictionaryValue, type Layer, type Value } from "@usdkit/layer";
import { newField } from "../flatten/new-field.ts";
import { noOffset } from "../paths/layer-offset.ts";
import { numberOf } from "../values/plain-numbers.ts";
import { clipManifest } from "./clip-manifest.ts";
import { addPrim, newRoot, type NewPrim, type NewRoot } from "./new-specs.ts";
import { stitchLayers } from "./stitch-layers.ts";

/** A layer that becomes a clip. */
export interface ClipSource {
  readonly layer: Layer;
  /** Path to it, as the result is to have it: `./frame.101.usd`. */
  readonly assetPath: string;
}

/** Names of clips instead of a list of them: one for each step of time. */
export interface ClipTemplateOptions {
  /** With groups of `#` for the digits: `./frame.###.usd`. */
  readonly assetPath: string;
  readonly startTimeCode: number;
  readonly endTimeCode: number;
  /** Step from one clip to the next, in time codes. */
  readonly stride: number;
  /** By how many time codes clips are active later, at most the stride. */
  readonly activeOffset?: number | undefined;
}

/** How layers become clips. */
export interface StitchClipsOptions {
  /** Path of the prim that gets the clips. */
  readonly clipPath: string;
  /** Paths to the topology and the manifest, as the result is to have them. */
  readonly topologyPath: string;
  readonly manifestPath: string;
  /** Name of the set of clips. Default `default`. */
  readonly clipSet?: string | undefined;
  /** Range of times of the result. Default: that of the clips. */
  readonly startTimeCode?: number | undefined;
  readonly endTimeCode?: number | undefined;
  /** Whether values that clips lack are interpolated from their neighbors. */
  readonly interpolateMissingClipValues?: boolean | undefined;
  /** Names the clips by a template; the layers are then read for the topology and the manifest alone. */
  readonly template?: ClipTemplateOptions | undefined;
}

/** Layers that make clips of others. */
export interface StitchedClips {
  /** The layer to open or reference: it has the clips, and the topology as a sublayer. */
  readonly result: Layer;
  /** All prims and properties of the clips, without animation. */
  readonly topology: Layer;
  /** Which attributes have animation in a clip. */
  readonly manifest: Layer;
}

/** Thrown if layers cannot become clips. */
export class StitchClipsError extends Error {
  override readonly name = "StitchClipsError";
}

/**
 * Returns the layers that play others one after the other as value clips: time samples stay where they are. A clip is active from its
 * `startTimeCode` on, 0 if it has none.
 *
 * ```ts
 * const { result, topology, manifest } = stitchClips([{ layer, assetPath: "./smoke.101.usd" }], {
 *   clipPath: "/World/Smoke",
 *   topologyPath: "./smoke.topology.usd",
 *   manifestPath: "./smoke.manifest.usd",
 * });
 * ```
 *
 * @throws StitchClipsError if no layer has the prim, or the template has no clips
 */
export function stitchClips(clips: readonly ClipSource[], options: StitchClipsOptions): StitchedClips {
  const { clipPath, topologyPath, template } = options;
  const layers = clips.map(({ layer }) => layer);
  checkPath(layers, clipPath);
  if (template !== undefined) checkTemplate(template);
  const { entries, times } = template === undefined ? listedClips(clips) : templateClips(template);
  const topology = stitchLayers(layers, { withoutAnimation: true });
  const start = options.startTimeCode ?? Math.min(...times);
  const end = options.endTimeCode ?? Math.max(...times);
  const root = newRoot(
    new Map([
      ["startTimeCode", newField("startTimeCode", valueOfDump("double", start))],
      ["endTimeCode", newField("endTimeCode", valueOfDump("double", end))],
      [
        "subLayers",
        newField("subLayers", { kind: "subLayers", items: [{ asset: topologyPath, layerOffset: noOffset }] }),
      ],
    ]),
  );
  addClips(root, clipPath, clipsField(options, entries));
  return {
    result: { root, version: "1.0", comments: [] },
    topology,
    manifest: clipManifest(topology, layers, clipPath),
  };
}

/** Entries of a set of clips, and the times of the stage at which they change. */
interface ClipEntries {
  readonly entries: readonly (readonly [string, Value])[];
  readonly times: readonly number[];
}

function listedClips(clips: readonly ClipSource[]): ClipEntries {
  const active: [number, number][] = [];
  const times: [number, number][] = [];
  for (const [index, { layer }] of clips.entries()) {
    const start = timeOf(layer, "startTimeCode");
    const end = timeOf(layer, "endTimeCode");
    active.push([start, index]);
    times.push([start, start]);
    if (end !== start) times.push([end, end]);
  }
  const entries = [
    ["active", valueOfDump("double2[]", active)],
    [
      "assetPaths",
      valueOfDump(
        "asset[]",
        clips.map(({ assetPath }) => assetPath),
      ),
    ],
    ["times", valueOfDump("double2[]", times)],
  ] as const;
  return { entries, times: times.map(([time]) => time) };
}

function templateClips(template: ClipTemplateOptions): ClipEntries {
  const { assetPath, startTimeCode: start, endTimeCode: end, stride, activeOffset } = template;
  const offset =
    activeOffset === undefined ? [] : [["templateActiveOffset", valueOfDump("double", activeOffset)] as const];
  const entries = [
    ...offset,
    ["templateAssetPath", valueOfDump("string", assetPath)],
    ["templateEndTime", valueOfDump("double", end)],
    ["templateStartTime", valueOfDump("double", start)],
    ["templateStride", valueOfDump("double", stride)],
  ] as const;
  return { entries, times: [start, end] };
}

function clipsField(
  { clipPath, manifestPath, clipSet = "default", interpolateMissingClipValues }: StitchClipsOptions,
  entries: ClipEntries["entries"],
): DictionaryValue {
  const all = [
    ...entries,
    ["manifestAssetPath", valueOfDump("asset", manifestPath)] as const,
    ["primPath", valueOfDump("string", clipPath)] as const,
  ];
  if (interpolateMissingClipValues === true) all.push(["interpolateMissingClipValues", valueOfDump("bool", true)]);
  all.sort(([a], [b]) => (a < b ? -1 : 1));
  const set: DictionaryValue = { kind: "dictionary", entries: new Map(all) };
  return { kind: "dictionary", entries: new Map([[clipSet, set]]) };
}

/** Adds the prim of a path, with those above it, as opinions alone. */
function addClips(root: NewRoot, clipPath: string, clips: DictionaryValue): void {
  const names = clipPath.slice(1).split("/");
  let parent: NewRoot | NewPrim = root;
  for (const [i, name] of names.entries()) {
    const fields = new Map(i === names.length - 1 ? [["clips", newField("clips", clips)]] : []);
    parent = addPrim(parent, { name, specifier: "over", typeName: "", fields });
  }
}

/** Returns a time of a layer; 0 if it has none, as in the reference. */
function timeOf({ root }: Layer, name: string): number {
  return numberOf(root.fields.get(name)?.value) ?? 0;
}

function checkPath(layers: readonly Layer[], clipPath: string): void {
  if (layers.some((layer) => isPrim(layer, clipPath))) return;
  throw new StitchClipsError(
    `None of the clips has a prim at ${quote(clipPath)}: expected the path of a prim, such as /World/Smoke`,
  );
}

function isPrim(layer: Layer, path: string): boolean {
  try {
    return !path.includes("{") && findSpec(layer, path).specType === "prim";
  } catch (error) {
    if (error instanceof SpecPathError) return false;
    throw error;
  }
}

function checkTemplate({ startTimeCode, endTimeCode, stride, activeOffset = 0 }: ClipTemplateOptions): void {
  if (!(stride > 0)) throw new StitchClipsError(`Expected a stride above 0, found ${stride}`);
  if (!(startTimeCode <= endTimeCode)) {
    throw new StitchClipsError(
      `Expected a template that ends at or after its start at ${startTimeCode}, found ${endTimeCode}`,
    );
  }
  if (Math.abs(activeOffset) > stride) {
    throw new StitchClipsError(`Expected an active offset of at most the stride of ${stride}, found ${activeOffset}`);
  }
}
