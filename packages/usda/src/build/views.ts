/**
 * Specs as objects, built from the tape on first access: the root, prims, variant sets and variants.
 *
 * A spec builds its children once and keeps them, so two accesses return the same objects. Nothing recurses into
 * nested specs: a view gets its path when it is built.
 */
import { declaredSets, FieldBuilder, makeFieldInstances } from "./field-views.ts";
import { anchorOf, makeProperty, makePropertyInstances } from "./property-views.ts";
import { addTo, after, hasEntry, hasFields, hasUnnamedVariant, nameRangeOf } from "./records.ts";
import {
  END,
  FLAG_CONTINUES,
  IDENTITY,
  KIND_MASK,
  NAME,
  NEXT,
  OWNER_SIZE,
  RecordKind,
  SPECIFIER_SHIFT,
  START,
  TAG,
  TYPE,
} from "../record/tape.ts";
import type {
  ByteRange,
  Field,
  FieldSpecKind,
  PrimLike,
  PrimSpec,
  PropertySpec,
  PseudoRootSpec,
  Specifier,
  VariantSetSpec,
  VariantSpec,
} from "@usdkit/layer";
import type { ViewSource } from "./view-source.ts";

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();
const NO_SETS: readonly VariantSetSpec[] = [];
const NO_CHILDREN: readonly PrimSpec[] = [];
const SPECIFIERS: readonly Specifier[] = ["def", "over", "class"];

export function makeRoot(source: ViewSource): PseudoRootSpec {
  return new RootView(source, [0], "/");
}

/** Returns an instance of each view and of what builds fields. */
export function makeViewInstances(source: ViewSource): readonly object[] {
  const root = new RootView(source, [0], "/");
  const prim = new PrimView(source, [0], root);
  const set = new VariantSetView(source, [0], "", prim);
  const variant = new VariantView(source, [0], "", set);
  return [root, prim, set, variant, ...makePropertyInstances(source, prim), ...makeFieldInstances(source)];
}

/**
 * Returns a root for a walk through the whole layer, such as printing: with separate views, which the walk releases
 * (`forget`) when it is done with them. The views of a large layer take more memory than the layer itself, and
 * collecting them takes as long as building them. Returns `root` itself if the layer's specs have been accessed, and
 * for layers that were not parsed.
 */
export function passingRoot(root: PseudoRootSpec): PseudoRootSpec {
  return root instanceof RootView ? root.forPassing() : root;
}

/**
 * Releases the fields, properties, children and variant sets that a spec has built; the next access builds new
 * objects. For walks through large layers, which would otherwise keep everything in memory. Does nothing to specs of
 * a layer that was not parsed.
 *
 * @param spec preferably one that was not accessed before the walk ({@link isOpened}).
 */
export function forget(spec: PrimLike): void {
  if (spec instanceof OwnerView) spec.forget();
}

/** Returns whether a spec's fields, properties, children or variant sets were accessed and are in memory. */
export function isOpened(spec: PrimLike): boolean {
  return !(spec instanceof OwnerView) || spec.isOpened;
}

/** Returns the source of the views of a parsed layer. */
export function sourceOf(root: PseudoRootSpec): ViewSource | undefined {
  return root instanceof RootView ? root.source : undefined;
}

/** Returns the record of a spec that is written in one block of that source; undefined for others. */
export function recordOf(spec: PrimLike, source: ViewSource): number | undefined {
  return spec instanceof OwnerView && spec.source === source && spec.records.length === 1 ? spec.records[0] : undefined;
}

/** Base class of root, prims and variants. A variant may be written in several blocks, one record each. */
abstract class OwnerView implements PrimLike {
  abstract readonly specType: "pseudoRoot" | "prim" | "variant";
  readonly source: ViewSource;
  readonly records: readonly number[];
  /** Set on first access. */
  knownPath: string | undefined;
  private madeFields: ReadonlyMap<string, Field> | undefined;
  private madeChildren: readonly PrimSpec[] | undefined;
  private madeProperties: readonly PropertySpec[] | undefined;
  private madeSets: readonly VariantSetSpec[] | undefined;

  /** @param path the path if it is known; otherwise it is computed on first access */
  constructor(source: ViewSource, records: readonly number[], path: string | undefined) {
    this.source = source;
    this.records = records;
    this.knownPath = path;
  }

  protected abstract readonly specKind: FieldSpecKind;

  get name(): string {
    const name = this.source.tape.words[this.records[0] + NAME];
    return name === 0 ? "" : this.source.names.text(name);
  }

  get path(): string {
    return (this.knownPath ??= makePath(this));
  }

  /** The anchor prim of relative paths. */
  get anchor(): string {
    return anchorOf(this.path);
  }

  forget(): void {
    this.madeFields = undefined;
    this.madeChildren = undefined;
    this.madeProperties = undefined;
    this.madeSets = undefined;
  }

