/** Stitches layers to one: each statement of the strongest layer that has it (`UsdUtilsStitchLayers`). */
import type { AttributeSpec, Field, Layer, PrimSpec, PropertySpec, Specifier, TimeSamples, Value } from "@usdkit/layer";
import { newField } from "../flatten/new-field.ts";
import { PathTable } from "../paths/path-table.ts";
import { LayerRegistry } from "../resolve/layer-registry.ts";
import { memoryResolver } from "../resolve/path-resolver.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";
import { numberOf } from "../values/plain-numbers.ts";
import { composeFields, composePaths } from "./compose-fields.ts";
import type { LayerMapping, LayerSpec } from "./layer-site.ts";
import {
  addAttribute,
  addPrim,
  addRelationship,
  addVariant,
  addVariantSet,
  newRoot,
  type NewPrim,
  type NewRoot,
  type NewVariant,
} from "./new-specs.ts";

const noOffset = { offset: 0, scale: 1 };
/** Paths stay as they are authored: the result is meant for the folder of the layers. */
const mapping: LayerMapping = { timeCodesPerSecond: undefined, asset: (authored) => authored };

/** How layers are stitched. */
export interface StitchOptions {
  /** Whether time samples and splines are left out: what is left is the topology of value clips. Default: no. */
  readonly withoutAnimation?: boolean | undefined;
}

/** Specs of one path, strongest first, and what they become. */
interface Stitch {
  readonly specs: readonly LayerSpec<SiteSpec>[];
  readonly into: NewRoot | NewPrim | NewVariant;
}

/**
 * Stitches layers, the strongest first: prims, properties and metadata of all of them. Where several have a value, that of the
 * strongest stays; list operations and dictionaries are composed, time samples are joined, and the range of times covers all of them.
 * Sublayers and relocates are those of the strongest layer that has any.
 *
 * ```ts
 * const { layer } = parseUsda(printUsda(stitchLayers([animation, model])));
 * ```
 */
