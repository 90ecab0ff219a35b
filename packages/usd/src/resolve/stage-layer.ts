/** A layer as stages use it: its specs by path. */
import type { Layer, PrimSpec, PseudoRootSpec, Value, VariantSpec } from "@usdkit/layer";
import type { OpenedLayer } from "../open/open-layer.ts";
import { ROOT_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** A spec at a prim path or variant selection path. */
export type SiteSpec = PseudoRootSpec | PrimSpec | VariantSpec;

/** Times are in 24 time codes per second if a layer authors neither `timeCodesPerSecond` nor `framesPerSecond`. */
const DEFAULT_TIME_CODES = 24;

/** What a layer has, and the bytes that it was read from. */
export interface LayerContents {
  readonly layer: Layer;
  readonly opened: OpenedLayer | undefined;
}

/** Returns a layer with the bytes that it was read from, if it is text. */
export function layerContents(layer: Layer): LayerContents {
  const { source } = layer;
  if (source === undefined) return { layer, opened: undefined };
  return { layer, opened: { layer, diagnostics: [], ok: true, encoding: "usda", bytes: source, start: 0, inner: [] } };
}

/** Counts the changes of layers of a stage. */
export interface LayerChanges {
  count: number;
}

/** A layer that a stage reads, shared by all of its layer stacks. */
export class StageLayer {
  /** The number of the layer in its stage. */
  readonly id: number;
  /** As the resolver identified it; `package.usdz[inner.usd]` for a layer in a package. */
  readonly identifier: string;
  /** What asset paths in the layer are relative to. Differs from the identifier for the first layer of a package. */
  readonly anchor: string;
  /** Counts the changes of all layers of the stage. */
  readonly changes: LayerChanges;
  /** The number of the last change of this layer. */
  changed = 0;
  /** What the layer has now. */
  contents: LayerContents;
  private readonly paths: PathTable;
  private readonly specs: Map<PathId, SiteSpec> = new Map();
  /** The paths whose children are in `specs`. */
  private readonly expanded: Set<PathId> = new Set();

  constructor(
    paths: PathTable,
    id: number,
    { identifier, anchor, changes, ...contents }: Pick<StageLayer, "identifier" | "anchor" | "changes"> & LayerContents,
  ) {
    this.paths = paths;
    this.id = id;
    this.identifier = identifier;
    this.anchor = anchor;
    this.changes = changes;
    this.contents = contents;
    this.specs.set(ROOT_PATH, contents.layer.root);
  }

  get layer(): Layer {
    return this.contents.layer;
  }

  /** The encoding and the bytes, for positions; undefined for a layer that a program built. */
  get opened(): OpenedLayer | undefined {
    return this.contents.opened;
  }

  /** Gives the layer other contents. What was composed from those before is to be compared and dropped by the caller. */
  replace(contents: LayerContents): void {
    this.changed = ++this.changes.count;
    this.contents = contents;
    this.specs.clear();
    this.expanded.clear();
    this.specs.set(ROOT_PATH, contents.layer.root);
  }

  /** Returns the spec at a prim path or variant selection path. */
  find(path: PathId): SiteSpec | undefined {
    const known = this.specs.get(path);
    if (known !== undefined) return known;
    const { paths, specs } = this;
    // The nearest ancestor that was found before; the specs between it and the path are found on the way down.
    let above = paths.parent(path);
    while (!specs.has(above)) above = paths.parent(above);
    if (this.expanded.has(above)) return undefined;
    const between: PathId[] = [];
    for (let at = paths.parent(path); at !== above; at = paths.parent(at)) between.push(at);
    this.expand(above);
    for (let i = between.length - 1; i >= 0; i--) {
      if (!specs.has(between[i])) return undefined;
      this.expand(between[i]);
    }
    return specs.get(path);
  }

  /** Returns the typed value of a metadata field of the layer. */
  metadata(name: string): Extract<Value, { kind: "typed" }>["data"] | undefined {
    const value = this.layer.root.fields.get(name)?.value;
    return value?.kind === "typed" ? value.data : undefined;
  }

  /** Returns a metadata field of the layer that is a number. */
  number(name: string): number | undefined {
    const value = this.metadata(name);
    return typeof value === "number" ? value : undefined;
  }

  /** The time codes per second of the layer's own times. */
  get timeCodesPerSecond(): number {
    return this.number("timeCodesPerSecond") ?? this.number("framesPerSecond") ?? DEFAULT_TIME_CODES;
  }

  private expand(path: PathId): void {
    const spec = this.specs.get(path);
    if (spec === undefined || this.expanded.has(path)) return;
    this.expanded.add(path);
    for (const child of spec.children) this.specs.set(this.paths.child(path, child.name), child);
    for (const set of spec.variantSets) {
      for (const variant of set.variants) this.specs.set(this.paths.variant(path, set.name, variant.name), variant);
    }
  }
}
