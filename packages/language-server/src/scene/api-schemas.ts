/** The API schemas that a layer applies to a prim, and their properties. */
import { addedItems } from "@usdkit/layer";
import { INSTANCE, type ApiSchema, type ReferenceProperty, type ReferenceSchemas } from "./reference-schemas.ts";
import type { Owner } from "../syntax/spec-at.ts";

/** More than a prim has; further ones are left out. */
const MAX_APPLIED = 200;

/** A schema as `apiSchemas` has it: `CollectionAPI:lights`. */
export interface AppliedApi {
  readonly schema: ApiSchema;
  /** `lights`; empty if the schema has no instances. */
  readonly instance: string;
}

/** A property of an API schema. */
export interface ApiProperty {
  readonly definition: ReferenceProperty;
  /** The schema, with the name of the instance. */
  readonly applied: AppliedApi;
}

/** Returns a schema and an instance as they are written. */
export function appliedName({ schema, instance }: AppliedApi): string {
  return instance === "" ? schema.name : `${schema.name}:${instance}`;
}

/** Returns the schema that a token of `apiSchemas` names. */
export function parseApi({ apis }: ReferenceSchemas, token: string): AppliedApi | undefined {
  const colon = token.indexOf(":");
  const schema = apis.get(colon < 0 ? token : token.slice(0, colon));
  return schema === undefined ? undefined : { schema, instance: colon < 0 ? "" : token.slice(colon + 1) };
}

/** Returns the schemas that a prim's statements in this layer apply, those of the variant around the cursor included. */
export function appliedApis(reference: ReferenceSchemas, owner: Owner): AppliedApi[] {
  const tokens = new Set<string>();
  const deleted = new Set<string>();
  for (let at = owner; at.specType !== "pseudoRoot"; at = at.parent.parent) {
    const value = at.fields.get("apiSchemas")?.value;
    if (value?.kind === "valueListOp") {
      for (const token of addedItems(value.listOp).slice(0, MAX_APPLIED)) {
        if (typeof token === "string") tokens.add(token);
      }
      for (const token of value.listOp.deleted?.slice(0, MAX_APPLIED) ?? []) deleted.add(String(token));
    }
    if (at.specType === "prim") break;
  }
  const found: AppliedApi[] = [];
  for (const token of tokens) {
    const api = deleted.has(token) ? undefined : parseApi(reference, token);
    if (api !== undefined && api.schema.isMultiple === (api.instance !== "")) found.push(api);
  }
  return found;
}

/** Returns the properties of a schema, with the names that they have for its instance. */
export function apiProperties(applied: AppliedApi): ReferenceProperty[] {
  const { schema, instance } = applied;
  return schema.properties.map((property) =>
    property.name.includes(INSTANCE)
      ? {
          ...property,
          name: property.name.replace(INSTANCE, () => instance || "NAME"),
          description: property.description.replaceAll(INSTANCE, () => instance || "NAME"),
        }
      : property,
  );
}

/** Returns the property of this name: of the schemas that are applied, otherwise of any that has it, if the name has a namespace. */
export function findApiProperty(
  reference: ReferenceSchemas,
  applied: readonly AppliedApi[],
  name: string,
): ApiProperty | undefined {
  for (const each of applied) {
    const definition = apiProperties(each).find((property) => property.name === name);
    if (definition !== undefined) return { definition, applied: each };
  }
  return name.includes(":") ? findUnapplied(reference, name) : undefined;
}

/** Of several schemas, the one whose pattern has the most characters in common with the name. */
function findUnapplied({ apis }: ReferenceSchemas, name: string): ApiProperty | undefined {
  let best: { readonly applied: AppliedApi; readonly index: number } | undefined;
  let shortest = Infinity;
  for (const schema of apis.values()) {
    for (const [index, { name: pattern }] of schema.properties.entries()) {
      const instance = instanceOf(pattern, name);
      if (instance === undefined || instance.length >= shortest) continue;
      best = { applied: { schema, instance }, index };
      shortest = instance.length;
    }
  }
  if (best === undefined) return undefined;
  const definition = apiProperties(best.applied)[best.index];
  const { schema, instance } = best.applied;
  return definition && { definition, applied: { schema, instance: schema.isMultiple ? instance : "" } };
}

/** Returns the instance for which a pattern is this name: empty for equal names, undefined for others. */
function instanceOf(pattern: string, name: string): string | undefined {
  const at = pattern.indexOf(INSTANCE);
  if (at < 0) return pattern === name ? "" : undefined;
  const before = pattern.slice(0, at);
  const behind = pattern.slice(at + INSTANCE.length);
  const isLonger = name.length > before.length + behind.length;
  return isLonger && name.startsWith(before) && name.endsWith(behind)
    ? name.slice(before.length, name.length - behind.length)
    : undefined;
}
