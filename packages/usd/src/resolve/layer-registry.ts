/** The layers of a stage, each opened once. */
import { ByteReadError, bytesOf, LazyBytes, MissingBytesError, whenFetched } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { folderOf } from "../open/paths.ts";
import { formatLayerName, parseLayerName } from "../open/layer-name.ts";
import { findInPackage, openLayer, type OpenedLayer } from "../open/open-layer.ts";
import { layerProblem } from "../open/layer-problem.ts";
import type { PathTable } from "../paths/path-table.ts";
import { resolvePath } from "../open/paths.ts";
import { PendingBytes } from "./pending-bytes.ts";
import { ResolveError, type ResolvedBytes, type Resolver } from "./resolver.ts";
import { layerContents, StageLayer, type LayerChanges, type LayerContents } from "./stage-layer.ts";

/** What an asset path led to. */
export type FoundLayer =
  | { readonly kind: "found"; readonly layer: StageLayer }
  /** Its bytes are not there yet; {@link LayerRegistry.settle} waits for them. */
  | { readonly kind: "pending" }
  /** `message` has the reason if there is a file that cannot be opened. */
  | { readonly kind: "missing"; readonly message: string };

/** The code of a package that does not have the file. */
const NO_ENTRY = "USDZ_NO_FILE";

/** New contents of a file: a layer, or bytes, also those that are read in parts; undefined if the file is gone. */
export type FileContents = Layer | Uint8Array | LazyBytes | undefined;

/** A layer that was read, or the reason if it cannot be. */
type ReadLayer = (LayerContents & { readonly anchor: string }) | { readonly message: string };

/** What an identifier leads to with the new contents of its file. */
interface Reopened {
  readonly identifier: string;
  readonly before: FoundLayer;
  readonly after: ReadLayer;
}

/** New contents of files, read but not used yet. */
export interface FileChanges {
  readonly files: ReadonlyMap<string, FileContents>;
  readonly reopened: readonly Reopened[];
}

/** The layers that new contents of files concern. */
export interface ReplacedLayers {
  /** Layers with other contents, and those before. */
  readonly contents: ReadonlyMap<StageLayer, Layer>;
  /** Identifiers that lead to another layer now, or to none. */
  readonly identifiers: ReadonlySet<string>;
}

/** What was read of a file: undefined if there is none, an error if it cannot be read, or nothing yet. */
export type FileState = ResolvedBytes | ResolveError | "pending";

/** Opens layers through a resolver and keeps them. */
export class LayerRegistry {
  private readonly resolver: Resolver;
  private readonly paths: PathTable;
  /** Every file that was asked for, by identifier. */
  readonly files: Map<string, FileState> = new Map();
  /** Bytes of layers that were asked for and are not there yet. */
  readonly pending: PendingBytes = new PendingBytes();
  private readonly layers: StageLayer[] = [];
  /** By identifier. */
  private readonly opened: Map<string, FoundLayer> = new Map();
  /** By layer: what its asset paths led to since the last change of layers. */
  private readonly found: Map<StageLayer | undefined, Map<string, FoundLayer>> = new Map();
  /** By identifier: the layers with an asset path that leads there, or would. */
  private readonly askers: Map<string, Set<StageLayer>> = new Map();
  /** Files that have other contents now. */
  private readonly formerFiles: LazyBytes[] = [];
  private layerCount = 0;
  private readonly changes: LayerChanges = { count: 0 };

  constructor(resolver: Resolver, paths: PathTable) {
    this.resolver = resolver;
    this.paths = paths;
  }

  /** Every layer that was opened, in the order in which they were. */
  get all(): readonly StageLayer[] {
    return this.layers;
  }

  /** Adds a layer that a program built; its asset paths are relative to `anchor`. */
  add(identifier: string, layer: Layer, anchor: string = identifier): StageLayer {
    const added = this.create(identifier, anchor, { layer, opened: undefined });
    this.opened.set(identifier, { kind: "found", layer: added });
    this.found.clear();
    return added;
  }

  /** Finds the layer that an asset path leads to, and opens it if it was not yet. */
  find(assetPath: string, from: StageLayer | undefined): FoundLayer {
    let known = this.found.get(from);
    if (known === undefined) this.found.set(from, (known = new Map<string, FoundLayer>()));
    let found = known.get(assetPath);
    if (found === undefined) {
      found = this.search(assetPath, from);
      if (found.kind !== "pending") known.set(assetPath, found);
    }
    return found;
  }

  private search(assetPath: string, from: StageLayer | undefined): FoundLayer {
    const candidates = this.candidates(assetPath, from);
    let problem = "";
    for (const identifier of candidates) {
      if (from !== undefined) this.recordAsker(identifier, from);
      const found = this.open(identifier);
      if (found.kind !== "missing") return found;
      problem ||= found.message;
    }
    return { kind: "missing", message: problem };
  }

