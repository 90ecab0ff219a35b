/** Flattens a stage to one layer without arcs. */
import type { Field, FieldValue, Layer } from "@usdkit/layer";
import { compareAsDictionary } from "@usdkit/usda";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import { composedSpecifier, isActive } from "../index/prim-fields.ts";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";
import type { ValueMapping } from "../metadata/stage-value.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { noOffset } from "../paths/layer-offset.ts";
import type { PrimValues } from "../values/attribute.ts";
import { namesInClips, primReader, stageSites, type ReadPrim } from "../values/prim-values.ts";
import { flattenMetadata } from "./flatten-metadata.ts";
import { flattenProperty, orderedNames } from "./flatten-property.ts";
import type { FlattenSource } from "./flatten-source.ts";
import { flattenedPrototypes, replacePrefix, type FlattenedPrototypes } from "./flattened-prototypes.ts";
import { keptPayloads } from "./kept-payloads.ts";
import { addPrim, newField, newRoot, type NewPrim, type NewRoot } from "./new-specs.ts";

/** What prims are copied from: those of the stage, or those of a prototype. */
interface Copying {
  readonly source: FlattenSource;
  readonly read: ReadPrim;
  readonly prototypes: FlattenedPrototypes;
  readonly mapping: ValueMapping;
  readonly mapTarget: (path: string) => string;
}

/** A prim that is to be copied, and the spec to which it is added. */
interface Copy {
  readonly path: PathId;
  readonly parent: NewRoot | NewPrim;
}

/**
 * Returns the layer that the composed stage is, as `UsdStage::Flatten` makes it: values resolved, time samples in the times of the
 * stage, targets mapped, asset paths anchored, no arcs, no variants. Prims below instances are copied once, to prims named
 * `Flattened_Prototype_1`, `Flattened_Prototype_2` and so on.
 */
export function flattenStage(source: FlattenSource): Layer {
  const mapping = anchoredValues(source);
  const root = newRoot(rootMetadata(source, mapping));
  const prototypes = flattenedPrototypes(source);
  const copying = { source, read: primReader(source), prototypes, mapping, mapTarget: (path: string) => path };
  for (const { name, prototype, mapTarget } of prototypes.all) {
    const parent = addPrim(root, { name, specifier: "over", typeName: "", fields: new Map() });
    const from = source.paths.text(prototype.source);
    // The reference maps targets to the flattened prototype, and expressions to the name that it has on the stage.
    const expressionPath = (path: string): string => replacePrefix(path, from, `/__Prototype_${prototype.number}`);
    copyBelow({ ...copying, mapping: { ...mapping, expressionPath }, mapTarget }, { path: prototype.source, parent });
  }
  copyBelow(copying, { path: ROOT_PATH, parent: root });
  return { root, version: "1.0", comments: [] };
}

function anchoredValues({ anchor, rewritePath }: FlattenSource): ValueMapping {
  return {
    assetPath: (authored, layer, variables) => {
      const value = isExpression(authored) ? evaluateExpression(authored, variables).value : authored;
      const path = typeof value === "string" ? value : authored;
      const anchored = anchor(path, layer);
      if (rewritePath !== undefined) return rewritePath(anchored);
      // The reference leaves an expression as it is if its value is no string, or the same path from any folder.
      return anchored === path ? authored : anchored;
    },
  };
}

/** Copies the prims below a prim. */
function copyBelow(copying: Copying, top: Copy): void {
  const { source } = copying;
  const waiting: Copy[] = [];
  const addChildren = (path: PathId, parent: Copy["parent"]): void => {
    const children = source.children(path);
    for (let i = children.length - 1; i >= 0; i--) waiting.push({ path: children[i], parent });
  };
  addChildren(top.path, top.parent);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const values = copying.read(next.path, copying.mapping);
    if (values === undefined || !isActive(values.opinions.index)) continue;
    const spec = copyPrim(copying, next, values);
    if (copying.prototypes.nameOf(next.path) === undefined) addChildren(next.path, spec);
  }
}

function copyPrim(
  { source, mapping, mapTarget, prototypes }: Copying,
  { path, parent }: Copy,
  values: PrimValues,
): NewPrim {
  const { index, specs, properties } = values.opinions;
  const sites = specs.map(({ owner: { fields }, node, layer, offset }) => ({ node, layer, offset, fields }));
  const fields = flattenMetadata({ kind: "prim", graph: index.graph, sites, mapping });
  const instanceOf = prototypes.nameOf(path);
  if (instanceOf !== undefined) fields.set("references", newField("references", referenceTo(instanceOf)));
  const payloads = source.keepsPayload && keptPayloads(sites, source.keepsPayload);
  if (payloads !== undefined) fields.set("payload", newField("payload", payloads));
  const { typeName } = values.schemas;
  const name = source.paths.element(path);
  const spec = addPrim(parent, { name, specifier: composedSpecifier(index), typeName, fields });
  const names = [...properties.keys(), ...namesInClips(values)];
  const none: readonly PropertyOpinion[] = [];
  for (const property of orderedNames(names, fields.get("propertyOrder"), compareAsDictionary)) {
    flattenProperty({ values, spec, mapTarget }, property, properties.get(property) ?? none);
  }
  return spec;
}

function referenceTo(name: string): FieldValue {
  const item = { asset: "", primPath: `/${name}`, layerOffset: noOffset };
  return { kind: "referenceListOp", listOp: { appended: [item] } };
}

/** Only the session layer and the root layer have opinions about the stage itself, not their sublayers. */
function rootMetadata(source: FlattenSource, mapping: ValueMapping): ReadonlyMap<string, Field> {
  const index = source.index(ROOT_PATH);
  if (index === undefined) return new Map();
  return flattenMetadata({ kind: "layer", graph: index.graph, sites: stageSites(source, index), mapping });
}
