/** Properties that the service ignores, with the reason. */
import type { AttributeSpec, PrimSpec, PropertySpec } from "@usdkit/layer";
import { hasType } from "../prims/attribute-value.ts";
import type { PrimDefinition, PropertyDefinition } from "../prims/definition.ts";
import { isTransformOp } from "@usdkit/transforms";
import type { IgnoredKind, IgnoredSpec } from "./types.ts";

/** Adds the ignored properties of a prim; the caller decides whether a camera's `resolution` is used. */
export function ignoredProperties(prim: PrimSpec, definition: PrimDefinition | undefined, add: AddIgnored): void {
  for (const property of prim.properties) {
    const row = definition?.properties.get(property.name);
    if (row !== undefined) ignoredParts(property, row, add);
    else if (definition?.role !== "camera" || property.name !== "resolution" || !isResolution(property)) {
      add(...outsideOfTable(property, definition));
    }
  }
}

/** Adds an {@link IgnoredSpec}. */
export type AddIgnored = (path: string, kind: IgnoredKind, reason: string) => void;

/** Returns a list and the function that adds to it. */
export function ignoredList(): { readonly list: IgnoredSpec[]; readonly add: AddIgnored } {
  const list: IgnoredSpec[] = [];
  return { list, add: (path, kind, reason) => void list.push({ path, kind, reason }) };
}

function isResolution(property: PropertySpec): boolean {
  return property.specType === "attribute" && hasType(property, "int2");
}

function outsideOfTable(property: PropertySpec, definition: PrimDefinition | undefined): [string, IgnoredKind, string] {
  const { name, path } = property;
  if (name === "material:binding" || name.startsWith("material:binding:")) {
    return [path, "material", "materials are not read"];
  }
  if (isTransformOp(name) && definition?.isTransformable === true) {
    return [path, "xform-op", "the service reads xformOp:transform alone: the prim is elsewhere than in USD"];
  }
  if (name === "resolution" && definition?.role === "camera" && property.specType === "attribute") {
    return [path, "attribute-type", `its type is ${property.typeName}; the service reads int2`];
  }
  if (definition !== undefined)
    return [path, "attribute", `the service does not read this property of a ${definition.typeName}`];
  const isTransform = isTransformOp(name) || name === "xformOpOrder";
  return [
    path,
    "attribute",
    isTransform
      ? "a prim without a type is not transformable: its matrix does not count"
      : "a prim without a type has no properties that the service reads",
  ];
}

/** Adds problems of a property that the service reads. */
function ignoredParts(property: PropertySpec, row: PropertyDefinition, add: AddIgnored): void {
  const { path } = property;
  if (property.specType !== row.kind) {
    add(
      path,
      "attribute-type",
      `it must be ${row.kind === "attribute" ? `an attribute of the type ${row.type}` : "a relationship"}`,
    );
  } else if (property.specType === "attribute") {
    if (!hasType(property, row.type)) {
      add(path, "attribute-type", `its type is ${property.typeName}; the service reads ${row.type}`);
    } else ignoredValues(property, row, add);
  }
}

function ignoredValues(attribute: AttributeSpec, row: PropertyDefinition, add: AddIgnored): void {
  const { path } = attribute;
  if (attribute.timeSamples !== undefined) add(path, "time-samples", `time samples are not read; ${counts(attribute)}`);
  if (attribute.spline !== undefined) add(path, "time-samples", `splines are not read; ${counts(attribute)}`);
  if (attribute.connectionPaths !== undefined)
    add(path, "connection", `connections are not read; ${counts(attribute)}`);
  if (attribute.name === "xformOpOrder" && listsInverse(attribute)) {
    add(path, "xform-op", "the service reads xformOp:transform as it is, and not its inverse");
  }
  if (row.allowedTokens === undefined) return;
  const value = attribute.defaultValue;
  const data = value?.kind === "typed" ? value.data : undefined;
  if (typeof data === "string" && !row.allowedTokens.includes(data)) {
    add(path, "attribute-value", `"${data}" is not one of ${row.allowedTokens.join(", ")}; the fallback counts`);
  }
}

/** Other ignored entries have an attribute, which is reported. */
function listsInverse({ defaultValue }: AttributeSpec): boolean {
  const data = defaultValue?.kind === "typed" ? defaultValue.data : undefined;
  return Array.isArray(data) && data.includes("!invert!xformOp:transform");
}

function counts({ defaultValue }: AttributeSpec): string {
  return defaultValue?.kind === "typed" ? "the default value counts" : "the fallback counts";
}