  /** Returns the identifiers of an asset path: in the package of the layer, if it is in one, then as the resolver has them. */
  private candidates(assetPath: string, from: StageLayer | undefined): readonly string[] {
    const { file, inner } = parseLayerName(assetPath);
    const anchor = from === undefined ? undefined : parseLayerName(from.anchor);
    const place = anchor?.inner.at(-1);
    if (anchor === undefined || place === undefined) {
      return this.resolver.identify(file, anchor?.file).map((each) => formatLayerName({ file: each, inner }));
    }
    const outer = anchor.inner.slice(0, -1);
    const isAnchored = /^\.{1,2}\//u.test(file);
    const folders = isAnchored ? [folderOf(place)] : [folderOf(place), this.packageFolder(anchor.file, outer)];
    return [...new Set(folders.map((folder) => resolvePath(folder, file)))].map((path) =>
      formatLayerName({ file: anchor.file, inner: [...outer, path, ...inner] }),
    );
  }

  /** Returns the folder of the first layer of a package, in which paths without `./` are looked up as well. */
  private packageFolder(file: string, outer: readonly string[]): string {
    const bytes = this.files.get(file);
    if (bytes === undefined || bytes === "pending" || bytes instanceof ResolveError) return "";
    return folderOf(findInPackage(bytes, outer).path[outer.length] ?? "");
  }

