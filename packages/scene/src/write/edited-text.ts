/** A scene that was opened, as text: what was authored becomes edits of the text, and what no edit touches stays as it is. */
import { hasType, isTransformOp } from "@usdkit/schema";
import {
  findSpec,
  plainValue,
  type AttributeSpec,
  type ByteRange,
  type FieldValue,
  type Layer,
  type PrimSpec,
  type PropertySpec,
  type TypedValue,
} from "@usdkit/layer";
import {
  applyEdits,
  insertPrims,
  insertProperties,
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
import { changedPayload, LayerContext, propertiesOf, TRANSFORM_ORDER } from "./built-specs.ts";

/** What the edits of one round are found in: the text as the rounds before left it. */
type Step = (layer: Layer) => readonly TextEdit[];

/**
 * The text of the scene that was opened, with everything authored since.
 *
 * Edits that are found in the same text may claim the same place (two entries that each need a new block), so every prim has a
 * list of steps, and a round takes one of each prim. There are never more than a few rounds, however many prims changed.
 */
export function editedText(scene: SceneState, opened: Layer): Uint8Array {
  let bytes = opened.source ?? new Uint8Array();
  let layer: Layer | undefined = opened;
  /** The text is read again only if there is another round. */
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
    steps.push((layer) => setField(layer, path, name, value));
  };
  if (state.parent === undefined) {
    const { defaultPrim, doc } = scene.metadata;
    if (defaultPrim !== undefined) field("defaultPrim", plainValue("token", defaultPrim));
    if (doc !== undefined) field("documentation", plainValue("string", doc));
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

/** New values in place first, then what must go, then what is new. */
function propertySteps(state: PrimState, origin: PrimSpec, context: LayerContext): Step[] {
  const { authored, path } = state;
  const wanted = propertiesOf(origin, authored, context);
  const inPlace: Step[] = [];
  const gone: string[] = [];
  const added: PropertySpec[] = [];
  for (const property of wanted) {
    const present = origin.properties.find(({ name }) => name === property.name);
    const step = present === undefined ? undefined : changeInPlace(present, property);
    if (step !== undefined) inPlace.push(step);
    else {
      if (present !== undefined) gone.push(present.path);
      added.push(property);
    }
  }
  // The camera that it named is gone, and there is no other.
  const camera =
    authored.cameraTarget === undefined ? undefined : origin.properties.find(({ name }) => name === "camera");
  if (camera !== undefined && !wanted.some(({ name }) => name === "camera")) gone.push(camera.path);
  if (authored.placement !== undefined) {
    // The matrix holds what these say.
    const kept = new Set(wanted.map(({ name }) => name));
    for (const { name, path: each } of origin.properties) {
      if ((isTransformOp(name) || name === TRANSFORM_ORDER) && !kept.has(name)) gone.push(each);
    }
  }
  const steps: Step[] = [];
  if (inPlace.length > 0) steps.push((layer) => inPlace.flatMap((step) => [...step(layer)]));
  if (gone.length > 0) steps.push((layer) => removeProperties(layer, gone));
  if (added.length > 0) steps.push((layer) => insertProperties(layer, path, propertiesText(added)));
  return steps;
}

/** The edit that keeps the place, and the comments around it; undefined where the property must be written anew. */
function changeInPlace(present: PropertySpec, wanted: PropertySpec): Step | undefined {
  if (present.specType === "attribute" && wanted.specType === "attribute") {
    const value = wanted.defaultValue as TypedValue;
    const isFit = hasType(present, wanted.typeName) && hasVariability(present, wanted);
    if (isFit) return (layer) => setAttributeValue(layer, present.path, value);
  }
  // One statement that says nothing but a value, or targets.
  const isPlain = present.statements.length === 1 && present.fields.size === 0 && !hasMore(present);
  if (present.specType !== wanted.specType || !isPlain) return undefined;
  return (layer) =>
    statementsOf(layer, present.path).map((statement) => ({ ...statement, text: propertiesText([wanted]) }));
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

/** An order that is not uniform would stay a finding. */
function hasVariability(present: AttributeSpec, wanted: AttributeSpec): boolean {
  return wanted.name !== TRANSFORM_ORDER || present.variability === wanted.variability;
}

/** The statements as they are printed. */
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
