/** Publishes a stage: its geometry as meshes of the service, and a scene that names them. */
import type { SpatialClient } from "@usdkit/client";
import { StageMeshes, type StageMeshOptions } from "@usdkit/convert/stage-meshes";
import { StageGeometry, type Drawable } from "@usdkit/geometry";
import { identityMatrix, rowMatrix, type RowMatrix } from "@usdkit/transforms";
import {
  stageMetrics,
  StageReader,
  XformCache,
  XformQueries,
  type PrimNode,
  type Stage,
  type StageTime,
} from "@usdkit/usd";
import { DroppedList, type Dropped } from "./errors/dropped.ts";
import { PublishError } from "./errors/publish-error.ts";
import { MeshFiles } from "./sending/mesh-file.ts";
import { RecordKeeper, type RecordStore } from "./record/record-keeper.ts";
import { cameraProperties } from "./scene/cameras.ts";
import { readSettings, sceneResolution, type Resolution, type StageSettings } from "./scene/render-settings.ts";
import { sceneText } from "./scene/scene-layer.ts";
import { SceneTree, type SceneNode } from "./scene/scene-tree.ts";
import { MeshSender, type SendOptions, type SentMesh } from "./sending/mesh-sender.ts";

/** What of a stage is published, and how. */
export interface PublishOptions extends SendOptions, StageMeshOptions {
  /** Path of the camera that the service uses. Default: that of the RenderSettings, or the first one. */
  readonly camera?: string | undefined;
  /** Default: that of the first RenderSettings that authors one, or 960 × 540. */
  readonly resolution?: Resolution | undefined;
  /** A time code. Default: that at which the stage starts, or default values if it has none. */
  readonly time?: StageTime | undefined;
  /** Purposes of prims that are published. Default: `default` and `render`. */
  readonly purposes?: readonly string[] | undefined;
  /** How many times meshes with a subdivision scheme are subdivided, 0 to 8. Default: 0. */
  readonly subdivisionLevel?: number | undefined;
}

/** A prim that the scene shows as a mesh. */
export interface PublishedMesh {
  /** Path of the prim in the stage. */
  readonly path: string;
  /** Null in a plan, if it is not known. */
  readonly meshId: string | null;
  /** Size of its file. */
  readonly bytes: number;
  /** Whether nothing is uploaded for it: an earlier run did, or an earlier prim has the same content. */
  readonly reused: boolean;
}

/** A published stage. */
export interface PublishedStage {
  /** Text of the scene; empty in a plan. */
  readonly scene: string;
  readonly meshes: readonly PublishedMesh[];
  /** What the scene does not have. */
  readonly dropped: readonly Dropped[];
  /** Path of the camera that the service uses. */
  readonly camera: string | undefined;
  readonly resolution: Resolution;
}

/**
 * Publishes a stage at a time: makes a file of each shape, uploads and ingests those that the record does not have, and returns the scene.
 * The files of several prims with the same content are one. Nothing of the stage but what is uploaded at the time is in memory.
 *
 * ```ts
 * const { scene, dropped } = await publishStage(stage, client, store, { resolution: [1280, 720] });
 * await writeFile("shot-service.usda", scene);
 * ```
 *
 * @param store keeps the record, so that a run that ends early is continued by the next one
 * @throws PublishError if the stage has nothing to publish, the camera is not there, the record cannot be read, or meshes failed; those that
 *   succeeded are in the record
 */
export async function publishStage(
  stage: Stage,
  client: SpatialClient,
  store: RecordStore,
  options: PublishOptions = {},
): Promise<PublishedStage> {
  const record = await RecordKeeper.load(store, client.baseUrl);
  const sender = new MeshSender(client, record, options);
  const run = new PublishRun(stage, options);
  const shown: { readonly place: ShownShape; readonly name: string }[] = [];
  for await (const { place, name, bytes } of run.files()) {
    options.signal?.throwIfAborted();
    if (bytes !== undefined) await sender.add({ name, bytes });
    shown.push({ place, name });
    if (sender.isStopped) break;
  }
  const meshes: PublishedMesh[] = [];
  const errors: FailedMesh[] = [];
  const uploaded = new Set<string>();
  for (const { place, name } of shown) {
    let sent: SentMesh;
    try {
      // oxlint-disable-next-line no-await-in-loop -- they run at the same time
      sent = await sender.result(name);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      errors.push({ path: place.path, error });
      continue;
    }
    for (const node of place.nodes) {
      node.payload = { file: `asset:/mesh/${encodeURIComponent(sent.meshId)}`, target: place.target };
    }
    meshes.push({
      path: place.path,
      meshId: sent.meshId,
      bytes: place.bytes,
      reused: sent.reused || uploaded.has(name),
    });
    uploaded.add(name);
  }
  options.signal?.throwIfAborted();
  if (errors.length > 0) throw failed(errors, shown.length, sender.isStopped);
  return { scene: run.text(), meshes, ...run.facts() };
}