  /**
   * Returns an asset path of a layer as a path that leads to the same file from anywhere: absolute, if the identifier of the
   * layer is. A path without `./` for which there is no file next to the layer stays as it is, and so does every path on which
   * its layer has no effect.
   */
  anchor(assetPath: string, from: StageLayer): string {
    if (assetPath === "") return assetPath;
    const [identifier] = this.candidates(assetPath, from);
    if (identifier === undefined || identifier === this.candidates(assetPath, undefined)[0]) return assetPath;
    if (/^\.{0,2}\//u.test(assetPath)) return identifier;
    const { inner } = parseLayerName(from.anchor);
    const places = inner.length === 0 ? [identifier] : this.candidates(assetPath, from);
    return places.find((each) => this.exists(each)) ?? assetPath;
  }

  /** Returns the bytes of a file that is no layer; undefined if there is none. They are not kept. */
  async readAsset(assetPath: string, from: StageLayer): Promise<Uint8Array | undefined> {
    for (const identifier of this.candidates(assetPath, from)) {
      const { file, inner } = parseLayerName(identifier);
      // A package that has layers of the stage is open already.
      const known = this.files.get(file);
      const bytes = known === undefined || known === "pending" ? await this.resolver.read(file) : known;
      if (bytes instanceof ResolveError) throw bytes;
      if (bytes === undefined) continue;
      if (inner.length === 0) return whenFetched(() => bytesOf(bytes));
      const found = await whenFetched(() => findInPackage(bytes, inner));
      if (found.problem === undefined) return whenFetched(() => found.bytes);
    }
    return undefined;
  }

  /** Closes the files that are read in parts. */
  close(): void {
    for (const file of [...this.files.values(), ...this.formerFiles]) if (file instanceof LazyBytes) file.close();
  }

  /** Returns the identifier of the file that an asset path of a layer leads to; undefined if there is none. */
  locate(assetPath: string, from: StageLayer): string | undefined {
    return this.candidates(assetPath, from).find((each) => this.exists(each));
  }

  private exists(identifier: string): boolean {
    const { file, inner } = parseLayerName(identifier);
    if (inner.length === 0 && this.resolver.exists !== undefined && !this.files.has(file)) {
      return this.resolver.exists(file);
    }
    const bytes = this.readFile(file);
    if (bytes === undefined || bytes instanceof ResolveError) return false;
    if (bytes === "pending" || inner.length === 0) return true;
    // What is not there yet counts as found.
    return this.whenThere(file, () => findInPackage(bytes, inner).problem === undefined) ?? true;
  }

  private open(identifier: string): FoundLayer {
    const known = this.opened.get(identifier);
    if (known !== undefined) return known;
    const { file, inner } = parseLayerName(identifier);
    const bytes = this.readFile(file);
    if (bytes === "pending") return { kind: "pending" };
    const found = this.whenThere(file, () => this.openBytes(identifier, bytes, inner));
    if (found === undefined) return { kind: "pending" };
    this.opened.set(identifier, found);
    return found;
  }

  private openBytes(identifier: string, bytes: ResolvedBytes | ResolveError, inner: readonly string[]): FoundLayer {
    const contents = this.read(identifier, bytes, inner);
    if ("message" in contents) return { kind: "missing", message: contents.message };
    const { anchor } = contents;
    // The first layer of a package, by its own name and by that of the package.
    const same = anchor === identifier ? undefined : this.layers.find((each) => each.identifier === anchor);
    if (same !== undefined) return { kind: "found", layer: same };
    return { kind: "found", layer: this.create(identifier, anchor, contents) };
  }

  /** Returns the layer of bytes, or the reason why there is none. */
  private read(identifier: string, bytes: ResolvedBytes | ResolveError, inner: readonly string[]): ReadLayer {
    if (bytes instanceof ResolveError) return { message: bytes.message };
    if (bytes === undefined) return { message: "" };
    let opened: OpenedLayer;
    try {
      opened = this.resolver.open?.(bytes, inner) ?? openLayer(bytes, { inner });
    } catch (error) {
      if (error instanceof ByteReadError) return { message: error.message };
      throw error;
    }
    if (opened.diagnostics[0]?.code === NO_ENTRY) return { message: "" };
    if (!opened.ok)
      return { message: layerProblem(opened, parseLayerName(identifier).inner.at(-1) ?? identifier) ?? "" };
    const anchor = formatLayerName({ file: parseLayerName(identifier).file, inner: opened.inner });
    return { anchor, layer: opened.layer, opened };
  }

  private create(identifier: string, anchor: string, contents: LayerContents): StageLayer {
    const { paths, changes } = this;
    const layer = new StageLayer(paths, this.layerCount++, { identifier, anchor, changes, ...contents });
    this.layers.push(layer);
    return layer;
  }

  private recordAsker(identifier: string, from: StageLayer): void {
    const known = this.askers.get(identifier);
    if (known === undefined) this.askers.set(identifier, new Set([from]));
    else known.add(from);
  }

  /** Returns the layers that have an asset path that leads to an identifier, or would if there was a file. */
  askersOf(identifier: string): ReadonlySet<StageLayer> {
    return this.askers.get(identifier) ?? new Set();
  }

  /** Whether one of the identifiers of an asset path is among `identifiers`. */
  mayLeadTo(assetPath: string, from: StageLayer, identifiers: ReadonlySet<string>): boolean {
    return this.candidates(assetPath, from).some((each) => identifiers.has(each));
  }

  /** Reads new contents of files, by identifier. Nothing has them until {@link apply} is called. */
  reopen(files: ReadonlyMap<string, FileContents>): FileChanges {
    const reopened: Reopened[] = [];
    for (const [identifier, before] of this.opened) {
      const { file, inner } = parseLayerName(identifier);
      // The layer of a package may be given by its own name.
      const name = files.has(identifier) ? identifier : file;
      if (files.has(name)) {
        const contents = files.get(name);
        const after = isLayer(contents)
          ? { anchor: identifier, ...layerContents(contents) }
          : this.read(identifier, contents, inner);
        reopened.push({ identifier, before, after });
      }
    }
    return { files, reopened };
  }

  /** Uses new contents of files from now on. */
  apply({ files, reopened }: FileChanges): ReplacedLayers {
    this.found.clear();
    for (const [file, contents] of files) {
      const former = this.files.get(file);
      // Values that were read from it may be kept.
      if (former instanceof LazyBytes) this.formerFiles.push(former);
      this.files.set(file, isLayer(contents) ? (contents.source ?? new Uint8Array()) : contents);
      if (isLayer(contents) && !this.opened.has(file)) {
        this.opened.set(file, { kind: "found", layer: this.create(file, file, layerContents(contents)) });
      }
    }
    const contents = new Map<StageLayer, Layer>();
    const identifiers = new Set<string>();
    for (const { identifier, before, after } of reopened) {
      const layer = before.kind === "found" ? before.layer : undefined;
      if (layer !== undefined && "layer" in after && after.anchor === layer.anchor) {
        if (contents.has(layer)) continue;
        contents.set(layer, layer.layer);
        layer.replace(after);
        continue;
      }
      if (before.kind === "missing" && "message" in after && before.message === after.message) continue;
      identifiers.add(identifier);
      this.opened.delete(identifier);
      if (layer !== undefined && this.layers.includes(layer)) this.layers.splice(this.layers.indexOf(layer), 1);
      const given = files.get(identifier);
      if ("layer" in after && isLayer(given)) {
        this.opened.set(identifier, { kind: "found", layer: this.create(identifier, after.anchor, after) });
      }
    }
    return { contents, identifiers };
  }

  private readFile(file: string): FileState {
    if (this.files.has(file)) return this.files.get(file);
    let state: FileState;
    try {
      const bytes = this.resolver.read(file);
      state = bytes instanceof Promise ? this.wait(file, bytes) : bytes;
    } catch (error) {
      state = rejected(error);
    }
    this.files.set(file, state);
    return state;
  }

  /** Returns what a function reads of a file; undefined if bytes of it are not there yet, which are then waited for. */
  private whenThere<Result>(file: string, read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MissingBytesError)) throw error;
      const bytes = this.files.get(file);
      this.pending.add(error.fetch(), (problem) => {
        if (this.files.get(file) === bytes) this.files.set(file, rejected(problem));
      });
      return undefined;
    }
  }

  private wait(file: string, bytes: Promise<ResolvedBytes>): FileState {
    // The file may have been given contents since.
    const set = (found: FileState): void => {
      if (this.files.get(file) === "pending") this.files.set(file, found);
    };
    this.pending.add(bytes.then(set), (error) => set(rejected(error)));
    return "pending";
  }
}

function isLayer(contents: FileContents): contents is Layer {
  return contents !== undefined && !(contents instanceof Uint8Array) && !(contents instanceof LazyBytes);
}

function rejected(error: unknown): ResolveError {
  if (error instanceof ResolveError) return error;
  return new ResolveError(error instanceof Error ? error.message : String(error));
}
