/** A document at a position, with its settings. */
import { decodeUtf8 } from "@usdkit/base";
import { primTypes as servicePrimTypes, type PrimTypes, type PropertyDefinition } from "@usdkit/service-scene";
import type { TextToken } from "@usdkit/usda";
import type { DocumentState } from "../document/document-state.ts";
import type { DocumentSettings } from "../host/host.ts";
import type { Documented, ReferenceSchemas } from "./reference-schemas.ts";
import { cursorAt, type Cursor } from "../syntax/cursor.ts";
import type { Owner } from "../syntax/spec-at.ts";
import { appliedApis, appliedName, findApiProperty } from "./api-schemas.ts";

export interface DocumentContext {
  readonly document: DocumentState;
  readonly settings: DocumentSettings;
  readonly primTypes: PrimTypes;
  readonly cursor: Cursor;
  /** Returns the text of a token. */
  readonly textOf: (token: TextToken) => string;
}

/** Returns the context of an offset. */
export function contextAt(document: DocumentState, settings: DocumentSettings, offset: number): DocumentContext {
  const { bytes } = document.text;
  return {
    document,
    settings,
    primTypes: settings.check.primTypes ?? servicePrimTypes,
    cursor: cursorAt(document.layer, offset),
    textOf: ({ start, end }) => decodeUtf8(bytes, start, end),
  };
}

/** A position, with all schemas. */
export interface SchemaContext extends DocumentContext {
  readonly reference: ReferenceSchemas;
}

/** A property as a schema defines it. */
export interface FoundDefinition {
  readonly definition: PropertyDefinition & Partial<Documented>;
  /** The prim type or API schema that has it. */
  readonly typeName: string;
  /** Whether the service reads it. */
  readonly isRead: boolean;
  /** Whether the layer applies the API schema that has it; true for properties of prim types. */
  readonly isApplied: boolean;
}

/**
 * Returns what the schemas define for a property of a prim: first the tables of the service, then those of the reference, then the
 * API schemas, whether they are applied or not: another layer may apply them. For a prim without a type, it is looked up in the
 * tables of all types, by its name.
 */
export function definitionOf(
  { primTypes, reference }: Pick<SchemaContext, "primTypes" | "reference">,
  owner: Owner,
  name: string,
): FoundDefinition | undefined {
  const prim = owner.specType === "variant" ? owner.parent.parent : owner;
  const wanted = prim.specType !== "prim" || prim.typeName === "" ? undefined : prim.typeName;
  const ofType = findIn(primTypes, wanted, name, true) ?? findIn(reference.types, wanted, name, false);
  if (ofType !== undefined && wanted !== undefined) return ofType;
  const apis = appliedApis(reference, owner);
  const found = findApiProperty(reference, apis, name);
  const isApplied = found !== undefined && apis.includes(found.applied);
  if (ofType !== undefined && !isApplied) return ofType;
  if (found === undefined) return undefined;
  return { definition: found.definition, typeName: appliedName(found.applied), isRead: false, isApplied };
}

/** The part of a prim type's definition that is searched. */
interface DefinedType {
  readonly typeName: string;
  readonly properties: ReadonlyMap<string, FoundDefinition["definition"]>;
}

function findIn(
  types: ReadonlyMap<string, DefinedType>,
  wanted: string | undefined,
  name: string,
  isRead: boolean,
): FoundDefinition | undefined {
  if (wanted !== undefined) {
    const definition = types.get(wanted)?.properties.get(name);
    return definition === undefined ? undefined : { definition, typeName: wanted, isRead, isApplied: true };
  }
  for (const { properties, typeName } of types.values()) {
    const definition = properties.get(name);
    if (definition !== undefined) return { definition, typeName, isRead, isApplied: true };
  }
  return undefined;
}
