/** Reads a stage as a scene. */
import { StageGeometry, StageRigs, type Drawable } from "@usdkit/geometry";
import { invertMatrix, multiplyMatrices, unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";
import { mayVary, stageMetrics, StageReader, XformQueries, type PrimNode, type Stage } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import { primSplats } from "../splats/stage-splats.ts";
import type { AnimationChannel } from "../model/animation.ts";
import type { SceneModel } from "../model/scene.ts";
import { AnimationReader, type MorphedNode } from "./animations.ts";
import { cameraOf } from "./cameras.ts";
import { finishTree } from "./finish-scene.ts";
import { instancesOf } from "./instances.ts";
import { isLight, lightOf } from "./lights.ts";
import { matrixTransform } from "./local-transform.ts";
import type { ReadStageOptions } from "./read-stage-options.ts";
import { SceneDraft, stillTransform, type NodeDraft } from "./scene-draft.ts";
import { StageShapes, type NamedShape } from "./shapes.ts";
import { SkinWriter } from "./skins.ts";
import { StageMaterials } from "./stage-materials.ts";
import { addNodes, type StageAtTime } from "./stage-tree.ts";
import { isConverted, stageTimes } from "./times.ts";

/** A stage while it is read. */
interface StageRun {
  readonly stage: Stage;
  readonly at: StageAtTime;
  readonly draft: SceneDraft;
  readonly prims: readonly PrimNode[];
  readonly options: ReadStageOptions;
}

/** Returns the scene of a stage: at a time, or with its animation. Losses have paths of prims and properties. */
export async function readStage(stage: Stage, losses: Losses, options: ReadStageOptions = {}): Promise<SceneModel> {
  const metrics = stageMetrics(stage);
  const reader = new StageReader(stage);
  const at: StageAtTime = { reader, queries: new XformQueries(reader), time: options.time ?? metrics.startTimeCode };
  const draft = new SceneDraft(losses);
  for (const { prim, error } of stage.problems) losses.add(prim, error.message);
  const prims = addNodes(draft, at);
  const run: StageRun = { stage, at, draft, prims, options };
  const materials = new StageMaterials(stage, reader, losses);
  const { metersPerUnit } = metrics;
  addCamerasAndLights(run, metersPerUnit);
  const morphed = await addShapes(run, materials);
  if (options.isAnimated === true) addAnimation(run, morphed);
  else reportAnimation(run);
  const { name, nodes, roots, animations, jointOf } = finishTree(draft, turnOf(metrics));
  return {
    name,
    nodes,
    roots,
    meshes: draft.meshes,
    materials: materials.list,
    images: materials.images.list,
    cameras: draft.cameras,
    lights: draft.lights,
    skins: draft.skins.map((skin) => ({ ...skin, joints: skin.joints.map(jointOf) })),
    splats: draft.splats,
    animations,
    variants: [],
    copyright: "",
    extras: undefined,
  };
}

/** From the units and axes of a stage to metres with Y up. */
function turnOf({ metersPerUnit: m, upAxis }: { metersPerUnit: number; upAxis: string }): RowMatrix | undefined {
  if (m === 1 && upAxis !== "Z") return undefined;
  // oxfmt-ignore
  return unsafeRowMatrix(upAxis === "Z"
    ? [m, 0, 0, 0, 0, 0, -m, 0, 0, m, 0, 0, 0, 0, 0, 1]
    : [m, 0, 0, 0, 0, m, 0, 0, 0, 0, m, 0, 0, 0, 0, 1]);
}

function addCamerasAndLights({ at, draft, prims }: StageRun, metersPerUnit: number): void {
  const { losses } = draft;
  for (const [node, prim] of prims.entries()) {
    if (prim.type === "Camera") {
      draft.nodes[node].camera = draft.cameras.push(cameraOf(at, prim, { metersPerUnit, losses })) - 1;
    } else if (isLight(prim)) {
      const light = lightOf(at, prim, { metersPerUnit, losses });
      if (light !== null) draft.nodes[node].light = draft.lights.push(light) - 1;
    }
  }
}

/** Adds the meshes of all prims; returns the nodes with morph targets. */
async function addShapes(run: StageRun, materials: StageMaterials): Promise<readonly MorphedNode[]> {
  const { stage, at, draft, options } = run;
  const { losses } = draft;
  const { purposes, subdivisionLevel, isAnimated = false } = options;
  const geometry = new StageGeometry(stage, { purposes, subdivisionLevel, primvars: "all", isPosed: !isAnimated });
  const { drawables, notDrawn, problems } = geometry.at(at.time);
  for (const { path, property, message } of problems)
    losses.add(property === "" ? path : `${path}.${property}`, message);
  for (const { path, type, reason } of notDrawn) {
    if (reason === "unsupported" && !isLightType(type)) losses.add(path, `A ${type} is not part of glTF`);
  }
  const shapes = new StageShapes(draft, materials, isConverted(stage));
  const rigs = isAnimated ? new StageRigs(stage) : undefined;
  const skins = new SkinWriter(draft);
  const morphed: MorphedNode[] = [];
  for (const drawable of drawables) {
    const { source } = drawable;
    const node = draft.nodeOf.get(drawable.path);
    if (node === undefined) continue;
    const isOwnNode = drawable.path === source;
    const shape: NamedShape = {
      drawable,
      name: isOwnNode ? draft.nodes[node].name : source.slice(source.lastIndexOf("/") + 1),
      extras: isOwnNode ? draft.nodes[node].extras : undefined,
    };
    if (isOwnNode) draft.nodes[node].extras = undefined;
    const found: (typeof problems)[number][] = [];
    const rig = isOwnNode ? rigs?.of(source, rigs.points(source), found) : undefined;
    for (const { path, property, message } of found) losses.add(`${path}.${property}`, message);
    if (drawable.geometry.type === "splats") {
      const cloud = primSplats(at.reader, { ...drawable, geometry: drawable.geometry }, losses);
      const splats = draft.splats.push({ name: shape.name, source, ...cloud }) - 1;
      show(draft, node, { drawable, content: { mesh: null, splats: [splats] } });
      continue;
    }
    if (rig === undefined) {
      const mesh = await shapes.place(shape);
      if (mesh !== null) show(draft, node, { drawable, content: { mesh, splats: [] } });
      continue;
    }
    const made = await shapes.make(shape);
    if (made === undefined) continue;
    const { mesh, skin } = skins.deformed(made, rig);
    Object.assign(draft.nodes[node], { mesh: draft.meshes.push(mesh) - 1, skin });
    const skeleton = skins.place(rig.skeleton);
    if (rig.blendShapes.length > 0)
      morphed.push({ node, skeleton, targetNames: rig.blendShapes.map(({ name }) => name) });
  }
  if (isAnimated) addJointAnimations(run, skins, morphed);
  return morphed;
}

function isLightType(type: string): boolean {
  return type.endsWith("Light");
}

/** Shows a shape at a node, or below it where it is elsewhere. */
function show(
  draft: SceneDraft,
  node: number,
  { drawable, content }: { readonly drawable: Drawable; readonly content: Pick<NodeDraft, "mesh" | "splats"> },
): void {
  const { world, source } = draft.nodes[node];
  const { matrices } = drawable;
  const [first] = matrices;
  const name = drawable.source.slice(drawable.source.lastIndexOf("/") + 1);
  if (matrices.length === 1 && isSameMatrix(first, world) && draft.nodes[node].mesh === null) {
    Object.assign(draft.nodes[node], content);
    return;
  }
  if (matrices.length === 0) return;
  const inverse = invertMatrix(world);
  if (inverse === undefined) {
    draft.losses.add(drawable.path, "The transform has no inverse: what it shows is left out");
    return;
  }
  const locals = matrices.map((matrix) => multiplyMatrices(matrix, inverse));
  const instances = matrices.length > 1 && content.mesh !== null ? instancesOf(locals) : undefined;
  if (instances !== undefined) {
    draft.add(node, { name, source, transform: stillTransform, world, ...content, instances });
    return;
  }
  for (const [i, local] of locals.entries()) {
    draft.add(node, { name, source, transform: matrixTransform(local), world: matrices[i], ...content });
  }
}

function isSameMatrix(a: RowMatrix, b: RowMatrix): boolean {
  return a.every((value, i) => value === b[i]);
}

function addAnimation({ at, draft, prims, stage }: StageRun, morphed: readonly MorphedNode[]): void {
  const animations = new AnimationReader(draft, at, stageTimes(stage));
  const channels = prims.flatMap((prim, node) => animations.ofPrim(prim, node));
  const weights = morphed.flatMap((each) => animations.ofWeights(each));
  addChannels(draft, [...channels, ...weights]);
  reportStill(at, draft, prims);
}

function addJointAnimations({ at, draft, stage }: StageRun, skins: SkinWriter, morphed: readonly MorphedNode[]): void {
  if (skins.skeletons.size === 0 && morphed.length === 0) return;
  const animations = new AnimationReader(draft, at, stageTimes(stage));
  addChannels(
    draft,
    Array.from(skins.skeletons.values()).flatMap((each) => animations.ofJoints(each)),
  );
}

function addChannels(draft: SceneDraft, channels: readonly AnimationChannel[]): void {
  if (channels.length === 0) return;
  const known = draft.animations.at(0);
  const all = [...(known?.channels ?? []), ...channels];
  draft.animations[0] = { name: known?.name ?? "animation", source: "", channels: all };
}

/** Attributes that vary, and are constant in glTF. */
function reportStill({ reader }: StageAtTime, { losses }: SceneDraft, prims: readonly PrimNode[]): void {
  for (const prim of prims) {
    for (const name of reader.authoredNames(prim)) {
      // Bounds follow from the rest.
      if (name.startsWith("xformOp:") || name === "extent" || name === "extentsHint") continue;
      const attribute = reader.attribute(prim, name);
      if (attribute !== undefined && mayVary(attribute)) {
        losses.add(`${prim.path}.${name}`, "Its animation is not part of glTF: it has one value");
      }
    }
  }
}

function reportAnimation({ at, draft, prims, options }: StageRun): void {
  if (options.time !== undefined) return;
  const moved = prims.find((prim) => at.queries.query(prim).fixed === undefined);
  if (moved !== undefined) {
    draft.losses.add(moved.path, `Animation is not kept: the scene is that of time code ${at.time}`);
  }
}
