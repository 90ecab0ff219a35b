/** An opened scene as text: changes by calls become edits, and everything else stays unchanged. */
import { hasType, isTransformOp } from "@usdkit/service-scene";
import {
  findSpec,
  plainValue,
  type AttributeSpec,
  type ByteRange,
  type FieldValue,
  type Layer,
  type PrimSpec,
  type PropertySpec,
  type RelationshipSpec,
  type TypedValue,
} from "@usdkit/layer";
import {
  applyEdits,
  insertPrims,
  insertProperties,
  keepComments,
  mergeEdits,
  parseUsda,
  printUsda,
  removePrims,
  removeProperties,
  setAttributeValue,
  setField,
  type TextEdit,
} from "@usdkit/usda";
import type { PrimState } from "../model/prim-state.ts";
import type { SceneState } from "../model/scene-state.ts";
import { layerOfPrims, firstCameraPath } from "./built-layer.ts";
import { changedPayload, LayerContext, propertiesOf, TRANSFORM, TRANSFORM_ORDER } from "./built-specs.ts";

/** Computes edits of the text that the previous rounds produced. */
type Step = (layer: Layer) => readonly TextEdit[];

/**
 * Returns the text of the opened scene, with everything authored since.
 *
 * Edits of the same text may conflict (two entries that each need a new block), so every prim has a list of steps, and a
 * round performs one of each prim. There are only a few rounds, however many prims changed.
 */
export function editedText(scene: SceneState, opened: Layer): Uint8Array {
  let bytes = opened.source ?? new Uint8Array();
  let layer: Layer | undefined = opened;
  /** Parses the text again only if there is another round. */
  const apply = (find: Step): void => {
    layer ??= parseUsda(bytes).layer;
    const edits = find(layer);
    if (edits.length === 0) return;
    bytes = applyEdits(bytes, edits);
    layer = undefined;
  };
  const changed = [...scene.changed].filter((state) => !state.isRemoved);
  const removed = changed.flatMap((state) => Array.from(state.removed, (name) => childPath(state, name)));
  apply((each) => removePrims(each, removed));
  const context = new LayerContext(firstCameraPath(scene), true);
  let queues = changed.map((state) => stepsOf(scene, state, context)).filter((steps) => steps.length > 0);
  while (queues.length > 0) {
    apply((each) => mergeEdits(...queues.map(([step]) => step(each))));
    queues = queues.map((steps) => steps.slice(1)).filter((steps) => steps.length > 0);
  }
  return bytes;
}

function childPath(state: PrimState, name: string): string {
  return state.parent === undefined ? `/${name}` : `${state.path}/${name}`;
}

function stepsOf(scene: SceneState, state: PrimState, context: LayerContext): Step[] {
  const { path } = state;
  const steps: Step[] = [];
  const field = (name: string, value: FieldValue): void => {
    steps.push(keepingComments((layer) => setField(layer, path, name, value)));
  };
  if (state.parent === undefined) {
    const { defaultPrim, doc, metersPerUnit, upAxis } = scene.metadata;
    if (defaultPrim !== undefined) field("defaultPrim", plainValue("token", defaultPrim));
    if (doc !== undefined) field("documentation", plainValue("string", doc));
    if (metersPerUnit !== undefined) field("metersPerUnit", plainValue("double", metersPerUnit));
    if (upAxis !== undefined) field("upAxis", plainValue("token", upAxis));
  }
  if (state.authored.doc !== undefined) field("documentation", plainValue("string", state.authored.doc));
  if (state.authored.payload !== undefined) {
    field("payload", changedPayload(state.origin?.fields.get("payload")?.value, state.authored.payload));
  }
  if (state.originPrim !== undefined) steps.push(...propertySteps(state, state.originPrim, context));
  const added = state.children.filter((child) => child.origin === undefined);
  if (added.length > 0) {
    const text = withoutHeader(printUsda(layerOfPrims(added, context)));
    steps.push((layer) => insertPrims(layer, path, text));
  }
  return steps;
}

/** Keeps the comments of replaced text, above the statement. */
function keepingComments(step: Step): Step {
  return (layer) => keepComments(layer, step(layer));
}

