/** Reads a stage as a scene. */
import { StageGeometry, StageRigs, type Drawable } from "@usdkit/geometry";
import { invertMatrix, multiplyMatrices, unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";
import { mayVary, stageMetrics, StageReader, textOf, XformQueries, type PrimNode, type Stage } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import { primSplats } from "../splats/stage-splats.ts";
import type { AnimationChannel } from "../model/animation.ts";
import type { Extras } from "../model/extras.ts";
import type { SceneModel } from "../model/scene.ts";
import { AnimationReader, type MorphedNode } from "./animations.ts";
import { cameraOf } from "./cameras.ts";
import { extrasOf } from "./extras.ts";
import { finishTree } from "./finish-scene.ts";
import { instancesOf } from "./instances.ts";
import { isLight, lightOf } from "./lights.ts";
import { matrixTransform } from "./local-transform.ts";
import type { ReadStageOptions } from "./read-stage-options.ts";
import { SceneDraft, stillTransform, type NodeDraft } from "./scene-draft.ts";
import { StageShapes, type NamedShape } from "./shapes.ts";
import { SkinWriter } from "./skins.ts";
import { StageMaterials } from "./stage-materials.ts";
import type { StageAtTime } from "./stage-at-time.ts";
import { addNodes } from "./stage-tree.ts";
import { isConverted, stageTimes } from "./times.ts";
import { withTargetPaths } from "./target-paths.ts";
import { reportUnreadProperties } from "./unread-properties.ts";
import { readVariants, reportOtherVariants, type StageVariants } from "./variants.ts";

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
  const prims = addNodes(draft, at);
  const run: StageRun = { stage, at, draft, prims, options };
  const materials = new StageMaterials(stage, reader, losses);
  const { metersPerUnit } = metrics;
  addCamerasAndLights(run, metersPerUnit);
  reportUnreadProperties(at, prims, losses);
  reportOtherVariants(reader, prims, losses);
  const { morphed, skins, variants } = await addShapes(run, materials);
  if (options.isAnimated === true) addAnimation(run, { morphed, skins, variants });
  else reportAnimation(run);
  // Those of prims are known when these are composed.
  for (const { prim, error } of stage.problems) losses.add(prim, error.message);
  const { name, nodes, roots, animations, jointOf, extras } = finishTree(draft, turnOf(metrics));
  return withTargetPaths(
    {
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
      variants: variants.names,
      ...assetOf(stage),
      extras: extras?.data,
    },
    extras?.source,
  );
}

/** What a conversion from glTF knew of its file. */
function assetOf(stage: Stage): Pick<SceneModel, "copyright" | "assetExtras"> {
  const data = stage.layerStack.rootLayer.layer.root.fields.get("customLayerData")?.value;
  if (data?.kind !== "dictionary") return { copyright: "", assetExtras: undefined };
  return { copyright: textOf(data.entries.get("copyright")) ?? "", assetExtras: extrasOf(data.entries.get("asset")) };
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
      const extras = takeExtras(draft.nodes[node]);
      draft.nodes[node].camera = draft.cameras.push({ ...cameraOf(at, prim, { metersPerUnit, losses }), extras }) - 1;
    } else if (isLight(prim)) {
      const light = lightOf(at, prim, { metersPerUnit, losses });
      if (light === null) continue;
      draft.nodes[node].light = draft.lights.push({ ...light, extras: takeExtras(draft.nodes[node]) }) - 1;
    }
  }
}

/** Moves the data of a prim from its node to what the node shows: this is the prim that it becomes again. */
function takeExtras(node: NodeDraft): Extras {
  const { extras } = node;
  node.extras = undefined;
  return extras;
}

/** What animations move. */
interface ShapeNodes {
  readonly morphed: readonly MorphedNode[];
  readonly skins: SkinWriter;
  readonly variants: StageVariants;
}