export function stitchLayers(layers: readonly Layer[], options: StitchOptions = {}): Layer {
  const animationOf = options.withoutAnimation === true ? noAnimation : joinAnimation;
  const registry = new LayerRegistry(memoryResolver(new Map()), new PathTable());
  const added: readonly StageLayer[] = layers.map((layer, i) => registry.add(`anon:${i}`, layer));
  const roots = added.map((stageLayer) => ({ layer: stageLayer, offset: noOffset, spec: stageLayer.layer.root }));
  const root = newRoot(rootFields(roots));
  const waiting: Stitch[] = [{ specs: roots, into: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { specs, into } = next;
    for (const [name, children] of byName(specs, (spec) => spec.children)) {
      waiting.push({ specs: children, into: addPrim(into, { name, ...declarationOf(children) }) });
    }
    if (into.specType === "pseudoRoot") continue;
    for (const properties of byName(specs, (spec) => spec.properties).values())
      addProperty(into, properties, animationOf);
    for (const [name, sets] of byName(specs, (spec) => spec.variantSets)) {
      const set = addVariantSet(into, name);
      for (const [variant, found] of byName(sets, (each) => each.variants)) {
        waiting.push({ specs: found, into: addVariant(set, variant, composeFields(mapping, "variant", found)) });
      }
    }
  }
  return { root, version: "1.0", comments: [] };
}

/** Returns what specs have, by name: in the order of the strongest, then what is only in weaker ones. */
function byName<Spec, Member extends { readonly name: string }>(
  specs: readonly LayerSpec<Spec>[],
  membersOf: (spec: Spec) => readonly Member[],
): ReadonlyMap<string, readonly LayerSpec<Member>[]> {
  const found = new Map<string, LayerSpec<Member>[]>();
  for (const { spec, ...site } of specs) {
    for (const member of membersOf(spec)) {
      const known = found.get(member.name);
      if (known === undefined) found.set(member.name, [{ ...site, spec: member }]);
      else known.push({ ...site, spec: member });
    }
  }
  return found;
}

function rootFields(roots: readonly LayerSpec<Layer["root"]>[]): ReadonlyMap<string, Field> {
  const fields = composeFields(mapping, "layer", roots);
  // Whole lists of the strongest layer that has any.
  for (const name of ["subLayers", "subLayerOffsets", "layerRelocates"]) {
    const owner = name === "subLayerOffsets" ? "subLayers" : name;
    const field = roots.find(({ spec }) => spec.fields.has(owner))?.spec.fields.get(name);
    if (field !== undefined) fields.set(name, newField(name, field.value));
  }
  widen(fields, roots, "startTimeCode", Math.min);
  widen(fields, roots, "endTimeCode", Math.max);
  return fields;
}

function widen(
  fields: Map<string, Field>,
  roots: readonly LayerSpec<Layer["root"]>[],
  name: string,
  choose: (...times: number[]) => number,
): void {
  const times = roots.map(({ spec }) => numberOf(spec.fields.get(name)?.value)).filter((time) => time !== undefined);
  const value = fields.get(name)?.value;
  if (times.length === 0 || value?.kind !== "typed") return;
  fields.set(name, newField(name, { ...value, data: choose(...times), range: undefined }));
}

function declarationOf(specs: readonly LayerSpec<PrimSpec>[]): Omit<Parameters<typeof addPrim>[1], "name"> {
  const specifiers: readonly Specifier[] = specs.map(({ spec }) => spec.specifier);
  return {
    // As in the reference, a weaker layer that defines or declares a class decides.
    specifier: specifiers.findLast((each) => each !== "over") ?? "over",
    typeName: specs.find(({ spec }) => spec.typeName !== "")?.spec.typeName ?? "",
    fields: composeFields(mapping, "prim", specs),
  };
}

type Animation = Pick<AttributeSpec, "timeSamples" | "spline">;

function noAnimation(): Animation {
  return { timeSamples: undefined, spline: undefined };
}

function joinAnimation(attributes: readonly AttributeSpec[]): Animation {
  return {
    timeSamples: joinSamples(attributes),
    spline: attributes.find(({ spline }) => spline !== undefined)?.spline,
  };
}

/** Properties of another kind than the strongest have no effect. */
function addProperty(
  into: NewPrim | NewVariant,
  specs: readonly LayerSpec<PropertySpec>[],
  animationOf: (attributes: readonly AttributeSpec[]) => Animation,
): void {
  const [{ spec: first }] = specs;
  if (first.specType === "relationship") {
    const found = specs.flatMap(({ spec, ...site }) => (spec.specType === "relationship" ? [{ ...site, spec }] : []));
    addRelationship(into, {
      name: first.name,
      variability: first.variability,
      custom: first.custom,
      fields: composeFields(mapping, "relationship", found),
      targetPaths: composePaths(found.map(({ spec }) => spec.targetPaths)),
    });
    return;
  }
  const found = specs.flatMap(({ spec, ...site }) => (spec.specType === "attribute" ? [{ ...site, spec }] : []));
  const attributes = found.map(({ spec }) => spec);
  const { name, typeName, valueType, isArray, variability, custom } = first;
  addAttribute(into, {
    name,
    typeName,
    valueType,
    isArray,
    variability,
    custom,
    defaultValue: attributes.find(({ defaultValue }) => defaultValue !== undefined)?.defaultValue,
    ...animationOf(attributes),
    fields: composeFields(mapping, "attribute", found),
    connectionPaths: composePaths(attributes.map(({ connectionPaths }) => connectionPaths)),
  });
}

/** Returns the samples of all specs; where several have a time, that of the strongest. */
function joinSamples(attributes: readonly AttributeSpec[]): TimeSamples | undefined {
  const sampled = attributes.flatMap(({ timeSamples }) => (timeSamples === undefined ? [] : [timeSamples]));
  if (sampled.length < 2) return sampled[0];
  const values = new Map<number, () => Value>();
  for (const samples of sampled) {
    samples.times.forEach((time, i) => {
      if (!values.has(time)) values.set(time, () => samples.value(i));
    });
  }
  const times = Float64Array.from(values.keys()).sort();
  return { times, value: (index) => valueAt(values, times[index]) };
}

function valueAt(values: ReadonlyMap<number, () => Value>, time: number): Value {
  const read = values.get(time);
  if (read === undefined) throw new RangeError(`There is no sample at ${time}`);
  return read();
}
