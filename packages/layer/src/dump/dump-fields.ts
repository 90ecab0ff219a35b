import type {
  Field,
  FieldValue,
  ListOp,
  ListOpName,
  ReferenceItem,
  SpecType,
  Spline,
  SplineExtrapolation,
  SplineKnot,
  SplineTangent,
} from "../model/types.ts";
import type { FieldSpecKind } from "../fields-and-types/fields.ts";
import { fieldDefinitions } from "../fields-and-types/fields.ts";
import { dictionaryJson } from "./dump-dictionary.ts";
import { jsonNumber, jsonObject, jsonString, jsonStrings, valueJson } from "./dump-values.ts";
import { unregisteredText } from "./unregistered-text.ts";

/** A field's name and its value as JSON. */
export type JsonMember = readonly [name: string, json: string];

const listOpNames: readonly (readonly [ListOpName, dumpName: string])[] = [
  ["added", "added"],
  ["prepended", "prepended"],
  ["appended", "appended"],
  ["deleted", "deleted"],
  ["ordered", "reordered"],
];

export function listOpJson<T>(listOp: ListOp<T>, list: (items: readonly T[]) => string): string {
  if (listOp.explicit !== undefined) return `{"explicit":${list(listOp.explicit)}}`;
  const members: JsonMember[] = [];
  for (const [name, dumpName] of listOpNames) {
    const items = listOp[name];
    if (items !== undefined && items.length > 0) members.push([dumpName, list(items)]);
  }
  return jsonObject(members);
}

function reference(item: ReferenceItem): string {
  const { customData, layerOffset } = item;
  let text = `{"asset":${jsonString(item.asset)}`;
  if (customData !== undefined && customData.entries.size > 0)
    text += `,"customData":${dictionaryJson(customData, true)}`;
  const offset = `[${jsonNumber(layerOffset.offset)},${jsonNumber(layerOffset.scale)}]`;
  return `${text},"layerOffset":${offset},"primPath":${jsonString(item.primPath)}}`;
}

const references = (items: readonly ReferenceItem[]): string => `[${items.map(reference).join(",")}]`;
const plainItems = (items: readonly (string | number | bigint)[]): string =>
  `[${items.map((item) => (typeof item === "string" ? jsonString(item) : jsonNumber(Number(item)))).join(",")}]`;
const pairs = (items: readonly (readonly [string, string])[]): string => `[${items.map(jsonStrings).join(",")}]`;

const specKinds: Readonly<Record<SpecType, FieldSpecKind>> = {
  pseudoRoot: "layer",
  prim: "prim",
  variantSet: "variantSet",
  variant: "variant",
  attribute: "attribute",
  relationship: "relationship",
};

function isEmptyListOp(listOp: ListOp<string>): boolean {
  return listOpNames.every(([name]) => (listOp[name] ?? []).length === 0);
}

/**
 * Returns the dump's fields for one field of the model: none if the reference does not list it, two for `subLayers`.
 */
export function fieldJson(specType: SpecType, field: Field): JsonMember[] {
  const { name, value } = field;
  const definition = fieldDefinitions.get(name);
  const registered = definition?.on.includes(specKinds[specType]) ?? false;
  // `active` on an attribute, `upAxis` on a prim: kept and written back, but not listed by the reference.
  if (definition !== undefined && !registered) return [];
  // `unknown = </A>`: the reference does not keep its text.
  if (value.kind === "unregistered" && value.text === "") return [];
  // `prepend unknown = None` alone authors nothing.
  if (value.kind === "unregisteredListOp" && isEmptyListOp(value.listOp)) return [];
  // The metadata's type replaces the prim's.
  if (specType === "prim" && name === "typeName" && value.kind === "typed") return [];
  if (value.kind === "subLayers") {
    if (value.items.length === 0) return [];
    const offsets = value.items.map(
      ({ layerOffset: { offset, scale } }) => `[${jsonNumber(offset)},${jsonNumber(scale)}]`,
    );
    return [
      ["subLayers", jsonStrings(value.items.map((item) => item.asset))],
      ["subLayerOffsets", `[${offsets.join(",")}]`],
    ];
  }
  return [[name, registeredJson(value, registered)]];
}

