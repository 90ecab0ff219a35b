/** Flattens a layer stack to one layer, which keeps the arcs and variants. */
import { stripVariantSelections } from "@usdkit/layer";
import type { AttributeSpec, Field, Layer, PrimSpec, PropertySpec, RelationshipSpec, Specifier } from "@usdkit/layer";
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
import type { ComposedStage } from "../index/composed-stage.ts";
import { addNames } from "../layer-stack/compose-site.ts";
import { specsAt } from "../layer-stack/layer-stack.ts";
import type { StackedSpec } from "../layer-stack/stacked-spec.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";
import type { ValueMapping } from "../metadata/stage-value.ts";
import { composeAttribute } from "./compose-attribute.ts";
import { composeFields, composePaths } from "./compose-fields.ts";
import { anchoredAssets, type LayerMapping, type LayerSpec } from "./layer-site.ts";

/** The layer stack of a stage. */
export interface StackSource extends ComposedStage {
  readonly session: StageLayer | undefined;
  /** Returns an asset path of a layer as a path that leads to the same file from anywhere. */
  readonly anchor: (assetPath: string, layer: StageLayer) => string;
}

/** A path whose specs are to be merged into one. */
interface Merge {
  readonly path: PathId;
  readonly into: NewRoot | NewPrim | NewVariant;
}

/**
 * Returns the layer that composes to the same stage as the layer stack of its root layer: session layer, root layer and sublayers
 * merged, with arcs and variants as they are (`UsdUtilsFlattenLayerStack`).
 */
export function flattenLayerStack(source: StackSource): Layer {
  const { paths, layerStack: stack } = source;
  const { variables, timeCodesPerSecond } = stack;
  const mapping: LayerMapping = { timeCodesPerSecond, asset: anchoredAssets(variables, source.anchor) };
  const root = newRoot(rootFields(source, mapping));
  const waiting: Merge[] = [{ path: ROOT_PATH, into: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, into } = next;
    for (const name of namesOf(source, path, "children")) {
      const child = paths.child(path, name);
      waiting.push({ path: child, into: addPrim(into, { name, ...declarationOf(mapping, specsAt(stack, child)) }) });
    }
    if (into.specType === "pseudoRoot") continue;
    const specs = specsAt(stack, path);
    for (const name of namesOf(source, path, "properties"))
      addProperty(source, mapping, into, propertiesOf(specs, name));
    for (const name of new Set(weakToStrong(specs, ({ variantSets }) => variantSets))) {
      const set = addVariantSet(into, name);
      const variants = ({ variantSets }: SiteSpec): readonly { readonly name: string }[] =>
        variantSets.find((each) => each.name === name)?.variants ?? [];
      for (const variant of new Set(weakToStrong(specs, variants))) {
        const variantPath = paths.variant(path, name, variant);
        const fields = composeFields(mapping, "variant", specsAt(stack, variantPath));
        waiting.push({ path: variantPath, into: addVariant(set, variant, fields) });
      }
    }
  }
  return { root, version: "1.0", comments: [] };
}

/** Fields of sublayers that have an effect on the stage: relocations, and the order of root prims. */
const ofAllLayers: readonly string[] = ["layerRelocates", "primOrder"];

/** Returns the metadata of the stage: that of the session layer and the root layer. The reference has that of sublayers too. */
function rootFields({ layerStack: stack, session }: StackSource, mapping: LayerMapping): ReadonlyMap<string, Field> {
  const specs = specsAt(stack, ROOT_PATH);
  const ofStage = specs.filter(({ layer }) => layer === stack.rootLayer || layer === session);
  const fields = composeFields(mapping, "layer", ofStage);
  const shared = composeFields(mapping, "layer", specs);
  for (const name of ofAllLayers) {
    const field = shared.get(name);
    if (field !== undefined) fields.set(name, field);
  }
  return fields;
}

function namesOf({ layerStack }: StackSource, path: PathId, kind: "children" | "properties"): ReadonlySet<string> {
  const names = new Set<string>();
  addNames(layerStack, path, kind, names);
  return names;
}