/** New values in place first, then removals, then new properties. */
function propertySteps(state: PrimState, origin: PrimSpec, context: LayerContext): Step[] {
  const { authored, path } = state;
  const wanted = propertiesOf(origin, authored, context);
  const inPlace: Step[] = [];
  const gone: string[] = [];
  const added: PropertySpec[] = [];
  const { removed = new Set<string>() } = authored;
  for (const property of wanted) {
    const present = origin.properties.find(({ name }) => name === property.name && !removed.has(name));
    const isOp = property.name === TRANSFORM || property.name === TRANSFORM_ORDER;
    // A call discarded ops that have more than a value.
    const isKept = present !== undefined && !(isOp && hasMore(present));
    const step = isKept ? changeInPlace(present, property) : undefined;
    if (step !== undefined) inPlace.push(step);
    else {
      if (present !== undefined) gone.push(present.path);
      added.push(property);
    }
  }
  // The camera that it targeted was removed, and there is no other.
  const camera =
    authored.cameraTarget === undefined || removed.has("camera")
      ? undefined
      : origin.properties.find(({ name }) => name === "camera");
  if (camera !== undefined && !wanted.some(({ name }) => name === "camera")) gone.push(camera.path);
  if (authored.placement !== undefined) {
    // The matrix includes these ops.
    const kept = new Set(wanted.map(({ name }) => name));
    for (const { name, path: each } of origin.properties) {
      if ((isTransformOp(name) || name === TRANSFORM_ORDER) && !kept.has(name)) gone.push(each);
    }
  }
  const steps: Step[] = [];
  const discarded = origin.properties.filter(({ name }) => removed.has(name)).map((property) => property.path);
  if (discarded.length > 0) steps.push((layer) => removeProperties(layer, discarded));
  if (inPlace.length > 0) steps.push(keepingComments((layer) => inPlace.flatMap((step) => [...step(layer)])));
  if (gone.length > 0) steps.push(keepingComments((layer) => removeProperties(layer, gone)));
  if (added.length > 0) steps.push((layer) => insertProperties(layer, path, propertiesText(added)));
  return steps;
}

/** Returns the edit that keeps the statement, and the comments around it; undefined if the property must be removed and added. */
function changeInPlace(present: PropertySpec, wanted: PropertySpec): Step | undefined {
  if (present.specType === "attribute" && wanted.specType === "attribute") {
    const value = wanted.defaultValue as TypedValue;
    const isFit = hasType(present, wanted.typeName) && hasVariability(present, wanted);
    if (isFit) return (layer) => setAttributeValue(layer, present.path, value);
  }
  if (present.specType === "relationship" && wanted.specType === "relationship" && present.statements.length === 1) {
    const target = wanted.targetPaths?.explicit?.[0] ?? "";
    if (hasValue(present)) return (layer) => targetEdits(layer, present.path, target);
  }
  // One statement with nothing but a value, or targets.
  const isPlain = present.statements.length === 1 && present.fields.size === 0 && !hasMore(present);
  if (present.specType !== wanted.specType || !isPlain) return undefined;
  return (layer) =>
    statementsOf(layer, present.path).map((statement) => ({ ...statement, text: propertiesText([wanted]) }));
}

/** Returns whether the only statement of a relationship has targets, or an explicit empty list. */
function hasValue({ targetPaths, merged }: RelationshipSpec): boolean {
  return targetPaths !== undefined && merged === undefined;
}

/** A target, or the syntax of an empty list. */
const TARGETS = /=\s*(?:(?:\[[^<\]]*)?(<[^>]*>)|(None|\[\s*\]))/u;

/** Returns the edit of the first target; the list operation, other targets and metadata stay. */
function targetEdits(layer: Layer, path: string, target: string): readonly TextEdit[] {
  const [statement] = statementsOf(layer, path);
  const text = new TextDecoder().decode(layer.source?.subarray(statement.start, statement.end));
  const found = TARGETS.exec(text);
  const old = found?.[1] ?? found?.[2];
  if (found === null || old === undefined) throw new TypeError(`${path} has no targets to change`);
  const at = found.index + found[0].length - old.length;
  const start = statement.start + new TextEncoder().encode(text.slice(0, at)).length;
  return [{ start, end: start + new TextEncoder().encode(old).length, text: `<${target}>` }];
}

function hasMore(property: PropertySpec): boolean {
  if (property.specType === "relationship") return property.merged !== undefined;
  const { timeSamples, spline, connectionPaths } = property;
  return timeSamples !== undefined || spline !== undefined || connectionPaths !== undefined;
}

function statementsOf(layer: Layer, path: string): readonly ByteRange[] {
  const spec = findSpec(layer, path);
  return spec.specType === "attribute" || spec.specType === "relationship" ? spec.statements : [];
}

/** Returns whether an order has the wanted variability: one that is not uniform would keep its finding. */
function hasVariability(present: AttributeSpec, wanted: AttributeSpec): boolean {
  return wanted.name !== TRANSFORM_ORDER || present.variability === wanted.variability;
}

/** Returns the printed statements. */
function propertiesText(properties: readonly PropertySpec[]): string {
  const { root, version } = layerOfPrims([], new LayerContext(undefined, true));
  const prim: PrimSpec = {
    specType: "prim",
    path: "/A",
    name: "A",
    typeName: "",
    specifier: "over",
    fields: new Map(),
    parent: root,
    properties,
    children: [],
    variantSets: [],
  };
  const body = printUsda({ root: { ...root, children: [prim] }, version, comments: [] });
  const lines = body
    .slice(body.indexOf("{") + 1, body.lastIndexOf("}"))
    .trim()
    .split("\n");
  return lines.map((line) => line.trim()).join("\n");
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf("\n")).trim();
}