  protected get hasContents(): boolean {
    return this.madeChildren !== undefined || this.madeProperties !== undefined || this.madeSets !== undefined;
  }

  /** Whether the spec's content was accessed. */
  get isOpened(): boolean {
    return this.madeFields !== undefined || this.hasContents;
  }

  get range(): ByteRange {
    const { words } = this.source.tape;
    return { start: words[this.records[0] + START], end: words[this.records[0] + END] };
  }

  get nameRange(): ByteRange {
    return nameRangeOf(this.source, this.records[0]);
  }

  get fields(): ReadonlyMap<string, Field> {
    if (this.madeFields === undefined) {
      const { words } = this.source.tape;
      if (!hasFields(this.source, this.records)) return (this.madeFields = NO_FIELDS);
      const builder = new FieldBuilder(this.source);
      for (const record of this.records) {
        const end = words[record + NEXT];
        let at = builder.addMetadata(record + OWNER_SIZE, end, this.specKind, this);
        while (at < end) {
          if ((words[at + TAG] & KIND_MASK) === RecordKind.order) builder.addOrder(at);
          at = after(words, at);
        }
      }
      this.madeFields = builder.build();
    }
    return this.madeFields;
  }

  get children(): readonly PrimSpec[] {
    return (this.madeChildren ??= this.makeChildren());
  }

  get properties(): readonly PropertySpec[] {
    return (this.madeProperties ??= this.makeProperties());
  }

  get variantSets(): readonly VariantSetSpec[] {
    return (this.madeSets ??= this.makeVariantSets());
  }

  private get self(): PrimSpec & VariantSpec {
    return this as unknown as PrimSpec & VariantSpec;
  }

  private makeChildren(): readonly PrimSpec[] {
    const { source, self } = this;
    const { words } = source.tape;
    let children = NO_CHILDREN;
    for (const record of this.records) {
      let inBlock: PrimSpec[] | undefined;
      const end = words[record + NEXT];
      for (let at = record + OWNER_SIZE; at < end; at = after(words, at)) {
        if ((words[at + TAG] & KIND_MASK) !== RecordKind.prim) continue;
        const child = new PrimView(source, [at], self);
        if (inBlock === undefined) inBlock = [child];
        else inBlock.push(child);
      }
      // As in the reference, a later block of the same variant replaces the lists of an earlier one, if it has any.
      if (inBlock !== undefined) children = inBlock;
    }
    // What is kept has no room to grow.
    return children.length < 2 ? children : children.slice();
  }

  private makeProperties(): readonly PropertySpec[] {
    return this.plainProperties() ?? this.mergedProperties();
  }

  /** Builds the properties of one block in which each name appears once: the common case. */
  private plainProperties(): readonly PropertySpec[] | undefined {
    if (this.records.length > 1) return undefined;
    const { source, self } = this;
    const { words } = source.tape;
    const [record] = this.records;
    const end = words[record + NEXT];
    const properties: PropertySpec[] = [];
    for (let at = record + OWNER_SIZE; at < end; at = after(words, at)) {
      if ((words[at + TAG] & KIND_MASK) !== RecordKind.property) continue;
      if ((words[at + TAG] & FLAG_CONTINUES) !== 0) return undefined;
      properties.push(makeProperty(source, [at], self));
    }
    return properties;
  }

  private mergedProperties(): readonly PropertySpec[] {
    const { source, self } = this;
    const { words } = source.tape;
    const statements = new Map<number, number[]>();
    let names: number[] = [];
    for (const record of this.records) {
      const inBlock: number[] = [];
      const end = words[record + NEXT];
      for (let at = record + OWNER_SIZE; at < end; at = after(words, at)) {
        if ((words[at + TAG] & KIND_MASK) !== RecordKind.property) continue;
        addTo(statements, words[at + NAME], at);
        if ((words[at + TAG] & FLAG_CONTINUES) === 0) inBlock.push(words[at + NAME]);
      }
      if (inBlock.length > 0) names = inBlock;
    }
    return names.map((name) => makeProperty(source, statements.get(name) ?? [], self));
  }

  /** Variant sets that the metadata names come first, then those that only have a block. */
  private makeVariantSets(): readonly VariantSetSpec[] {
    const { source, self } = this;
    const { words } = source.tape;
    let blocks: Map<number, number[]> | undefined;
    for (const record of this.records) {
      const end = words[record + NEXT];
      for (let at = record + OWNER_SIZE; at < end; at = after(words, at)) {
        if ((words[at + TAG] & KIND_MASK) !== RecordKind.variantSet) continue;
        addTo((blocks ??= new Map<number, number[]>()), words[at + NAME], at);
      }
    }
    const declared = declaredSets(source, this.records, this.specKind, this);
    if (blocks === undefined && declared.length === 0) return NO_SETS;
    const byName = new Map<string, number[]>();
    for (const name of declared) byName.set(name, []);
    for (const [id, records] of blocks ?? []) {
      const name = source.names.text(id);
      // As in the reference, a variant without a name removes its set.
      if (records.some((record) => hasUnnamedVariant(source, record))) byName.delete(name);
      else byName.set(name, records);
    }
    return [...byName].map(([name, records]) => new VariantSetView(source, records, name, self));
  }
}

