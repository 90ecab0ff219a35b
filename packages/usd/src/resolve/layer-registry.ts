/** The layers of a stage, each opened once. */
import { ByteReadError, LazyBytes } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { folderOf } from "../open/paths.ts";
import { formatLayerName, parseLayerName } from "../open/layer-name.ts";
import { findInPackage, openLayer, type OpenedLayer } from "../open/open-layer.ts";
import type { PathTable } from "../paths/path-table.ts";
import { resolvePath } from "../open/paths.ts";
import { ResolveError, type ResolvedBytes, type Resolver } from "./resolver.ts";
import { StageLayer } from "./stage-layer.ts";

/** What an asset path led to. */
export type FoundLayer =
  | { readonly kind: "found"; readonly layer: StageLayer }
  /** Its bytes are not there yet; {@link LayerRegistry.settle} waits for them. */
  | { readonly kind: "pending" }
  /** `message` has the reason if there is a file that cannot be opened. */
  | { readonly kind: "missing"; readonly message: string };

/** The code of a package that does not have the file. */
const NO_ENTRY = "USDZ_NO_FILE";

type FileState = ResolvedBytes | ResolveError | "pending";

/** Opens layers through a resolver and keeps them. */
export class LayerRegistry {
  private readonly resolver: Resolver;
  private readonly paths: PathTable;
  private readonly files: Map<string, FileState> = new Map();
  private readonly waiting: Set<Promise<void>> = new Set();
  private readonly layers: StageLayer[] = [];
  /** By identifier. */
  private readonly opened: Map<string, FoundLayer> = new Map();

  constructor(resolver: Resolver, paths: PathTable) {
    this.resolver = resolver;
    this.paths = paths;
  }

  /** Every layer that was opened, in the order in which they were. */
  get all(): readonly StageLayer[] {
    return this.layers;
  }

  /** Whether the resolver returns promises. */
  hasWaited = false;

  /** Whether bytes of layers were asked for that are not there yet. */
  get isPending(): boolean {
    return this.waiting.size > 0;
  }

  /** Waits until the bytes of all layers that were asked for are there. */
  async settle(): Promise<void> {
    while (this.waiting.size > 0) await Promise.all(this.waiting);
  }

  /** Adds a layer that a program built; its asset paths are relative to `anchor`. */
  add(identifier: string, layer: Layer, anchor: string = identifier): StageLayer {
    const added = new StageLayer(this.paths, this.layers.length, { identifier, anchor, layer, opened: undefined });
    this.layers.push(added);
    this.opened.set(identifier, { kind: "found", layer: added });
    return added;
  }

  /** Finds the layer that an asset path leads to, and opens it if it was not yet. */
  find(assetPath: string, from: StageLayer | undefined): FoundLayer {
    const candidates = this.candidates(assetPath, from);
    let problem = "";
    for (const identifier of candidates) {
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
    const folders = isAnchored ? [folderOf(place)] : [folderOf(place), ""];
    return [...new Set(folders.map((folder) => resolvePath(folder, file)))].map((path) =>
      formatLayerName({ file: anchor.file, inner: [...outer, path, ...inner] }),
    );
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

  /** Closes the files that are read in parts. */
  close(): void {
    for (const file of this.files.values()) if (file instanceof LazyBytes) file.close();
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
    const bytes = this.read(file);
    if (bytes === undefined || bytes instanceof ResolveError) return false;
    return bytes === "pending" || inner.length === 0 || findInPackage(bytes, inner).problem === undefined;
  }

  private open(identifier: string): FoundLayer {
    const known = this.opened.get(identifier);
    if (known !== undefined) return known;
    const { file, inner } = parseLayerName(identifier);
    const bytes = this.read(file);
    if (bytes === "pending") return { kind: "pending" };
    const found = this.openBytes(identifier, bytes, inner);
    this.opened.set(identifier, found);
    return found;
  }

  private openBytes(identifier: string, bytes: ResolvedBytes | ResolveError, inner: readonly string[]): FoundLayer {
    if (bytes instanceof ResolveError) return { kind: "missing", message: bytes.message };
    if (bytes === undefined) return { kind: "missing", message: "" };
    let opened: OpenedLayer;
    try {
      opened = this.resolver.open?.(bytes, inner) ?? openLayer(bytes, { inner });
    } catch (error) {
      if (error instanceof ByteReadError) return { kind: "missing", message: error.message };
      throw error;
    }
    if (opened.diagnostics[0]?.code === NO_ENTRY) return { kind: "missing", message: "" };
    if (!opened.ok) return { kind: "missing", message: problemOf(opened) };
    const anchor = formatLayerName({ file: parseLayerName(identifier).file, inner: opened.inner });
    // The first layer of a package, by its own name and by that of the package.
    const same = anchor === identifier ? undefined : this.layers.find((each) => each.identifier === anchor);
    if (same !== undefined) return { kind: "found", layer: same };
    const layer = new StageLayer(this.paths, this.layers.length, { identifier, anchor, layer: opened.layer, opened });
    this.layers.push(layer);
    return { kind: "found", layer };
  }

  private read(file: string): FileState {
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

  private wait(file: string, bytes: Promise<ResolvedBytes>): FileState {
    const done = bytes
      .then(
        (found) => this.files.set(file, found),
        (error: unknown) => this.files.set(file, rejected(error)),
      )
      .then(() => {
        this.waiting.delete(done);
      });
    this.waiting.add(done);
    this.hasWaited = true;
    return "pending";
  }
}

function rejected(error: unknown): ResolveError {
  if (error instanceof ResolveError) return error;
  return new ResolveError(error instanceof Error ? error.message : String(error));
}

/** Returns the first problem of a layer that cannot be read, with its place. */
function problemOf({ diagnostics }: OpenedLayer): string {
  const [first] = diagnostics;
  if (first === undefined) return "";
  const { line, column, offset, message } = first;
  const place = line === null ? `byte ${offset}` : `line ${line}, column ${column ?? 1}`;
  return `${place}: ${message}`;
}