/** Adds the meshes of all prims. */
async function addShapes(run: StageRun, materials: StageMaterials): Promise<ShapeNodes> {
  const { stage, at, draft, options } = run;
  const { losses } = draft;
  const { purposes, subdivisionLevel, isAnimated = false } = options;
  const drawing = { purposes, subdivisionLevel, primvars: "all", isPosed: !isAnimated } as const;
  const { drawables, notDrawn, problems } = new StageGeometry(stage, drawing).at(at.time);
  for (const { path, property, message } of problems)
    losses.add(property === "" ? path : `${path}.${property}`, message);
  for (const { path, type, reason } of notDrawn) {
    if (reason === "unsupported" && !isLightType(type)) losses.add(path, `A ${type} is not part of glTF`);
  }
  const shapes = new StageShapes(draft, materials, isConverted(stage));
  const { openVariant } = options;
  const variants: StageVariants =
    openVariant === undefined
      ? { names: [], materials: new Map(), others: [] }
      : await readVariants({
          stage,
          reader: at.reader,
          open: openVariant,
          losses,
          time: at.time,
          options: drawing,
          isAnimated,
          drawables,
          materialsOf: (drawable) => shapes.materialsOf(drawable),
        });
  shapes.variants = variants.materials;
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
      // A mesh that several prims show has the data of the first one.
      if (mesh !== null && isOwnNode && draft.meshes[mesh].source === source) draft.nodes[node].extras = undefined;
      if (mesh !== null) show(draft, node, { drawable, content: { mesh, splats: [] } });
      continue;
    }
    if (isOwnNode) draft.nodes[node].extras = undefined;
    const made = await shapes.make(shape);
    if (made === undefined) continue;
    const { mesh, skin } = skins.deformed(made, rig);
    Object.assign(draft.nodes[node], { mesh: draft.meshes.push(mesh) - 1, skin });
    const skeleton = skins.place(rig.skeleton);
    if (rig.blendShapes.length > 0)
      morphed.push({ node, skeleton, targetNames: rig.blendShapes.map(({ name }) => name) });
  }
  return { morphed, skins, variants };
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

/** Adds the animation of the stage; where variants have others, one for each. */
function addAnimation(run: StageRun, { morphed, skins, variants }: ShapeNodes): void {
  const { at, draft, prims, stage } = run;
  const moves = { morphed, skins, isOnly: variants.others.length === 0 };
  const own = channelsOf(run, moves);
  const others = variants.others.map(({ name, stage: other }) => {
    const reader = new StageReader(other);
    const otherRun = { ...run, stage: other, at: { ...at, reader, queries: new XformQueries(reader) } };
    return { name, channels: channelsOf(otherRun, moves) };
  });
  const different = others.filter(({ channels }) => channels.length > 0);
  if (others.length > 0 && different.length === 0) {
    const path = stageMetrics(stage).defaultPrim ?? "";
    draft.losses.add(
      path,
      "The variants have neither other shapes nor materials nor animations: the selected ones are converted",
    );
  }
  const list = different.length > 0 ? different : [{ name: animationName(stage), channels: own }];
  for (const { name, channels } of list) {
    if (channels.length > 0) draft.animations.push({ name, source: "", channels });
  }
  reportStill(at, draft, prims);
}

function animationName(stage: Stage): string {
  return isConverted(stage) ? "animation" : (stageMetrics(stage).defaultPrim ?? "/animation").slice(1);
}

function channelsOf(
  { at, draft, prims, stage }: StageRun,
  { morphed, skins, isOnly }: Pick<ShapeNodes, "morphed" | "skins"> & { readonly isOnly: boolean },
): readonly AnimationChannel[] {
  const rigs = new StageRigs(stage);
  const animations = new AnimationReader(draft, { at, rigs, times: stageTimes(stage), isOnly });
  return [
    ...Array.from(skins.skeletons.values()).flatMap((each) => animations.ofJoints(each)),
    ...prims.flatMap((prim, node) => {
      const found = at.reader.prim(prim.path);
      return found === undefined ? [] : animations.ofPrim(found, node);
    }),
    ...morphed.flatMap((each) => animations.ofWeights(each)),
  ];
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
