/** Specs of a layer that is built: plain data whose lists grow. */
import type {
  AttributeSpec,
  PrimSpec,
  PropertySpec,
  PseudoRootSpec,
  RelationshipSpec,
  Specifier,
  VariantSetSpec,
  VariantSpec,
} from "@usdkit/layer";
import type { Fields } from "../flatten/new-field.ts";

interface Growing {
  readonly children: PrimSpec[];
  readonly properties: PropertySpec[];
  readonly variantSets: VariantSetSpec[];
}

/** The root of a layer that is built. */
export type NewRoot = PseudoRootSpec & Growing;
/** A prim of a layer that is built. */
export type NewPrim = PrimSpec & Growing;
/** A variant of a layer that is built. */
export type NewVariant = VariantSpec & Growing;
/** A variant set of a layer that is built. */
export type NewVariantSet = VariantSetSpec & { readonly variants: VariantSpec[] };

const noStatements: readonly never[] = [];

/** Returns the root of a layer without contents. */
export function newRoot(fields: Fields): NewRoot {
  return { specType: "pseudoRoot", path: "/", name: "", fields, ...nothing() };
}

/** What a prim is declared with. */
export interface Declaration {
  readonly name: string;
  readonly specifier: Specifier;
  readonly typeName: string;
  readonly fields: Fields;
}

/** Adds a prim to its parent, and returns it. */
export function addPrim(parent: NewRoot | NewPrim | NewVariant, declaration: Declaration): NewPrim {
  const path = `${parent.path}${parent.specType === "prim" ? "/" : ""}${declaration.name}`;
  const prim: NewPrim = { specType: "prim", path, parent, ...declaration, ...nothing() };
  parent.children.push(prim);
  return prim;
}

/** Adds a variant set without variants to its prim, and returns it. */
export function addVariantSet(parent: NewPrim | NewVariant, name: string): NewVariantSet {
  const path = `${parent.path}{${name}=}`;
  const set: NewVariantSet = { specType: "variantSet", path, name, fields: new Map(), variants: [], parent };
  parent.variantSets.push(set);
  return set;
}

/** Adds a variant to its set, and returns it. */
export function addVariant(set: NewVariantSet, name: string, fields: Fields): NewVariant {
  const path = `${set.path.slice(0, -1)}${name}}`;
  const variant: NewVariant = { specType: "variant", path, name, fields, parent: set, ...nothing() };
  set.variants.push(variant);
  return variant;
}

/** Adds an attribute to its prim or variant. */
export function addAttribute(
  parent: NewPrim | NewVariant,
  attribute: Omit<AttributeSpec, "specType" | "path" | "parent" | "statements">,
): void {
  const path = `${parent.path}.${attribute.name}`;
  parent.properties.push({ specType: "attribute", path, parent, statements: noStatements, ...attribute });
}

/** Adds a relationship to its prim or variant. */
export function addRelationship(
  parent: NewPrim | NewVariant,
  relationship: Pick<RelationshipSpec, "name" | "fields" | "custom" | "variability" | "targetPaths">,
): void {
  const path = `${parent.path}.${relationship.name}`;
  const defaultTarget = undefined;
  parent.properties.push({
    specType: "relationship",
    path,
    parent,
    statements: noStatements,
    defaultTarget,
    ...relationship,
  });
}

function nothing(): Growing {
  return { children: [], properties: [], variantSets: [] };
}
