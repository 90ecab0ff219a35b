/** A document at a position, with its settings. */
import { decodeUtf8 } from "@usdkit/layer";
import type { PrimSpec } from "@usdkit/layer";
import { primTypes as servicePrimTypes, type PrimTypes, type PropertyDefinition } from "@usdkit/schema";
import type { TextToken } from "@usdkit/usda";
import type { DocumentState } from "../document/document-state.ts";
import type { DocumentSettings } from "../host/host.ts";
import { referenceTypes } from "../schema/reference-types.ts";
import { cursorAt, type Cursor } from "../syntax/cursor.ts";

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

/** A property as a schema defines it. */
export interface FoundDefinition {
  readonly definition: PropertyDefinition;
  readonly typeName: string;
  /** False if only the reference's schema has it, so the service ignores it. */
  readonly isRead: boolean;
}

/**
 * Returns what the schemas define for a property of a prim: first the tables of the service, then those of the reference. For a
 * prim without a type, it is looked up in the tables of all types, by its name.
 */
export function definitionOf(
  primTypes: PrimTypes,
  prim: Pick<PrimSpec, "typeName"> | undefined,
  name: string,
): FoundDefinition | undefined {
  const wanted = prim === undefined || prim.typeName === "" ? undefined : prim.typeName;
  return findIn(primTypes, wanted, name, true) ?? findIn(referenceTypes(), wanted, name, false);
}

function findIn(
  types: PrimTypes,
  wanted: string | undefined,
  name: string,
  isRead: boolean,
): FoundDefinition | undefined {
  if (wanted !== undefined) {
    const definition = types.get(wanted)?.properties.get(name);
    return definition === undefined ? undefined : { definition, typeName: wanted, isRead };
  }
  for (const { properties, typeName } of types.values()) {
    const definition = properties.get(name);
    if (definition !== undefined) return { definition, typeName, isRead };
  }
  return undefined;
}
