/** The pseudo-root, prims, variant sets and variants of a crate: specs that read the tables of the crate on access. */
import type {
  Field,
  PrimLike,
  PrimSpec,
  PropertySpec,
  PseudoRootSpec,
  Spec,
  Specifier,
  VariantSetSpec,
  VariantSpec,
} from "@usdkit/layer";
import { CrateType } from "../values/crate-type.ts";
import type { CrateModel } from "./crate-model.ts";
import { readFields, readVariantFields } from "./field-values.ts";
import { KnownField, SpecNumber } from "./known-fields.ts";
import { makeProperty, makePropertyInstances } from "./property-views.ts";

const noFields: ReadonlyMap<string, Field> = new Map();
const noPrims: readonly PrimSpec[] = [];
const noProperties: readonly PropertySpec[] = [];
const noSets: readonly VariantSetSpec[] = [];
const specifiers: readonly Specifier[] = ["def", "over", "class"];

/** Returns the pseudo-root of an opened crate. */
export function makeRoot(model: CrateModel): PseudoRootSpec {
  return new RootView(model, model.root);
}

/** Returns an instance of each view of a crate; its structure may be empty. */
export function makeViewInstances(model: CrateModel): readonly object[] {
  const root = new RootView(model, -1);
  const prim = new PrimView(model, 0, root);
  const set = new VariantSetView(model, 0, "", prim);
  return [root, prim, set, new VariantView(model, 0, "", set), ...makePropertyInstances(model, prim)];
}

/** Returns the offset of a spec in the bytes of its crate (see `CrateModel.offset`); undefined for specs of other layers. */
export function specOffset(spec: Spec): number | undefined {
  return "crateOffset" in spec && typeof spec.crateOffset === "number" ? spec.crateOffset : undefined;
}

abstract class OwnerView implements PrimLike {
  abstract readonly specType: "pseudoRoot" | "prim" | "variant";
  protected readonly model: CrateModel;
  /** Index of the spec in the tables, -1 if there is none. */
  readonly spec: number;
  private madeChildren: readonly PrimSpec[] | undefined;
  private madeProperties: readonly PropertySpec[] | undefined;
  private madeSets: readonly VariantSetSpec[] | undefined;

  constructor(model: CrateModel, spec: number) {
    this.model = model;
    this.spec = spec;
  }

  abstract readonly name: string;

  /** See {@link specOffset}. */
  get crateOffset(): number | undefined {
    return this.spec < 0 ? undefined : this.model.offset(this.spec);
  }

  protected get pathIndex(): number {
    return this.model.structure.specPaths[this.spec];
  }

  get path(): string {
    return this.spec < 0 ? "/" : this.model.structure.paths.text(this.pathIndex);
  }

  get fields(): ReadonlyMap<string, Field> {
    return this.spec < 0 ? noFields : readFields(this.model, this.spec);
  }

  get children(): readonly PrimSpec[] {
    return (this.madeChildren ??= this.readChildren());
  }

  get properties(): readonly PropertySpec[] {
    return (this.madeProperties ??= this.readProperties());
  }

  get variantSets(): readonly VariantSetSpec[] {
    return (this.madeSets ??= this.readVariantSets());
  }

  private get asParent(): PrimSpec & VariantSpec {
    return this as unknown as PrimSpec & VariantSpec;
  }

  private readChildren(): readonly PrimSpec[] {
    const { model, spec, asParent } = this;
    const { specs, starts, middles } = model.children;
    if (spec < 0 || starts[spec] === middles[spec]) return noPrims;
    const { specTypes } = model.structure;
    const children = new Array<PrimSpec>(middles[spec] - starts[spec]);
    let count = 0;
    for (let at = starts[spec]; at < middles[spec]; at++) {
      const child = specs[at];
      if (specTypes[child] === SpecNumber.prim) children[count++] = new PrimView(model, child, asParent);
    }
    children.length = count;
    return children;
  }

