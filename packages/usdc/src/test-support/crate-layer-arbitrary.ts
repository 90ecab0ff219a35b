/** Arbitrary layers that a crate can hold. */
import type {
  FieldValue,
  Layer,
  PlainBody,
  PlainField,
  PlainFields,
  PlainLayer,
  PlainProperty,
  PlainRelationship,
} from "@usdkit/layer";
import { makeLayer } from "@usdkit/layer";
import { plainLayerArbitrary } from "@usdkit/layer/arbitraries";
import type * as fc from "fast-check";

/**
 * Layers of every kind of content, without that for which crates have no form: display units, defaults of relationships, paths
 * as values and NUL characters.
 */
export const crateLayerArbitrary: fc.Arbitrary<Layer> = plainLayerArbitrary.map((plain) => makeLayer(layer(plain)));

function layer(plain: PlainLayer): PlainLayer {
  return withoutNul({ ...body(plain), metadata: fields(plain.metadata) });
}

function body<T extends PlainBody>(plain: T): T {
  return {
    ...plain,
    metadata: fields(plain.metadata),
    properties: plain.properties?.map(property),
    children: plain.children?.map(body),
    variantSets: plain.variantSets?.map((set) => ({ ...set, variants: set.variants.map(body) })),
  };
}

function property(plain: PlainProperty): PlainProperty {
  const metadata = fields(plain.metadata);
  if (isRelationship(plain)) return { ...plain, metadata, defaultTarget: undefined };
  const { value } = plain as { readonly value?: FieldValue };
  const isPath = typeof value === "object" && value !== null && "kind" in value && value.kind === "path";
  return { ...plain, metadata, ...(isPath ? { value: undefined } : {}) };
}

function isRelationship(plain: PlainProperty): plain is PlainRelationship {
  return plain.type === "rel";
}

function fields(plain: PlainFields | undefined): PlainFields | undefined {
  if (plain === undefined) return undefined;
  return new Map([...(plain as ReadonlyMap<string, PlainField>)].filter(([name]) => name !== "displayUnit"));
}

/** Replaces NUL characters in the texts of plain data; keys have none. */
function withoutNul<T>(plain: T): T {
  if (typeof plain === "string") return plain.replaceAll("\0", "0") as T;
  if (typeof plain !== "object" || plain === null || ArrayBuffer.isView(plain)) return plain;
  if (Array.isArray(plain)) return plain.map(withoutNul) as T;
  if (plain instanceof Map) return new Map([...plain].map(([key, value]) => [key as unknown, withoutNul(value)])) as T;
  return Object.fromEntries(Object.entries(plain).map(([key, value]) => [key, withoutNul(value as unknown)])) as T;
}
