import type { DictionaryValue, FieldValue, Layer, ListOp, PrimLike, PropertySpec, Spec, Value } from "@usdkit/layer";
import type { Touched } from "./peer.ts";

/**
 * Reads the name and every field, default and time sample of every spec of a layer: typed arrays are obtained, and their ends
 * read.
 */
export function touch(layer: Layer): Touched {
  const touched: Touched = { specs: 0, samples: 0, elements: 0 };
  prim(layer.root, touched);
  return touched;
}

function prim(spec: PrimLike & Spec, touched: Touched): void {
  fields(spec, touched);
  if (spec.specType === "prim") {
    use(spec.specifier);
    use(spec.typeName);
  }
  for (const property of spec.properties) propertyValues(property, touched);
  for (const variantSet of spec.variantSets) {
    fields(variantSet, touched);
    for (const variant of variantSet.variants) prim(variant, touched);
  }
  for (const child of spec.children) prim(child, touched);
}

function fields(spec: Spec, touched: Touched): void {
  touched.specs++;
  use(spec.name);
  for (const field of spec.fields.values()) fieldValue(field.value, touched);
}

function propertyValues(property: PropertySpec, touched: Touched): void {
  fields(property, touched);
  use(property.custom);
  use(property.variability);
  if (property.specType === "relationship") {
    listOperation(property.targetPaths);
    return;
  }
  use(property.typeName);
  if (property.defaultValue !== undefined) value(property.defaultValue, touched);
  listOperation(property.connectionPaths);
  const { timeSamples } = property;
  if (timeSamples === undefined) return;
  const count = timeSamples.times.length;
  touched.samples += count;
  for (let index = 0; index < count; index++) value(timeSamples.value(index), touched);
}

function fieldValue(field: FieldValue, touched: Touched): void {
  switch (field.kind) {
    case "valueListOp":
    case "pathListOp":
    case "referenceListOp":
    case "unregisteredListOp":
      listOperation<unknown>(field.listOp);
      break;
    case "stringMap":
      for (const text of field.entries.values()) use(text.length);
      break;
    case "names":
      use(field.names.length);
      break;
    case "subLayers":
      use(field.items.length);
      break;
    case "relocates":
      use(field.pairs.length);
      break;
    default:
      value(field, touched);
  }
}

function listOperation<T>(operation: ListOp<T> | undefined): void {
  if (operation === undefined) return;
  const { explicit, added, prepended, appended, deleted, ordered } = operation;
  for (const list of [explicit, added, prepended, appended, deleted, ordered]) {
    if (list !== undefined) for (const item of list) use(item);
  }
}

function value(read: Value, touched: Touched): void {
  if (read.kind === "typed") {
    const { data, isArray, type } = read;
    if (typeof data !== "object") {
      use(data);
      return;
    }
    use(data[0]);
    use(data[data.length - 1]);
    if (isArray) touched.elements += data.length / type.components;
  } else if (read.kind === "dictionary") dictionary(read, touched);
  else if (read.kind === "unregistered") use(read.text);
}

function dictionary({ entries }: DictionaryValue, touched: Touched): void {
  for (const entry of entries.values()) value(entry, touched);
}

let last: unknown;

/** Keeps a read from being optimised away. */
function use(read: unknown): void {
  if (read !== undefined) last = read;
}

/** What `use` kept: exported so that it has a reader. */
export function lastRead(): unknown {
  return last;
}
