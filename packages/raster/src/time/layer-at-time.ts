import type {
  AttributeSpec,
  Comment,
  Field,
  Layer,
  PrimSpec,
  PropertySpec,
  PseudoRootSpec,
  Specifier,
  VariantSetSpec,
  VariantSpec,
} from "@usdkit/layer";
import { valueAtTime } from "./interpolate.ts";

/**
 * Returns a view of a layer in which the default value of each attribute with time samples is its value at a time: whatever reads
 * defaults reads that time. Prims are made on first access. Variants, which no scene is drawn from, stay as they are.
 */
export function layerAtTime(layer: Layer, time: number): Layer {
  const { version, source } = layer;
  return {
    root: new RootView(layer.root, time),
    version,
    source,
    get comments(): readonly Comment[] {
      return layer.comments;
    },
  };
}

class RootView implements PseudoRootSpec {
  readonly specType = "pseudoRoot";
  readonly path: string;
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly properties: readonly PropertySpec[] = [];
  readonly variantSets: readonly VariantSetSpec[];
  readonly #source: PseudoRootSpec;
  readonly #time: number;
  #children: readonly PrimSpec[] | undefined;

  constructor(source: PseudoRootSpec, time: number) {
    this.path = source.path;
    this.name = source.name;
    this.fields = source.fields;
    this.variantSets = source.variantSets;
    this.#source = source;
    this.#time = time;
  }

  get children(): readonly PrimSpec[] {
    return (this.#children ??= this.#source.children.map((child) => new PrimView(child, this, this.#time)));
  }
}

class PrimView implements PrimSpec {
  readonly specType = "prim";
  readonly parent: PseudoRootSpec | PrimSpec | VariantSpec;
  readonly #source: PrimSpec;
  readonly #time: number;
  #children: readonly PrimSpec[] | undefined;
  #properties: readonly PropertySpec[] | undefined;

  constructor(source: PrimSpec, parent: PseudoRootSpec | PrimSpec, time: number) {
    this.parent = parent;
    this.#source = source;
    this.#time = time;
  }

  get path(): string {
    return this.#source.path;
  }

  get name(): string {
    return this.#source.name;
  }

  get specifier(): Specifier {
    return this.#source.specifier;
  }

  get typeName(): string {
    return this.#source.typeName;
  }

  get fields(): ReadonlyMap<string, Field> {
    return this.#source.fields;
  }

  get variantSets(): readonly VariantSetSpec[] {
    return this.#source.variantSets;
  }

  get children(): readonly PrimSpec[] {
    return (this.#children ??= this.#source.children.map((child) => new PrimView(child, this, this.#time)));
  }

  get properties(): readonly PropertySpec[] {
    return (this.#properties ??= this.#source.properties.map((property) => propertyAt(property, this, this.#time)));
  }
}

/** Only an attribute with samples is another than before. */
function propertyAt(property: PropertySpec, parent: PrimSpec, time: number): PropertySpec {
  if (property.specType !== "attribute") return property;
  const { timeSamples } = property;
  if (timeSamples === undefined || timeSamples.times.length === 0) return property;
  const { path, name, typeName, valueType, isArray, custom, variability, statements, connectionPaths } = property;
  return {
    specType: "attribute",
    path,
    name,
    typeName,
    valueType,
    isArray,
    custom,
    variability,
    statements,
    connectionPaths,
    fields: property.fields,
    parent,
    defaultValue: valueAtTime(timeSamples, time),
    timeSamples,
    spline: undefined,
  } satisfies AttributeSpec;
}