/** Returns a value as JSON: one of an attribute, or of a field that the format defines. */
export function fieldValueJson(value: FieldValue): string {
  if (value.kind === "subLayers") return jsonStrings(value.items.map(({ asset }) => asset));
  // Only metadata has its 64-bit integers as numbers.
  return value.kind === "typed" ? valueJson(value) : registeredJson(value, true);
}

function registeredJson(value: Exclude<FieldValue, { kind: "subLayers" }>, registered: boolean): string {
  switch (value.kind) {
    case "valueListOp":
      return listOpJson(value.listOp, plainItems);
    case "pathListOp":
      return listOpJson(value.listOp, jsonStrings);
    case "referenceListOp":
      return listOpJson(value.listOp, references);
    case "unregisteredListOp":
      return unregisteredJson(value.listOp);
    case "stringMap":
      return jsonObject([...value.entries].map(([key, text]) => [key, jsonString(text)]));
    case "names":
      return jsonStrings(value.names);
    case "relocates":
      return pairs(value.pairs);
    case "dictionary": {
      const json = `{"dictionary":${dictionaryJson(value)}}`;
      return registered ? json : `{"unregistered":${json}}`;
    }
    case "block":
      return registered ? valueJson(value) : '{"unregistered":"None"}';
    case "typed":
      return registered ? valueJson(value, true) : `{"unregistered":${jsonString(unregisteredText(value))}}`;
    default:
      return valueJson(value, true);
  }
}

/** In the order in which the reference writes them; the dump has only the first operation that is present. */
const writtenOrder = ["deleted", "added", "prepended", "appended", "ordered"] as const satisfies readonly ListOpName[];

function unregisteredJson(listOp: ListOp<string>): string {
  const text = (items: readonly string[]): string => jsonString(`[${items.join(", ")}]`);
  if (listOp.explicit !== undefined) return `{"unregistered":${text(listOp.explicit)}}`;
  for (const name of writtenOrder) {
    const items = listOp[name];
    if (items === undefined || items.length === 0) continue;
    return `{"unregistered":{"${name === "ordered" ? "reordered" : name}":${text(items)}}}`;
  }
  return '{"unregistered":{}}';
}

const extrapolationNames = {
  none: "ValueBlock",
  held: "Held",
  linear: "Linear",
  sloped: "Sloped",
  "loop repeat": "LoopRepeat",
  "loop reset": "LoopReset",
  "loop oscillate": "LoopOscillate",
} as const satisfies Record<SplineExtrapolation["mode"], string>;

const algorithmNames = { none: "None", custom: "Custom", autoEase: "AutoEase" } as const;
const interpolationNames = { none: "ValueBlock", held: "Held", linear: "Linear", curve: "Curve" } as const;

function extrapolation(value: SplineExtrapolation): string {
  const slope = value.mode === "sloped" ? `,"slope":${jsonNumber(value.slope)}` : "";
  return `{"mode":"${extrapolationNames[value.mode]}"${slope}}`;
}

function tangent(value: SplineTangent): string {
  return `[${jsonNumber(value.width)},${jsonNumber(value.slope)},"${algorithmNames[value.algorithm]}"]`;
}

function knot(value: SplineKnot): string {
  const members: JsonMember[] = [
    ["next", `"${interpolationNames[value.next]}"`],
    ["postTan", tangent(value.postTangent)],
    ["preTan", tangent(value.preTangent)],
    ["time", jsonNumber(value.time)],
    ["value", jsonNumber(value.value)],
  ];
  if (value.preValue !== undefined) members.push(["preValue", jsonNumber(value.preValue)]);
  if (value.customData !== undefined && value.customData.entries.size > 0) {
    members.push(["customData", dictionaryJson(value.customData, true)]);
  }
  return jsonObject(members);
}

export function splineJson(spline: Spline): string {
  const { loop } = spline;
  const members: JsonMember[] = [
    ["curveType", spline.curveType === "bezier" ? '"Bezier"' : '"Hermite"'],
    ["pre", extrapolation(spline.pre)],
    ["post", extrapolation(spline.post)],
    ["knots", `[${spline.knots.map(knot).join(",")}]`],
  ];
  if (loop !== undefined) {
    const numbers = [loop.protoStart, loop.protoEnd, loop.preLoops, loop.postLoops, loop.valueOffset];
    members.push(["loop", `[${numbers.map(jsonNumber).join(",")}]`]);
  }
  return `{"spline":${jsonObject(members)}}`;
}
