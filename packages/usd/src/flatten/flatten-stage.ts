/** Flattens a stage to one layer without arcs. */
import type { Field, FieldValue, Layer } from "@usdkit/layer";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import { composedSpecifier, isActive } from "../index/prim-fields.ts";
import { TargetPaths } from "../index/target-paths.ts";
import type { ValueMapping } from "../metadata/stage-value.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { noOffset } from "../paths/layer-offset.ts";
import type { PrimContents } from "../values/prim-contents.ts";
import { namesInClips, PrimReader, stageSites, type PrimValues } from "../values/prim-values.ts";
import { flattenMetadata } from "./flatten-metadata.ts";
import { flattenProperty } from "./flatten-property.ts";
import type { FlattenSource } from "./flatten-source.ts";
import { FlattenedPrim, FlattenedRoot, type PrimTemplate, type PropertyTemplate } from "./flattened-specs.ts";
import { flattenedPrototypes, replacePrefix, type FlattenedPrototypes } from "./flattened-prototypes.ts";
import { keptPayloads } from "./kept-payloads.ts";
import { newField } from "./new-field.ts";
import type { TargetMapping } from "./property-targets.ts";

/** What prims are copied from: those of the stage, or those of a prototype. */
interface Copying {
  readonly source: FlattenSource;
  readonly prims: PrimReader;
  readonly prototypes: FlattenedPrototypes;
  readonly mapping: ValueMapping;
  readonly targets: TargetMapping;
  /** What prims with the same contents have in common. */
  readonly templates: Map<PrimContents, PrimTemplate>;
}

/** A prim that is to be copied, and the spec to which it is added. */
interface Copy {
  readonly path: PathId;
  readonly parent: FlattenedRoot | FlattenedPrim;
}

/**
 * Returns the layer that the composed stage is, as `UsdStage::Flatten` makes it: values resolved, time samples in the times of the
 * stage, targets mapped, asset paths anchored, no arcs, no variants. Prims below instances are copied once, to prims named
 * `Flattened_Prototype_1`, `Flattened_Prototype_2` and so on.
 */
export function flattenStage(source: FlattenSource): Layer {
  const mapping = anchoredValues(source);
  const root = new FlattenedRoot(rootMetadata(source, mapping));
  const prototypes = flattenedPrototypes(source);
  const stagePaths = new TargetPaths();
  const shared = { source, prims: new PrimReader(source), prototypes };
  for (const { name, prototype, mapTarget } of prototypes.all) {
    const parent = new FlattenedPrim(name, root, prototypeTemplate, undefined);
    const from = source.paths.text(prototype.source);
    // The reference maps targets to the flattened prototype, and expressions to the name that it has on the stage.
    const expressionPath = (path: string): string => replacePrefix(path, from, `/__Prototype_${prototype.number}`);
    copyBelow(
      {
        ...shared,
        mapping: { ...mapping, expressionPath },
        targets: { stagePaths, toFlattened: mapTarget },
        templates: new Map(),
      },
      { path: prototype.source, parent },
    );
  }
  const targets = { stagePaths, toFlattened: (path: string) => path };
  copyBelow({ ...shared, mapping, targets, templates: new Map() }, { path: ROOT_PATH, parent: root });
  return { root, version: "1.0", comments: [] };
}

const prototypeTemplate: PrimTemplate = { specifier: "over", typeName: "", fields: new Map(), properties: [] };

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
    const values = copying.prims.read(next.path, copying.mapping);
    if (values === undefined || !isActive(values.index)) continue;
    const name = source.paths.element(next.path);
    const spec = new FlattenedPrim(name, next.parent, templateOf(copying, next.path, values), values.index);
    if (copying.prototypes.nameOf(next.path) === undefined) addChildren(next.path, spec);
  }
}

/** Returns what the opinions of a prim compose to. Prims that are composed once have it once, unless something depends on their path. */
function templateOf(copying: Copying, path: PathId, values: PrimValues): PrimTemplate {
  const { index, contents, clips } = values;
  const known = copying.templates.get(contents);
  if (known !== undefined && clips.sets.length === 0) return known;
  let isPlaced = index.shared === undefined || clips.sets.length > 0;
  const onExpression = (): void => {
    isPlaced = true;
  };
  const template = makeTemplate(copying, path, { ...values, mapping: { ...copying.mapping, onExpression } });
  if (template.properties.some(({ attribute }) => attribute?.valueType?.kind === "pathExpression")) isPlaced = true;
  if (!isPlaced) copying.templates.set(contents, template);
  return template;
}

function makeTemplate({ source, prototypes, targets }: Copying, path: PathId, values: PrimValues): PrimTemplate {
  const { index, contents, mapping } = values;
  const { specs, properties, schemas } = contents;
  const sites = specs.map(({ owner: { fields }, node, layer, offset }) => ({ node, layer, offset, fields }));
  const fields = flattenMetadata({ kind: "prim", graph: index.graph, sites, mapping });
  const instanceOf = prototypes.nameOf(path);
  if (instanceOf !== undefined) fields.set("references", newField("references", referenceTo(instanceOf)));
  const payloads = source.keepsPayload && keptPayloads(sites, source.keepsPayload);
  if (payloads !== undefined) fields.set("payload", newField("payload", payloads));
  const found: PropertyTemplate[] = [];
  for (const name of contents.inOrder([...properties.keys(), ...namesInClips(values)])) {
    const property = flattenProperty(values, name, targets);
    if (property !== undefined) found.push(property);
  }
  return { specifier: composedSpecifier(index), typeName: schemas.typeName, fields, properties: found };
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
