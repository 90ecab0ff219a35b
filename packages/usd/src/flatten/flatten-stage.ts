/** Flattens a stage to one layer without arcs. */
import type { Field, FieldValue, Layer } from "@usdkit/layer";
import { compareAsDictionary } from "@usdkit/usda";
import { composedSpecifier, composedType, isActive } from "../index/prim-fields.ts";
import { primStack, type IndexedProperty, type PrimIndex } from "../index/prim-index.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { noOffset } from "../paths/layer-offset.ts";
import { composeMetadata, type FieldOpinions } from "./compose-metadata.ts";
import { definitionOf } from "./definition.ts";
import { flattenProperty, orderedNames } from "./flatten-property.ts";
import type { FlattenSource } from "./flatten-source.ts";
import { flattenedPrototypes, type FlattenedPrototypes } from "./flattened-prototypes.ts";
import { keptPayloads } from "./kept-payloads.ts";
import { addPrim, newField, newRoot, type NewPrim, type NewRoot } from "./new-specs.ts";
import { contextOf } from "./resolved-value.ts";

/** A prim that is to be copied, and the spec to which it is added. */
interface Copy {
  readonly path: PathId;
  readonly parent: NewRoot | NewPrim;
  readonly mapTarget: (path: string) => string;
}

/**
 * Returns the layer that the composed stage is, as `UsdStage::Flatten` makes it: values resolved, time samples in the times of the
 * stage, targets mapped, asset paths anchored, no arcs, no variants. Prims below instances are copied once, to prims named
 * `Flattened_Prototype_1`, `Flattened_Prototype_2` and so on.
 */
export function flattenStage(source: FlattenSource): Layer {
  const root = newRoot(rootMetadata(source));
  const prototypes = flattenedPrototypes(source);
  for (const { name, prototype, mapTarget } of prototypes.all) {
    const parent = addPrim(root, { name, specifier: "over", typeName: "", fields: new Map() });
    const below = source.children(prototype.source);
    copyTrees(
      source,
      below.map((path) => ({ path, parent, mapTarget })),
      prototypes,
    );
  }
  const mapTarget = (path: string): string => path;
  copyTrees(
    source,
    source.children(ROOT_PATH).map((path) => ({ path, parent: root, mapTarget })),
    prototypes,
  );
  return { root, version: "1.0", comments: [] };
}

function copyTrees(source: FlattenSource, roots: readonly Copy[], prototypes: FlattenedPrototypes): void {
  const waiting = roots.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const index = source.index(next.path);
    if (index === undefined || !isActive(index)) continue;
    const instanceOf = prototypes.nameOf(next.path);
    const spec = copyPrim(source, next, index, instanceOf);
    if (instanceOf !== undefined) continue;
    const below = source.children(next.path);
    const { mapTarget } = next;
    for (let i = below.length - 1; i >= 0; i--) waiting.push({ path: below[i], parent: spec, mapTarget });
  }
}

function copyPrim(
  source: FlattenSource,
  { path, parent, mapTarget }: Copy,
  index: PrimIndex,
  instanceOf: string | undefined,
): NewPrim {
  const specs = primStack(index);
  const opinions = specs.map((each): FieldOpinions => ({
    fields: each.spec.fields,
    context: contextOf(source, index.graph, each),
  }));
  const fields = new Map(composeMetadata("prim", opinions));
  if (instanceOf !== undefined) fields.set("references", newField("references", referenceTo(instanceOf)));
  const payloads = source.keepsPayload && keptPayloads(opinions, source.keepsPayload);
  if (payloads !== undefined) fields.set("payload", newField("payload", payloads));
  const typeName = composedType(index);
  const name = source.paths.element(path);
  const spec = addPrim(parent, { name, specifier: composedSpecifier(index), typeName, fields });
  const properties = new Map<string, IndexedProperty[]>();
  for (const { node, layer, offset, spec: owner } of specs) {
    for (const property of owner.properties) {
      const stack = properties.get(property.name);
      const each: IndexedProperty = { node, layer, offset, owner, spec: property };
      if (stack === undefined) properties.set(property.name, [each]);
      else stack.push(each);
    }
  }
  const prim = { index, spec, mapTarget, definition: definitionOf(typeName, fields) };
  for (const property of orderedNames(properties.keys(), fields.get("propertyOrder"), compareAsDictionary)) {
    flattenProperty(source, prim, property, properties.get(property) ?? []);
  }
  return spec;
}

function referenceTo(name: string): FieldValue {
  const item = { asset: "", primPath: `/${name}`, layerOffset: noOffset };
  return { kind: "referenceListOp", listOp: { appended: [item] } };
}

/** Only the session layer and the root layer have opinions about the stage itself, not their sublayers. */
function rootMetadata(source: FlattenSource): ReadonlyMap<string, Field> {
  const { layerStack, session } = source;
  const opinions: FieldOpinions[] = [];
  for (const { layer, offset } of layerStack.layers) {
    if (layer !== session && layer !== layerStack.rootLayer) continue;
    const context = { layer, offset, variables: layerStack.variables, anchor: source.anchor };
    opinions.push({ fields: layer.layer.root.fields, context });
  }
  return composeMetadata("layer", opinions);
}
