/** Custom attributes, outside of the tables. */
import { isTransformOp, plainData, type AttributeData } from "@usdkit/service-scene";
import { nearestName, valueTypes } from "@usdkit/layer";
import { isName } from "@usdkit/layer";
import { invalidValue, rejection, showValue } from "../check/scene-error.ts";
import { checkNothingLost, typedValue } from "../model/authored-attributes.ts";
import type { PrimState } from "../model/prim-state.ts";

/** An attribute with its type as in the text, `double3` or `string[]`. */
export interface CustomAttribute {
  readonly type: string;
  /** Undefined if it has no value at the default time. */
  readonly value: AttributeData | undefined;
}

/** @throws SceneError if the name, the type or the value is invalid, or a value over time would be lost */
export function setCustomAttribute(state: PrimState, name: string, type: string, value: unknown): void {
  const { path, definition } = state;
  if (typeof name !== "string" || !name.split(":").every(isName)) {
    throw invalidValue(path, undefined, name, "the name of an attribute, such as userProperties:price");
  }
  if (definition?.properties.has(name) === true || isTransformOp(name) || name === "xformOpOrder") {
    const problem = `"${name}" is an attribute of the schema, not a custom one: use set() or the placement methods`;
    throw rejection(path, problem, { property: name });
  }
  const isArray = typeof type === "string" && type.endsWith("[]");
  const valueType = typeof type === "string" ? valueTypes.get(isArray ? type.slice(0, -2) : type) : undefined;
  if (valueType === undefined) {
    const nearest = typeof type === "string" ? nearestName(type, [...valueTypes.keys()]) : undefined;
    const hint = nearest === undefined ? "such as double3 or string[]" : `did you mean ${showValue(nearest)}?`;
    throw rejection(path, `${showValue(type)} is not a value type; ${hint}`, { property: name });
  }
  const typed = typedValue(type, valueType, isArray, value);
  if (typed === undefined) throw invalidValue(path, name, value, `a value of the type ${type}`);
  const described = { name, kind: "attribute", type, variability: "either", description: "", source: "" } as const;
  checkNothingLost(state, described);
  const others = state.authored.attributes.filter((each) => each.definition.name !== name);
  state.author({ attributes: [...others, { definition: described, value: typed, isCustom: true }] });
}

/** Returns the attributes outside of the table of the prim's type, by name: those of the text, then those that calls added. */
export function customAttributes(state: PrimState): ReadonlyMap<string, CustomAttribute> {
  const found = new Map<string, CustomAttribute>();
  const { authored, definition, originPrim } = state;
  for (const property of originPrim?.properties ?? []) {
    const { name } = property;
    const isTable = definition?.properties.has(name) === true || isTransformOp(name) || name === "xformOpOrder";
    if (isTable || property.specType !== "attribute" || authored.removed?.has(name) === true) continue;
    const { defaultValue, typeName } = property;
    found.set(name, { type: typeName, value: defaultValue?.kind === "typed" ? plainData(defaultValue) : undefined });
  }
  for (const { definition: own, value, isCustom } of authored.attributes) {
    if (isCustom === true) found.set(own.name, { type: own.type, value: plainData(value) });
  }
  return found;
}

/** @throws SceneError if the prim has no such property */
export function removeProperty(state: PrimState, name: string): void {
  const { authored, originPrim, path } = state;
  const inText =
    originPrim?.properties.some((each) => each.name === name) === true && authored.removed?.has(name) !== true;
  const attributes = authored.attributes.filter((each) => each.definition.name !== name);
  const isCamera = name === "camera" && authored.cameraTarget !== undefined;
  if (!inText && !isCamera && attributes.length === authored.attributes.length) {
    const known = [...(originPrim?.properties ?? []), ...authored.attributes.map(({ definition }) => definition)];
    const nearest = nearestName(
      name,
      known.map((each) => each.name),
    );
    const hint = nearest === undefined ? "" : `; did you mean ${showValue(nearest)}?`;
    throw rejection(path, `there is no property ${showValue(name)}${hint}`, { property: name });
  }
  if (name === "xformOpOrder" || isTransformOp(name)) {
    throw rejection(path, "ops are removed together: call resetPlace()", { property: name });
  }
  const removed = inText ? new Set([...(authored.removed ?? []), name]) : (authored.removed ?? new Set<string>());
  const { cameraTarget: _, ...rest } = authored;
  state.replace({ ...(isCamera ? rest : authored), attributes, removed });
}