  private readProperties(): readonly PropertySpec[] {
    const { model, spec, asParent } = this;
    const { specs, middles, ends } = model.children;
    if (spec < 0 || middles[spec] === ends[spec]) return noProperties;
    const properties = new Array<PropertySpec>(ends[spec] - middles[spec]);
    let count = 0;
    for (let at = middles[spec]; at < ends[spec]; at++) {
      const property = makeProperty(model, specs[at], asParent);
      if (property !== undefined) properties[count++] = property;
    }
    properties.length = count;
    return properties;
  }

  private readVariantSets(): readonly VariantSetSpec[] {
    const field = this.spec < 0 ? -1 : this.model.find(this.spec, KnownField.variantSetChildren);
    if (field < 0) return noSets;
    const { model } = this;
    const sets: VariantSetSpec[] = [];
    for (const name of model.tokenNames(field)) {
      const spec = model.variants.find(this.pathIndex, `{${name}=}`);
      if (spec >= 0) sets.push(new VariantSetView(model, spec, name, this.asParent));
    }
    return sets;
  }
}

class RootView extends OwnerView implements PseudoRootSpec {
  readonly name = "";

  get specType(): "pseudoRoot" {
    return "pseudoRoot";
  }
}

class PrimView extends OwnerView implements PrimSpec {
  readonly parent: PrimSpec["parent"];

  constructor(model: CrateModel, spec: number, parent: PrimSpec["parent"]) {
    super(model, spec);
    this.parent = parent;
  }

  get specType(): "prim" {
    return "prim";
  }

  get name(): string {
    return this.model.structure.paths.element(this.pathIndex);
  }

  get specifier(): Specifier {
    const index = this.model.inlined(this.spec, KnownField.specifier, CrateType.specifier);
    return index >= 0 && index < specifiers.length ? specifiers[index] : "over";
  }

  get typeName(): string {
    return this.model.token(this.spec, KnownField.typeName);
  }
}

class VariantView extends OwnerView implements VariantSpec {
  readonly name: string;
  readonly parent: VariantSetSpec;
  private madeFields: ReadonlyMap<string, Field> | undefined;

  constructor(model: CrateModel, spec: number, name: string, parent: VariantSetSpec) {
    super(model, spec);
    this.name = name;
    this.parent = parent;
  }

  get specType(): "variant" {
    return "variant";
  }

  override get fields(): ReadonlyMap<string, Field> {
    return (this.madeFields ??= readVariantFields(this.model, this.spec));
  }
}

class VariantSetView implements VariantSetSpec {
  readonly specType = "variantSet";
  readonly name: string;
  readonly parent: VariantSetSpec["parent"];
  readonly fields: ReadonlyMap<string, Field> = noFields;
  /** Index of the spec in the tables. */
  readonly spec: number;
  private readonly model: CrateModel;
  private madeVariants: readonly VariantSpec[] | undefined;

  constructor(model: CrateModel, spec: number, name: string, parent: VariantSetSpec["parent"]) {
    this.model = model;
    this.spec = spec;
    this.name = name;
    this.parent = parent;
  }

  /** See {@link specOffset}. */
  get crateOffset(): number {
    return this.model.offset(this.spec);
  }

  get path(): string {
    return `${this.parent.path}{${this.name}=}`;
  }

  get variants(): readonly VariantSpec[] {
    return (this.madeVariants ??= this.readVariants());
  }

  private readVariants(): readonly VariantSpec[] {
    const { model, spec, name } = this;
    const field = model.find(spec, KnownField.variantChildren);
    if (field < 0) return [];
    const { paths, specPaths } = model.structure;
    const owner = paths.parents[specPaths[spec]];
    const variants: VariantSpec[] = [];
    for (const variant of model.tokenNames(field)) {
      const found = model.variants.find(owner, `{${name}=${variant}}`);
      if (found >= 0 && found !== spec) variants.push(new VariantView(model, found, variant, this));
    }
    return variants;
  }
}
