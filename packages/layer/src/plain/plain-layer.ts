/**
 * Builds layers from plain objects, for tests and programs. Names become paths, members become specs with parents,
 * and JavaScript values become typed ones by type name and metadata schema.
 */
import type {
  AttributeSpec,
  Field,
  Layer,
  ListOp,
  PrimSpec,
  PropertySpec,
  PseudoRootSpec,
  RelationshipSpec,
  Specifier,
  Spline,
  VariantSetSpec,
  VariantSpec,
} from "../model/types.ts";
import type { FieldSpecKind } from "../fields-and-types/fields.ts";
import type { PlainFields } from "./plain-fields.ts";
import { plainFields } from "./plain-fields.ts";
import type { PlainValue } from "./plain-values.ts";
import { parseTypeName, plainValue } from "./plain-values.ts";

/** An attribute for {@link makeLayer}. */
export interface PlainAttribute {
  readonly name: string;
  /** `float3[]`, `token`, … */
  readonly type: string;
  readonly value?: PlainValue | undefined;
  /** Pairs of time and value, in any order; the last of equal times wins. */
  readonly timeSamples?: readonly (readonly [time: number, value: PlainValue])[] | undefined;
  readonly spline?: Spline | undefined;
  /** An array is the explicit operation. */
  readonly connections?: readonly string[] | ListOp<string> | undefined;
  readonly custom?: boolean | undefined;
  readonly uniform?: boolean | undefined;
  readonly metadata?: PlainFields | undefined;
}

/** A relationship for {@link makeLayer}; paths are absolute, or relative to its prim. */
export interface PlainRelationship {
  readonly name: string;
  readonly type: "rel";
  /** An array is the explicit operation. */
  readonly targets?: readonly string[] | ListOp<string> | undefined;
  readonly defaultTarget?: string | undefined;
  readonly custom?: boolean | undefined;
  readonly varying?: boolean | undefined;
  readonly metadata?: PlainFields | undefined;
}

/** A property for {@link makeLayer}. */
export type PlainProperty = PlainAttribute | PlainRelationship;

/** The contents of prims and variants. */
export interface PlainBody {
  readonly metadata?: PlainFields | undefined;
  readonly properties?: readonly PlainProperty[] | undefined;
  readonly children?: readonly PlainPrim[] | undefined;
  readonly variantSets?: readonly PlainVariantSet[] | undefined;
}

export interface PlainPrim extends PlainBody {
  readonly name: string;
  readonly type?: string | undefined;
  /** Default `def`. */
  readonly specifier?: Specifier | undefined;
}

export interface PlainVariant extends PlainBody {
  readonly name: string;
}

/** A variant set for {@link makeLayer}. */
export interface PlainVariantSet {
  readonly name: string;
  readonly variants: readonly PlainVariant[];
}

/** A whole layer for {@link makeLayer}. */
export interface PlainLayer {
  readonly version?: string | undefined;
  readonly metadata?: PlainFields | undefined;
  readonly children?: readonly PlainPrim[] | undefined;
}

interface Writable {
  readonly children: PrimSpec[];
  readonly properties: PropertySpec[];
  readonly variantSets: VariantSetSpec[];
}

type Owner = (PseudoRootSpec | PrimSpec | VariantSpec) & Writable;

const noStatements: readonly never[] = [];

/**
 * Returns a layer built from plain objects. Depth is not limited by the call stack. Names are not validated (parse
 * the printed text with `parseUsda` for that).
 *
 * @throws TypeError if a type name is unknown, or a value does not match its type or its metadata field.
 *
 * @example
 * ```ts
 * const layer = makeLayer({
 *   metadata: { defaultPrim: "World", metersPerUnit: 1 },
 *   children: [
 *     {
 *       name: "World",
 *       type: "Xform",
 *       properties: [
 *         { name: "xformOp:translate", type: "double3", value: [0, 1, 2] },
 *         { name: "material:binding", type: "rel", targets: ["/World/Looks/Red"] },
 *       ],
 *     },
 *   ],
 * });
 * printUsda(layer);
 * ```
 */
