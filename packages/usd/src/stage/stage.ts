/** Stages: a root layer with everything that it composes. */
import type { Layer } from "@usdkit/layer";
import type { ChangedPrims, StageChanges } from "../change/changed-prims.ts";
import { KeptIndices } from "../change/kept-indices.ts";
import type { EditedContents } from "../edit/editable-stage.ts";
import type { EditableLayer } from "../edit/editable-layer.ts";
import type { LayerDocument } from "../edit/layer-document.ts";
import type { ChangeListener, StageEditOptions, StageEditResult, StageEdits } from "../edit/edit-result.ts";
import { StageEditor } from "../edit/stage-editor.ts";
import { assetFiles } from "../flatten/asset-files.ts";
import type { FlattenOptions } from "../flatten/flatten-options.ts";
import { flattenStage } from "../flatten/flatten-stage.ts";
import { flattenLayerStack } from "../flatten-layers/flatten-layer-stack.ts";
import { instanceKey } from "../instances/instance-key.ts";
import { findPrototypes, type PrimTree, type Prototypes } from "../instances/prototypes.ts";
import { sourceOf, stagePrims, type StagePrim, type StagePrimOptions } from "../instances/stage-prims.ts";
import { stagePrototype, type StagePrototype } from "../instances/stage-prototype.ts";
import { childNames, primStack, propertyNames, propertyStack, type PrimIndex } from "../index/prim-index.ts";
import type { ChildNames } from "../index/graph-names.ts";
import { composeTargets } from "../index/targets.ts";
import type { LayerStack } from "../layer-stack/layer-stack.ts";
import { NO_PATH, ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";
import type { FileState, LayerRegistry } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { composedPrim, stageProblems, type ComposedPrim, type StageProblem } from "./composed-prim.ts";
import { isInMask, maskDifference } from "./mask.ts";
import { openRoot, type OpenedRoot } from "./open-root.ts";
import { ValuePrefetch } from "../values/prefetch-values.ts";
import {
  changedOptions,
  compositionOptions,
  primPath,
  type PrefetchOptions,
  type StageOptions,
  type StageUpdate,
} from "./stage-options.ts";
import { prefetchPrims } from "./prefetch-prims.ts";
import { replaceContents, updateComposition } from "./update-composition.ts";
import { walkPaths, type ComposedTree } from "./walk-prims.ts";

/** A composed scene. Prims are composed when they are asked for, and kept. */
export class Stage {
  readonly paths: PathTable;
  /** Every layer that was opened, the root layer among them. */
  private readonly registry: LayerRegistry;
  private readonly session: StageLayer | undefined;
  private mask: readonly PathId[] | undefined;
  private readonly indices: KeptIndices;
  /** The prototypes, once the whole stage was composed. */
  private foundPrototypes: Prototypes | undefined;
  private readonly editor: StageEditor = new StageEditor(this);

  private constructor({ session, ...parts }: OpenedRoot, options: StageOptions) {
    const { paths, registry } = parts;
    this.session = session;
    this.paths = paths;
    this.registry = registry;
    this.mask = options.mask?.map((each) => primPath(paths, each));
    this.indices = new KeptIndices({ ...parts, ...compositionOptions(paths, options) });
  }

  /**
   * Opens a stage: its root layer with sublayers and session. With a resolver that returns promises also every other layer, in
   * rounds, as the arcs that lead to them become known.
   *
   * ```ts
   * const resolver = pathResolver({ read: (path) => (existsSync(path) ? readFileSync(path) : undefined) });
   * const stage = await Stage.open("shot.usda", { resolver });
   * for (const path of stage.traverse()) console.log(path, stage.primStack(path).length);
   * ```
   *
   * @param root asset path of the root layer
   * @throws StageError if the root layer or the session layer cannot be opened, or a path of the options is not one of a prim
   */
  static async open(root: string, options: StageOptions): Promise<Stage> {
    const opened = await openRoot(root, options);
    const stage = new Stage(opened, options);
    const parts = { pending: opened.registry.pending, indices: stage.indices, tree: stage.tree };
    if (parts.pending.hasWaited) await prefetchPrims(parts, [ROOT_PATH], () => undefined, options.onComposed);
    return stage;
  }

  /** The layers of the root layer stack, strongest first. */
  get layerStack(): LayerStack {
    return this.indices.composition.rootStack;
  }

  /** Every layer that was opened so far. */
  get layers(): readonly StageLayer[] {
    return this.registry.all;
  }

  /** Returns the layer that an asset path in a layer leads to; undefined if there is none, or its bytes are not there yet. */
  findLayer(assetPath: string, from: StageLayer): StageLayer | undefined {
    const found = this.registry.find(assetPath, from);
    return found.kind === "found" ? found.layer : undefined;
  }

  /** Returns the identifier of the file that an asset path in a layer leads to, a texture for example; undefined if there is none. */
  findAsset(assetPath: string, from: StageLayer): string | undefined {
    return this.registry.locate(assetPath, from);
  }

  /**
   * Follows changes of layers and settings: drops what was composed from what they changed, and keeps everything else. Values, and
   * metadata other than arcs, drop nothing. Do not read the stage before the promise resolves, and make a new `StageValues` then.
   *
   * ```ts
   * const { resynced, changed } = await stage.update({ layers: new Map([["shot.usda", parseUsda(text).layer]]) });
   * for (const path of changed) console.log(path, new StageValues(stage).value(path).value);
   * ```
   *
   * @returns the prims and properties to be read again
   * @throws StageError if the root layer or the session layer cannot be opened any more, or a path is not one of a prim; the stage
   *   is then as it was
   */
  async update(changes: StageUpdate): Promise<StageChanges> {
    const { indices, paths, session } = this;
    const mask = changes.mask?.map((each) => primPath(paths, each));
    const next = { ...indices.composition, ...changedOptions(paths, changes) };
    const found = await updateComposition(indices, { next, session, files: changes.layers ?? new Map() });
    if (mask !== undefined) {
      for (const path of maskDifference(paths, this.mask ?? [ROOT_PATH], mask)) found.resynced.add(path);
      this.mask = mask;
    }
    const report = await this.followed(found);
    this.editor.notify(report);
    return report;
  }

  /**
   * Calls a function with what each update and each edit changed, until the returned function is called.
   *
   * ```ts
   * const stop = stage.subscribe(({ changed }) => console.log("read again", changed));
   * ```
   */
  subscribe(listener: ChangeListener): () => void {
    return this.editor.subscribe(listener);
  }

  /** Forgets what a change concerns, and returns it. */
  private async followed(found: ChangedPrims): Promise<StageChanges> {
    if (found.resynced.size > 0) this.foundPrototypes = undefined;
    if (this.registry.pending.hasWaited) await this.prefetch();
    return found.report(this.paths, this.indices.size);
  }

  /**
   * Makes edits, all or none: opinions go to the target, with paths and times as it has them. Layers are edited as text: comments
   * and layout stay. No file is written: the result has the new contents.
   *
   * ```ts
   * const { changes, layers, undo } = await stage.edit({ target: "look.usda" }, (edit) => {
   *   edit.add("/World/Ball", { type: "Sphere" }).set("/World/Ball.radius", 2);
   * });
   * ```
   *
   * @param edits as data, or a function that makes them
   * @throws StageEditError for the first edit that cannot be made; the stage is then as it was
   */
  edit(options: StageEditOptions, edits: StageEdits): Promise<StageEditResult> {
    return this.editor.edit(options, edits);
  }

  /** The layers that were edited and have other contents than their files. */
  get editedLayers(): readonly LayerDocument[] {
    return this.editor.changed;
  }

  /**
   * Returns a layer of the stage, to edit it.
   *
   * @param name its identifier, its path from the root layer, or the end of its identifier
   * @throws StageEditError if the stage uses no such layer
   */
  layer(name: string): EditableLayer {
    return this.editor.layer(name);
  }

  /** Every file that was asked for, by identifier, with what was read: layers and packages, also those that do not exist. */
  get files(): ReadonlyMap<string, FileState> {
    return this.registry.files;
  }

  /** Gives layers other contents, and drops what was composed from those before: what {@link edit} is made of. */
  async replaceLayers(contents: ReadonlyMap<StageLayer, EditedContents>): Promise<StageChanges> {
    return await this.followed(await replaceContents(this.indices, contents, this.session));
  }

  /**
   * Returns the file that an asset path in a layer leads to, such as a texture; undefined if there is none.
   *
   * ```ts
   * const { value, source } = values.value("/World/Looks/Wood/Image.inputs:file");
   * if (source.opinion !== undefined) await stage.readAsset("./wood.png", source.opinion.layer);
   * ```
   *
   * @throws ResolveError if the resolver rejects the file, or it cannot be read
   */
  readAsset(assetPath: string, from: StageLayer): Promise<Uint8Array | undefined> {
    return this.registry.readAsset(assetPath, from);
  }

  /**
   * Waits for the layers that prims need, of the whole stage or of some prims with those below them; on request also for the bytes of
   * their values, which are not there if a resolver fetches files in parts (`httpResolver`).
   *
   * ```ts
   * await stage.prefetch(["/World/Chair"], { values: [null] });
   * new StageValues(stage).value("/World/Chair.points"); // without it a MissingBytesError
   * ```
   *
   * @throws StageError if a path is not one of a prim
   * @throws ByteReadError if bytes of values cannot be fetched, or their file was changed
   */
  async prefetch(prims: readonly string[] = ["/"], { values }: PrefetchOptions = {}): Promise<void> {
    const { registry, indices, tree } = this;
    const tops = prims.map((each) => primPath(this.paths, each));
    const hasChanged = await prefetchPrims({ pending: registry.pending, indices, tree }, tops, () =>
      values === undefined ? undefined : new ValuePrefetch(this, values),
    );
    if (hasChanged) this.foundPrototypes = undefined;
  }

  /**
   * Closes the files of layers that are read in parts (`fileResolver`). Values that are in them cannot be read afterwards; all
   * else of the stage stays usable.
   */
  close(): void {
    this.registry.close();
  }

  /** Returns the index of a prim; undefined if no layer that contributes has a spec for it. */
  primIndex(prim: string): PrimIndex | undefined {
    const path = this.paths.parse(prim);
    return path === NO_PATH ? undefined : this.indices.get(path);
  }

  /** Returns the specs that contribute to a prim, strongest first. */
  primStack(prim: string): ReturnType<typeof primStack> {
    const index = this.primIndex(prim);
    return index === undefined ? [] : primStack(index);
  }

  /** Returns the names of a prim's children in composed order, and those that relocations prohibit. */
  childNames(prim: string): ChildNames {
    const index = this.primIndex(prim);
    if (index === undefined) return { names: [], prohibited: new Set() };
    const { names, prohibited } = childNames(index);
    const isIncluded = (name: string): boolean => isInMask(this.paths, this.mask, this.paths.child(index.path, name));
    return { names: names.filter(isIncluded), prohibited };
  }

  /** Returns the metadata of a prim that decides about its place in the stage. */
  prim(prim: string): ComposedPrim {
    return composedPrim(this.primIndex(prim));
  }

  /** Returns a key that instances with the same prims below them share; undefined if the prim is no instance. */
  instanceKey(prim: string): string | undefined {
    const index = this.primIndex(prim);
    return index?.graph.isInstanceable === true ? instanceKey(this.paths, index, this.mask) : undefined;
  }

  /** Returns the names of a prim's properties. */
  properties(prim: string): readonly string[] {
    const index = this.primIndex(prim);
    return index === undefined ? [] : propertyNames(index);
  }

  /** Returns the specs that contribute to a property of a prim, given by path, strongest first. */
  propertyStack(prim: string | PathId, name: string): ReturnType<typeof propertyStack> {
    const index = this.indexOf(prim);
    return index === undefined ? { stack: [], errors: [] } : propertyStack(index, name);
  }

  /** Returns the targets of a relationship, or the connections of an attribute, as paths of the stage. */
  targets(prim: string | PathId, name: string): ReturnType<typeof composeTargets> {
    const index = this.indexOf(prim);
    if (index === undefined) return { targets: [], inClassInstances: [], errors: [] };
    return composeTargets(index, propertyStack(index, name).stack, (path) => this.indices.get(path));
  }

  private indexOf(prim: string | PathId): PrimIndex | undefined {
    return typeof prim === "string" ? this.primIndex(prim) : this.indices.get(prim);
  }

  /** Visits the paths of a prim and of those below it, parents first, in composed order. */
  traverse(from = "/"): Generator<string> {
    return walkPaths(this.tree, primPath(this.paths, from));
  }

  /** Whether a layer has a spec for a prim, given by its path in {@link Stage.paths}. */
  hasPrim(path: PathId): boolean {
    const index = this.indices.get(path);
    return index !== undefined && primStack(index).length > 0;
  }

  /** The indices that were composed so far, without those of prims that share theirs. */
  get ownIndices(): Iterable<PrimIndex> {
    return this.indices.all;
  }

  /** Returns the composition errors of the layer stack and of the prims that were composed so far. */
  get problems(): readonly StageProblem[] {
    return stageProblems(this.layerStack, this.indices.all, this.paths);
  }

  /**
   * Returns the layer that the stage composes to, without arcs, as the reference's
   * `Stage.Flatten(addSourceFileComment=False)` returns it.
   *
   * @param options what to write differently from the reference
   *
   * ```ts
   * writeFileSync("flat.usda", printUsda(stage.flatten()));
   * ```
   */
  flatten({ assetPath, keepsPayload }: FlattenOptions = {}): Layer {
    const how = { layerStack: this.layerStack, rewritePath: assetPath, keepsPayload };
    return flattenStage({ ...this.populated, ...assetFiles(this.registry), ...how });
  }

  /**
   * Returns the layer that composes to the same stage and keeps its arcs and variants: the session layer, the root layer and its
   * sublayers merged (`UsdUtilsFlattenLayerStack`).
   *
   * ```ts
   * writeFileSync("merged.usda", printUsda(stage.flattenLayerStack()));
   * ```
   */
  flattenLayerStack(): Layer {
    const { layerStack, paths, session } = this;
    return flattenLayerStack({
      paths,
      layerStack,
      session,
      ...assetFiles(this.registry),
      index: (path) => this.indices.get(path),
    });
  }

  /** The prim trees that instances share, in the order of the least paths of their instances. */
  get prototypes(): readonly StagePrototype[] {
    const { all, recursive } = this.populated.prototypes;
    return all.map((each) => stagePrototype(this.paths, each, recursive));
  }

  /** Returns the prototype of an instance, undefined if the prim is no instance. Instances below others have one too. */
  prototypeOf(prim: string): StagePrototype | undefined {
    const { paths, prototypes } = this.populated;
    const found = prototypes.ofInstance.get(sourceOf({ paths, prototypes }, primPath(paths, prim)));
    return found && stagePrototype(paths, found, prototypes.recursive);
  }

  /**
   * Visits the prims of the stage, parents first, in composed order: as the reference's `Stage.Traverse` those that are active,
   * loaded, defined and not abstract. The prims below instances are composed once for each prototype.
   *
   * ```ts
   * for (const { path, source } of stage.prims({ instanceProxies: true })) console.log(path, stage.primStack(source));
   * ```
   */
  prims(options: StagePrimOptions = {}): Generator<StagePrim> {
    return stagePrims({ ...this.populated, isLoaded: this.indices.composition.isLoaded }, options);
  }

  private get populated(): PrimTree & { readonly prototypes: Prototypes } {
    const tree = { ...this.tree, mask: this.mask, index: this.index.bind(this) };
    this.foundPrototypes ??= findPrototypes(tree);
    return { ...tree, prototypes: this.foundPrototypes };
  }

  /** The composed prims, and what they share with others: what walks of the whole stage need. */
  get tree(): ComposedTree {
    const { paths, mask, indices } = this;
    return {
      paths,
      children: (path) => this.children(path),
      shared: (path) => (mask === undefined ? indices.shared(path) : undefined),
    };
  }

  /** Returns the index of a prim by its number in {@link Stage.paths}. */
  index(path: PathId): PrimIndex | undefined {
    return this.indices.get(path);
  }

  /** Returns the children of a prim in composed order, by their paths in {@link Stage.paths}; those outside of the mask left out. */
  children(path: PathId): readonly PathId[] {
    const found = this.indices.children(path);
    return this.mask === undefined ? found : found.filter((child) => isInMask(this.paths, this.mask, child));
  }

  /** Whether the payloads of a prim are composed, by its path in {@link Stage.paths}. */
  loads(path: PathId): boolean {
    return this.indices.composition.isLoaded(path);
  }
}
