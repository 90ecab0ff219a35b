/** A scene as a layer. */
import {
  makeLayer,
  type Layer,
  type PlainEntry,
  type PlainFields,
  type PlainPrim,
  type PlainProperty,
} from "@usdkit/layer";
import { timeScale } from "../animation/time-codes.ts";
import type { Losses } from "../errors/losses.ts";
import type { SceneModel } from "../model/scene.ts";
import { USD_DATA } from "../model/usd-data.ts";
import type { ImageFile } from "../textures/image-file.ts";
import { ANIMATION_SET } from "./animated.ts";
import { MATERIAL_SET } from "./bind-material.ts";
import { customData } from "./custom-data.ts";
import { layoutOf } from "./layout.ts";
import { materialPrims } from "./materials.ts";
import { defined, named } from "./named.ts";
import { nodePrim } from "./nodes.ts";
import { Opinions } from "./opinions.ts";
import { withProgramData, type WrittenPrim } from "./program-data.ts";
import { prototypePrims } from "./prototypes.ts";
import { RelationshipTargets } from "./relationship-targets.ts";
import { skelRootExtent } from "./skel-root-extents.ts";
import { skeletonPrim } from "./skeletons.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { MadeArrays } from "./values.ts";
import type { WriteUsdOptions } from "./write-options.ts";

/** Files of images, by image of the scene. */
export interface WriteLayerInput {
  readonly scene: SceneModel;
  readonly files: readonly (ImageFile | undefined)[];
  readonly losses: Losses;
}

/** Returns the layer of a scene. It refers to the files of images. */
export function writeLayer({ scene, files, losses }: WriteLayerInput, options: WriteUsdOptions = {}): Layer {
  const layout = layoutOf(scene, options);
  const times = timeScale(scene.animations, options.timeCodesPerSecond);
  const opinions = new Opinions(layout.root);
  const targets = new RelationshipTargets();
  const writer: UsdWriter = { scene, layout, files, times, losses, options, opinions, made: new MadeArrays(), targets };
  const children = [...nodePrims(writer), ...prototypePrims(writer), ...materialPrims(writer)];
  const root = rootPrim(writer, children);
  targets.finish(losses);
  return makeLayer({ metadata: layerMetadata(writer), children: [root] });
}

/** The nodes as a tree, built from the leaves up: its depth is not that of the call stack. */
function nodePrims(writer: UsdWriter): readonly PlainPrim[] {
  const { scene, layout } = writer;
  const skeletons = new Map<string, PlainPrim[]>();
  for (const skeleton of layout.skeletons) {
    const parent = skeleton.path.slice(0, skeleton.path.lastIndexOf("/"));
    skeletons.set(parent, [...(skeletons.get(parent) ?? []), skeletonPrim(writer, skeleton)]);
  }
  const made = new Map<number, PlainPrim>();
  for (const index of layout.nodes.toReversed()) {
    const below = scene.nodes[index].children.flatMap((child) => made.get(child) ?? []);
    made.set(index, nodePrim(writer, index, [...(skeletons.get(layout.nodePaths[index] ?? "") ?? []), ...below]));
  }
  const top = scene.roots.flatMap((root) => made.get(root) ?? []);
  return [...(skeletons.get(layout.root) ?? []), ...top];
}

function rootPrim(writer: UsdWriter, children: readonly PlainPrim[]): PlainPrim {
  const { scene, layout, opinions, options } = writer;
  const isSkelRoot = layout.skelRoots.has(layout.root);
  const { anchor } = options;
  const properties = [
    ...(isSkelRoot ? skelRootExtent(writer, layout.root) : []),
    ...(anchor === undefined ? [] : anchoring(anchor)),
  ];
  if (scene.animations.length > 1) for (const name of layout.animationNames) opinions.declare(ANIMATION_SET, name);
  for (const name of layout.variantNames) opinions.declare(MATERIAL_SET, name);
  const variantSets = opinions.sets();
  const selections: Record<string, string> = {};
  const [firstAnimation] = layout.animationNames;
  if (scene.animations.length > 1) selections[ANIMATION_SET] = firstAnimation;
  if (layout.selectedVariant !== undefined) selections[MATERIAL_SET] = layout.selectedVariant;
  const hasSets = variantSets.length > 0;
  const prim: WrittenPrim = {
    name: layout.rootName,
    type: isSkelRoot ? "SkelRoot" : "Xform",
    metadata: defined({
      kind: hasModels(scene) ? "assembly" : "component",
      ...named(scene.name === "" ? (options.name ?? "") : scene.name, layout.rootName),
      variantSetNames: hasSets ? { prepended: variantSets.map(({ name }) => name) } : undefined,
      variantSelection: hasSets ? selections : undefined,
      apiSchemas: anchor === undefined ? undefined : { prepended: ["Preliminary_AnchoringAPI"] },
    }),
    properties,
    variantSets,
    children,
  };
  return withProgramData(writer, prim, { extras: scene.extras, source: "/scenes", path: layout.root });
}

/** Whether parts of a scene are models of their own: what has them is no component. */
function hasModels({ nodes, meshes, cameras, lights }: SceneModel): boolean {
  return [...nodes, ...meshes, ...cameras, ...lights].some(({ extras }) => {
    const data = extras?.[USD_DATA] as Partial<Record<"kind", unknown>> | null | undefined;
    return data?.kind !== undefined && data.kind !== "subcomponent";
  });
}

/** Where AR Quick Look places the scene (Apple, USDZ schemas for AR). */
function anchoring(alignment: string): readonly PlainProperty[] {
  return [
    { name: "preliminary:anchoring:type", type: "token", value: "plane", uniform: true },
    { name: "preliminary:planeAnchoring:alignment", type: "token", value: alignment, uniform: true },
  ];
}

function layerMetadata({ scene, layout, times }: UsdWriter): PlainFields {
  const range = timeRange(scene, times.codeOf);
  const data: Record<string, PlainEntry> = { creator: ["string", "@usdkit/convert"] };
  if (scene.copyright !== "") data["copyright"] = ["string", scene.copyright];
  const asset = customData({ extras: scene.assetExtras });
  if (asset !== undefined) data["asset"] = asset;
  return defined({
    customLayerData: data,
    defaultPrim: layout.rootName,
    ...(range === undefined ? {} : { startTimeCode: range[0], endTimeCode: range[1] }),
    metersPerUnit: 1,
    ...(range === undefined ? {} : { timeCodesPerSecond: times.perSecond, framesPerSecond: times.perSecond }),
    upAxis: "Y",
  });
}

/** The time codes of the first and the last key. */
function timeRange({ animations }: SceneModel, codeOf: (seconds: number) => number): [number, number] | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const { channels } of animations) {
    for (const { times } of channels) {
      first = Math.min(first, times[0]);
      last = Math.max(last, times[times.length - 1]);
    }
  }
  return first <= last ? [codeOf(first), codeOf(last)] : undefined;
}