/**
 * Returns what {@link publishStage} would do; nothing is sent.
 *
 * @param service address of the service, whose record counts
 * @throws PublishError as {@link publishStage} does before it sends anything
 */
export async function planPublish(
  stage: Stage,
  service: string,
  store: RecordStore,
  options: PublishOptions = {},
): Promise<PublishedStage> {
  const record = await RecordKeeper.load(store, service);
  const run = new PublishRun(stage, options);
  const meshes: PublishedMesh[] = [];
  const seen = new Set<string>();
  for await (const { place, name } of run.files()) {
    const known = record.get(name);
    const reused = seen.has(name) || known?.url !== undefined;
    meshes.push({ path: place.path, meshId: known?.meshId ?? null, bytes: place.bytes, reused });
    seen.add(name);
  }
  return { scene: "", meshes, ...run.facts() };
}

interface FailedMesh {
  readonly path: string;
  readonly error: Error;
}

function failed(meshes: readonly FailedMesh[], files: number, isStopped: boolean): PublishError {
  const [first] = meshes;
  const facts = { errors: meshes.map(({ error }) => error), paths: meshes.map(({ path }) => path), isStopped };
  if (isStopped) return new PublishError(`Publishing was stopped at ${first.path}: ${first.error.message}`, facts);
  const count = meshes.length === 1 ? "One mesh was" : `${meshes.length} of ${files} meshes were`;
  return new PublishError(`${count} not published. The first: ${first.path}: ${first.error.message}`, facts);
}

/** A shape that the scene shows. */
interface ShownShape {
  readonly path: string;
  /** One, or one for each instance. */
  readonly nodes: readonly SceneNode[];
  /** Path in the file. */
  readonly target: string;
  readonly bytes: number;
}

/** A shape with its file; without bytes if it was made before. */
interface ShapeFile {
  readonly place: ShownShape;
  readonly name: string;
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
}

/** Bytes of files that are made in a turn of the event loop. */
const MAX_MADE = 1 << 22;