function weakToStrong(
  specs: readonly StackedSpec[],
  membersOf: (spec: SiteSpec) => readonly { readonly name: string }[],
): readonly string[] {
  return specs.toReversed().flatMap(({ spec }) => membersOf(spec).map(({ name }) => name));
}

function declarationOf(
  mapping: LayerMapping,
  specs: readonly StackedSpec[],
): Omit<Parameters<typeof addPrim>[1], "name"> {
  const prims = specs.map(({ spec }) => spec).filter((spec): spec is PrimSpec => spec.specType === "prim");
  const specifiers: readonly Specifier[] = prims.map(({ specifier }) => specifier);
  return {
    specifier: specifiers.find((each) => each !== "over") ?? "over",
    typeName: prims.find(({ typeName }) => typeName !== "")?.typeName ?? "",
    fields: composeFields(mapping, "prim", specs),
  };
}

function propertiesOf(specs: readonly StackedSpec[], name: string): readonly LayerSpec<PropertySpec>[] {
  return specs.flatMap(({ layer, offset, spec: owner }) => {
    const spec = owner.properties.find((each) => each.name === name);
    return spec === undefined ? [] : [{ layer, offset, spec }];
  });
}

/** Adds what specs of one property compose to; those of another kind than the strongest have no effect. */
function addProperty(
  source: StackSource,
  mapping: LayerMapping,
  into: NewPrim | NewVariant,
  specs: readonly LayerSpec<PropertySpec>[],
): void {
  if (specs[0].spec.specType === "attribute") addComposedAttribute(source, mapping, into, specs.filter(isAttribute));
  else addComposedRelationship(mapping, into, specs.filter(isRelationship));
}

function isAttribute(site: LayerSpec<PropertySpec>): site is LayerSpec<AttributeSpec> {
  return site.spec.specType === "attribute";
}

function isRelationship(site: LayerSpec<PropertySpec>): site is LayerSpec<RelationshipSpec> {
  return site.spec.specType === "relationship";
}

function addComposedAttribute(
  source: StackSource,
  mapping: LayerMapping,
  into: NewPrim | NewVariant,
  specs: readonly LayerSpec<AttributeSpec>[],
): void {
  const graph = source.index(ROOT_PATH)?.graph;
  const weakest = specs.at(-1)?.spec;
  if (graph === undefined || weakest === undefined) return;
  const { name, typeName, valueType, isArray } = (specs.find(({ spec }) => spec.typeName !== "") ?? specs[0]).spec;
  const valueMapping: ValueMapping = {
    assetPath: mapping.asset,
    // An expression that was relative below a variant has its selections, which a text cannot have.
    expressionPath: stripVariantSelections,
  };
  const opinions = specs.map((site) => ({ ...site, node: 0, owner: site.spec.parent }));
  // The weakest spec decides about these two, as on a stage; the reference takes the strongest.
  const { variability, custom } = weakest;
  const type = { name, typeName, valueType, isArray, variability, custom };
  const clips = { paths: source.paths, open: (path: string, from: StageLayer) => source.findLayer(path, from) };
  const sources = { fallback: undefined, opinions, sources: opinions, graph, clips, mapping: valueMapping };
  addAttribute(into, {
    ...type,
    ...composeAttribute({ ...type, ...sources }),
    fields: composeFields(mapping, "attribute", specs),
    connectionPaths: composePaths(specs.map(({ spec }) => spec.connectionPaths)),
  });
}

function addComposedRelationship(
  mapping: LayerMapping,
  into: NewPrim | NewVariant,
  specs: readonly LayerSpec<RelationshipSpec>[],
): void {
  const [{ spec }] = specs;
  addRelationship(into, {
    name: spec.name,
    variability: spec.variability,
    custom: specs.at(-1)?.spec.custom === true,
    fields: composeFields(mapping, "relationship", specs),
    targetPaths: composePaths(specs.map((each) => each.spec.targetPaths)),
  });
}