/** Walks up to an owner whose path is known, then down again, without recursion. */
function makePath(view: OwnerView): string {
  const names: string[] = [];
  let owner = view;
  while (owner.knownPath === undefined) {
    names.push(owner.name);
    owner = (owner as PrimView).parent as OwnerView & PrimView["parent"];
  }
  let path = owner.knownPath;
  let separator = path === "/" || owner.specType === "variant" ? "" : "/";
  for (let i = names.length - 1; i >= 0; i--) {
    path += separator + names[i];
    // After an error a prim may have no name: its path is then that of the layer.
    separator = path === "/" ? "" : "/";
  }
  return path;
}

class RootView extends OwnerView implements PseudoRootSpec {
  readonly specType = "pseudoRoot";
  protected readonly specKind = "layer";

  forPassing(): PseudoRootSpec {
    return this.hasContents ? this : new RootView(this.source, this.records, this.path);
  }
}

class PrimView extends OwnerView implements PrimSpec {
  readonly specType = "prim";
  readonly parent: PrimSpec["parent"];
  protected readonly specKind = "prim";

  constructor(source: ViewSource, records: readonly number[], parent: PrimSpec["parent"]) {
    super(source, records, undefined);
    this.parent = parent;
  }

  get specifier(): Specifier {
    return SPECIFIERS[(this.source.tape.words[this.records[0] + TAG] >>> SPECIFIER_SHIFT) & 3];
  }

  get typeName(): string {
    // `typeName = "Mesh"` in the metadata replaces the statement's type.
    const authored = hasEntry(this.source, this.records, "typeName") ? this.fields.get("typeName")?.value : undefined;
    if (authored?.kind === "typed" && typeof authored.data === "string") return authored.data;
    const type = this.source.tape.words[this.records[0] + TYPE];
    return type === 0 ? "" : this.source.names.text(type);
  }
}

class VariantSetView implements VariantSetSpec {
  readonly specType = "variantSet";
  readonly name: string;
  readonly parent: VariantSetSpec["parent"];
  readonly fields: ReadonlyMap<string, Field> = new Map();
  private readonly source: ViewSource;
  private readonly records: readonly number[];
  private madeVariants: readonly VariantSpec[] | undefined;

  constructor(source: ViewSource, records: readonly number[], name: string, parent: VariantSetSpec["parent"]) {
    this.source = source;
    this.records = records;
    this.name = name;
    this.parent = parent;
  }

  get path(): string {
    return `${this.parent.path}{${this.name}=}`;
  }

  get range(): ByteRange | undefined {
    const { words } = this.source.tape;
    const record = this.records.at(-1);
    return record === undefined ? undefined : { start: words[record + START], end: words[record + END] };
  }

  get nameRange(): ByteRange | undefined {
    const record = this.records.at(-1);
    return record === undefined ? undefined : nameRangeOf(this.source, record);
  }

  /** The variants of the last block of this set: as in the reference, it replaces earlier blocks. */
  get variants(): readonly VariantSpec[] {
    this.madeVariants ??= this.makeVariants();
    return this.madeVariants;
  }

  private makeVariants(): readonly VariantSpec[] {
    const { words } = this.source.tape;
    const last = this.records.at(-1);
    if (last === undefined) return [];
    const blocks = new Map<number, number[]>();
    for (const set of this.records) {
      const end = words[set + NEXT];
      for (let at = set + OWNER_SIZE; at < end; at = after(words, at)) {
        if ((words[at + TAG] & KIND_MASK) === RecordKind.variant) addTo(blocks, words[at + IDENTITY], at);
      }
    }
    const made = new Map<number, VariantSpec>();
    const variants: VariantSpec[] = [];
    const end = words[last + NEXT];
    for (let at = last + OWNER_SIZE; at < end; at = after(words, at)) {
      if ((words[at + TAG] & KIND_MASK) !== RecordKind.variant) continue;
      const identity = words[at + IDENTITY];
      let variant = made.get(identity);
      if (variant === undefined) {
        const path = `${this.parent.path}{${this.name}=${this.source.names.text(words[at + NAME])}}`;
        variant = new VariantView(this.source, blocks.get(identity) ?? [at], path, this);
        made.set(identity, variant);
      }
      variants.push(variant);
    }
    return variants;
  }
}

class VariantView extends OwnerView implements VariantSpec {
  readonly specType = "variant";
  readonly parent: VariantSetSpec;
  protected readonly specKind = "variant";

  constructor(source: ViewSource, records: readonly number[], path: string, parent: VariantSetSpec) {
    super(source, records, path);
    this.parent = parent;
  }
}
