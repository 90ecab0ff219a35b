/** Composed prims and their properties as rows of plain data. */
import { dumpValue, type Value } from "@usdkit/layer";
import { summarizePrim } from "../index/prim-summary.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { splitPropertyPath } from "../values/property-path.ts";
import { schemaPropertyNames } from "../values/schema-properties.ts";
import type { StageValues } from "../values/stage-values.ts";
import { hasPrim } from "./compose-prims.ts";
import type { NamedStage } from "./named-stage.ts";
import { composedVariantSets, type ComposedVariantSet } from "./variant-sets.ts";

/** A composed prim without its properties. */
export interface PrimHead {
  readonly path: string;
  /** "" without a type. */
  readonly type: string;
  readonly specifier: string;
  /** "" without a kind. */
  readonly kind: string;
  readonly isActive: boolean;
  readonly isInstance: boolean;
  readonly apiSchemas: readonly string[];
  readonly variantSets: readonly ComposedVariantSet[];
  readonly children: readonly string[];
}

/** A composed property. */
export interface PropertyRow {
  readonly name: string;
  /** Name of the value type, `rel` for a relationship. */
  readonly type: string;
  /** Undefined for a relationship, and for an attribute without a value. */
  readonly value: Value | undefined;
  /** Where the value is from: `default`, `timeSamples`, `fallback` and so on; `targets` for a relationship. */
  readonly source: string;
  /** The layer of the deciding opinion; undefined without one. */
  readonly layer: string | undefined;
  /** Number of time samples. */
  readonly samples: number;
  /** Targets of a relationship, or connections of an attribute. */
  readonly targets: readonly string[];
}

/** Which properties of a prim are read. */
export interface PropertyRequest {
  readonly time: StageTime;
  /** Whether properties of its schemas that no layer authors are included. Default: false. */
  readonly all?: boolean | undefined;
}

/** Returns a prim without its properties; undefined if the stage has none at the path. */
export function primHead({ stage }: NamedStage, values: StageValues, path: string): PrimHead | undefined {
  const index = stage.primIndex(path);
  if (index === undefined || !hasPrim(stage, path)) return undefined;
  const { typeName, specifier, kind, isActive, isInstance, hasVariantSets } = summarizePrim(index);
  return {
    path,
    type: typeName,
    specifier,
    kind,
    isActive,
    isInstance,
    apiSchemas: values.schemas(path).apiSchemas,
    variantSets: hasVariantSets ? composedVariantSets(index) : [],
    children: stage.childNames(path).names,
  };
}

/** Yields the properties of a prim, by name. */
export function* propertyRows(
  opened: NamedStage,
  values: StageValues,
  prim: string,
  { time, all = false }: PropertyRequest,
): Generator<PropertyRow> {
  const names = new Set(opened.stage.properties(prim));
  if (all) for (const name of schemaPropertyNames(values.schemas(prim))) names.add(name);
  for (const name of [...names].sort()) {
    const row = propertyRow(opened, values, `${prim}.${name}`, time);
    if (row !== undefined) yield row;
  }
}

/** Returns a property; undefined if neither a layer nor a schema has it. */
export function propertyRow(
  { stage, name: nameOf }: NamedStage,
  values: StageValues,
  path: string,
  time: StageTime,
): PropertyRow | undefined {
  const { prim, property: name } = splitPropertyPath(path);
  const { targets } = stage.targets(prim, name);
  const attribute = values.attribute(path);
  if (attribute === undefined) {
    const [first] = stage.propertyStack(prim, name).stack;
    if (first === undefined) return undefined;
    const layer = nameOf(first.layer.identifier);
    return { name, type: "rel", value: undefined, source: "targets", layer, samples: 0, targets };
  }
  const { value, source } = values.value(attribute, time);
  const layer = source.opinion?.layer ?? source.clip?.layer;
  return {
    name,
    type: attribute.typeName,
    value,
    source: source.kind,
    layer: layer && nameOf(layer.identifier),
    samples: values.sampleTimes(path).length,
    targets,
  };
}

/** Returns the value of a property as JSON, as a dump has it; `null` without one. */
export function propertyJson({ value }: PropertyRow): string {
  return value === undefined ? "null" : dumpValue(value);
}