const Z_UP = rowMatrix([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);

/** A stage while it is published. */
class PublishRun {
  readonly #stage: Stage;
  readonly #options: PublishOptions;
  readonly #dropped = new DroppedList();
  readonly #reader: StageReader;
  readonly #xforms: XformCache;
  readonly #tree: SceneTree;
  readonly #time: StageTime;
  /** Paths of the cameras that the scene has. */
  readonly #cameras: string[] = [];
  #settings: StageSettings | undefined;
  #camera: string | undefined;

  constructor(stage: Stage, options: PublishOptions) {
    const { hasTimeCodeRange, startTimeCode, upAxis } = stageMetrics(stage);
    this.#stage = stage;
    this.#options = options;
    this.#time = options.time === undefined ? (hasTimeCodeRange ? startTimeCode : null) : options.time;
    this.#reader = new StageReader(stage);
    this.#xforms = new XformCache(new XformQueries(this.#reader), this.#time);
    const turn: RowMatrix = upAxis === "Z" ? Z_UP : identityMatrix;
    this.#tree = new SceneTree(this.#xforms, turn, this.#dropped);
    this.#readViews();
  }

  /** Makes the files of all shapes, and adds the prims that show them. */
  async *files(): AsyncGenerator<ShapeFile, void, undefined> {
    const { purposes, subdivisionLevel } = this.#options;
    const geometry = new StageGeometry(this.#stage, { purposes, subdivisionLevel });
    const files = new MeshFiles(new StageMeshes(this.#stage, this.#options), this.#dropped);
    const drawables = geometry.each(this.#time);
    let isEmpty = true;
    let made = 0;
    let next = drawables.next();
    for (; next.done !== true; next = drawables.next()) {
      const drawable = next.value;
      const known = files.known(drawable);
      if (made > MAX_MADE) {
        made = 0;
        // oxlint-disable-next-line no-await-in-loop -- what weak references lead to is collected between turns alone
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      // oxlint-disable-next-line no-await-in-loop -- one shape at a time is in memory
      const file = known === undefined ? await files.make(drawable) : undefined;
      made += file?.bytes.length ?? 0;
      const name = known?.name ?? file?.name;
      if (name === undefined) {
        this.#drop(drawable.path, `Nothing of this ${drawable.type} is a surface: it is left out`);
        continue;
      }
      const nodes = this.#place(drawable);
      if (nodes.length === 0) continue;
      isEmpty = false;
      const target = drawable.geometry.type === "splats" ? "/GaussianSplatData" : "/mesh";
      const bytes = known?.size ?? file?.bytes.length ?? 0;
      yield { place: { path: drawable.path, nodes, target, bytes }, name, bytes: file?.bytes };
    }
    const { notDrawn, problems } = next.value;
    for (const { path, type, reason } of notDrawn) {
      if (isLight(type)) continue;
      this.#drop(
        path,
        reason === "empty" ? `The ${type} has nothing to draw` : `${type} is not supported: it is left out`,
      );
    }
    for (const { path, property, message } of problems)
      this.#drop(path, property === "" ? message : `${property}: ${message}`);
    // Those of prims are known when these are composed.
    for (const { prim, error } of this.#stage.problems) this.#drop(prim, error.message);
    if (isEmpty) throw new PublishError(this.#emptyMessage());
  }

  /** Returns the text of the scene. */
  text(): string {
    const { roots } = this.#tree;
    const defaultPrim = stageMetrics(this.#stage).defaultPrim?.split("/")[1];
    return sceneText({
      roots,
      defaultPrim,
      camera: this.#camera,
      cameras: this.#cameras.length,
      resolution: this.#resolution(),
    });
  }

  facts(): Pick<PublishedStage, "dropped" | "camera" | "resolution"> {
    const resolution = this.#resolution();
    return { dropped: this.#dropped.list(), camera: this.#camera, resolution };
  }

  #resolution(): Resolution {
    return sceneResolution(this.#options.resolution, this.#settings, this.#dropped);
  }

  #drop(path: string, reason: string): void {
    this.#dropped.add(path, reason);
  }

  #emptyMessage(): string {
    const [first] = this.#dropped.list();
    const why = first === undefined ? "it has no visible geometry" : `${first.path}: ${first.reason}`;
    return `The stage has nothing to publish: ${why}`;
  }

  /** Adds cameras, and finds the settings. */
  #readViews(): void {
    const wanted = this.#options.camera;
    for (const prim of this.#reader.prims({ instanceProxies: true })) {
      if (prim.type === "Camera") this.#addCamera(prim);
      else if (prim.type === "RenderSettings") this.#settings ??= readSettings(this.#reader, prim, this.#dropped);
      else if (isLight(prim.type)) {
        this.#drop(prim.path, `The service lights scenes itself: the ${prim.type} is left out`);
      }
    }
    if (wanted !== undefined && !this.#cameras.includes(wanted)) {
      const known = this.#cameras.length === 0 ? "it has none" : `it has ${this.#cameras.slice(0, 5).join(", ")}`;
      throw new PublishError(`The stage has no camera ${wanted}: ${known}`);
    }
    const preferred = wanted ?? this.#settings?.camera;
    this.#camera = this.#cameras.find((path) => path === preferred) ?? this.#cameras.at(0);
  }

  #addCamera(prim: PrimNode): void {
    const node = this.#tree.node(prim);
    if (node === undefined) return;
    node.type = "Camera";
    node.properties = cameraProperties({ reader: this.#reader, time: this.#time, dropped: this.#dropped }, prim);
    this.#cameras.push(prim.path);
  }

  /** Adds the prims that show a shape: the prim itself, or others below it where it is elsewhere or has instances. */
  #place({ path, source, geometry, matrices, instancePrimvars }: Drawable): readonly SceneNode[] {
    const prim = this.#reader.prim(path);
    const node = prim && this.#tree.node(prim);
    if (prim === undefined || node === undefined) return [];
    if (instancePrimvars.size > 0) {
      this.#drop(
        path,
        `Values of instances (${[...instancePrimvars.keys()].join(", ")}) are left out: all instances look alike`,
      );
    }
    const name = path === source ? "Geometry" : source.slice(source.lastIndexOf("/") + 1);
    const isOwn = path === source && matrices.length === 1 && isSame(matrices[0], this.#xforms.localToWorld(prim));
    const nodes =
      isOwn && node.type !== "Mesh"
        ? [node]
        : matrices.flatMap((matrix) => this.#tree.below(node, prim, name, matrix) ?? []);
    for (const each of nodes) each.type = geometry.type === "splats" ? "ParticleField3DGaussianSplat" : "Mesh";
    return nodes;
  }
}

function isLight(type: string): boolean {
  return type.endsWith("Light") || type.startsWith("DomeLight");
}

function isSame(a: RowMatrix, b: RowMatrix): boolean {
  return a.every((value, i) => value === b[i]);
}
