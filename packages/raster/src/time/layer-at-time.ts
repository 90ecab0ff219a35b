import {
  splineValue,
  typedNumber,
  valueAtTime,
  type AttributeSpec,
  type Comment,
  type Field,
  type Layer,
  type PrimSpec,
  type PropertySpec,
  type PseudoRootSpec,
  type Specifier,
  type Value,
  type VariantSetSpec,
  type VariantSpec,
} from "@usdkit/layer";
import { bakeTransforms } from "./bake-transforms.ts";

/**
 * Returns a view of a layer in which the default value of each attribute with time samples or a spline is its value at a time:
 * whatever reads defaults reads that time. Transformations are as USD evaluates them: where `xformOpOrder` lists other ops than
 * `xformOp:transform`, that attribute is the product of all of them. Prims are made on first access. Variants, which no scene is
 * drawn from, stay as they are.
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
    if (this.#properties !== undefined) return this.#properties;
    const properties = this.#source.properties.map((property) => propertyAt(property, this, this.#time));
    return (this.#properties = bakeTransforms(this, properties));
  }
}

/** Only an attribute with samples or a spline is another than before; samples are stronger, and an empty spline is nothing. */
function propertyAt(property: PropertySpec, parent: PrimSpec, time: number): PropertySpec {
  if (property.specType !== "attribute") return property;
  const { timeSamples, spline } = property;
  const value = valueOf(property, time);
  if (value === "default") return property;
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
    defaultValue: value,
    timeSamples,
    spline,
  } satisfies AttributeSpec;
}

function valueOf({ timeSamples, spline }: AttributeSpec, time: number): Value | undefined | "default" {
  if (timeSamples !== undefined && timeSamples.times.length > 0) return valueAtTime(timeSamples, time);
  if (spline === undefined || spline.knots.length === 0) return "default";
  const number = splineValue(spline, time);
  return number === undefined ? undefined : typedNumber(spline.valueType, number);
}