export function makeLayer(plain: PlainLayer): Layer {
  const root: PseudoRootSpec & Writable = {
    specType: "pseudoRoot",
    path: "/",
    name: "",
    fields: plainFields("layer", plain.metadata),
    ...emptyBody(),
  };
  const waiting: (readonly [PlainBody, Owner])[] = [[{ children: plain.children }, root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) fill(next[0], next[1], waiting);
  return { root, version: plain.version ?? "1.0", comments: [] };
}

function emptyBody(): Writable {
  return { children: [], properties: [], variantSets: [] };
}

/** Builds the members of one prim or variant; appends those that have members to `waiting`. */
function fill(plain: PlainBody, owner: Owner, waiting: (readonly [PlainBody, Owner])[]): void {
  for (const child of plain.children ?? []) {
    const spec: PrimSpec & Writable = {
      specType: "prim",
      path: childPath(owner, child.name),
      name: child.name,
      fields: plainFields("prim", child.metadata),
      specifier: child.specifier ?? "def",
      typeName: child.type ?? "",
      parent: owner,
      ...emptyBody(),
    };
    owner.children.push(spec);
    waiting.push([child, spec]);
  }
  if (owner.specType === "pseudoRoot") return;
  for (const property of plain.properties ?? []) owner.properties.push(makeProperty(property, owner));
  for (const { name, variants } of plain.variantSets ?? []) {
    const made: VariantSpec[] = [];
    const path = `${owner.path}{${name}=`;
    const set: VariantSetSpec = {
      specType: "variantSet",
      path: `${path}}`,
      name,
      fields: new Map(),
      variants: made,
      parent: owner,
    };
    owner.variantSets.push(set);
    for (const variant of variants) {
      const spec: VariantSpec & Writable = {
        specType: "variant",
        path: `${path}${variant.name}}`,
        name: variant.name,
        fields: plainFields("variant", variant.metadata),
        parent: set,
        ...emptyBody(),
      };
      made.push(spec);
      waiting.push([variant, spec]);
    }
  }
}

function childPath(owner: Owner, name: string): string {
  return owner.specType === "prim" ? `${owner.path}/${name}` : `${owner.path}${name}`;
}

function makeProperty(plain: PlainProperty, parent: PrimSpec | VariantSpec): PropertySpec {
  return isRelationship(plain) ? makeRelationship(plain, parent) : makeAttribute(plain, parent);
}

function isRelationship(plain: PlainProperty): plain is PlainRelationship {
  return plain.type === "rel";
}

function makeRelationship(plain: PlainRelationship, parent: PrimSpec | VariantSpec): RelationshipSpec {
  return {
    specType: "relationship",
    ...propertyBase(plain, parent, "relationship"),
    variability: plain.varying === true ? "varying" : "uniform",
    targetPaths: asListOp(plain.targets),
    defaultTarget: plain.defaultTarget,
  };
}

function makeAttribute(plain: PlainAttribute, parent: PrimSpec | VariantSpec): AttributeSpec {
  const { type, isArray } = parseTypeName(plain.type);
  return {
    specType: "attribute",
    ...propertyBase(plain, parent, "attribute"),
    variability: plain.uniform === true ? "uniform" : "varying",
    typeName: plain.type,
    valueType: type,
    isArray,
    defaultValue: plain.value === undefined ? undefined : plainValue(plain.type, plain.value),
    timeSamples: plain.timeSamples === undefined ? undefined : makeTimeSamples(plain.type, plain.timeSamples),
    spline: plain.spline,
    connectionPaths: asListOp(plain.connections),
  };
}

function propertyBase(
  plain: PlainProperty,
  parent: PrimSpec | VariantSpec,
  kind: FieldSpecKind,
): {
  readonly path: string;
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly custom: boolean;
  readonly parent: PrimSpec | VariantSpec;
  readonly statements: readonly never[];
} {
  return {
    path: `${parent.path}.${plain.name}`,
    name: plain.name,
    fields: plainFields(kind, plain.metadata),
    custom: plain.custom === true,
    parent,
    statements: noStatements,
  };
}

function asListOp(paths: readonly string[] | ListOp<string> | undefined): ListOp<string> | undefined {
  return isList(paths) ? { explicit: paths } : paths;
}

function isList(paths: readonly string[] | ListOp<string> | undefined): paths is readonly string[] {
  return Array.isArray(paths);
}

function makeTimeSamples(
  typeName: string,
  samples: readonly (readonly [time: number, value: PlainValue])[],
): AttributeSpec["timeSamples"] {
  const byTime = [...new Map(samples)].sort(([a], [b]) => a - b);
  const values = byTime.map(([, value]) => plainValue(typeName, value));
  return { times: Float64Array.from(byTime, ([time]) => time), value: (index) => values[index] };
}
