/** What features ask of a document at a position. */
import { decodeUtf8 } from "@usdkit/layer";
import type { PrimSpec } from "@usdkit/layer";
import { primTypes as servicePrimTypes, type PrimTypes, type PropertyDefinition } from "@usdkit/schema";
import type { TextToken } from "@usdkit/usda";
import type { DocumentState } from "../document/document-state.ts";
import type { DocumentSettings } from "../host/host.ts";
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

/**
 * Returns what the schema defines for a property of a prim. Types that the service ignores have no table, nor have prims without
 * a type: then a property is looked up in all tables, by its name.
 */
export function definitionOf(
  primTypes: PrimTypes,
  prim: Pick<PrimSpec, "typeName"> | undefined,
  name: string,
): { readonly definition: PropertyDefinition; readonly typeName: string } | undefined {
  const table = prim === undefined ? undefined : primTypes.get(prim.typeName);
  const own = table?.properties.get(name);
  if (own !== undefined && table !== undefined) return { definition: own, typeName: table.typeName };
  if (prim !== undefined && prim.typeName !== "") return undefined;
  for (const { properties, typeName } of primTypes.values()) {
    const definition = properties.get(name);
    if (definition !== undefined) return { definition, typeName };
  }
  return undefined;
}
